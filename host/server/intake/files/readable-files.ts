/**
 * Controls which files inputs may read: files below the directories that the operator has configured, after resolving
 * links, and never the server's own files.
 */
import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, resolve, sep } from 'node:path';

export type OpenFile = (path: string) => Promise<FileHandle>;

const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);

/** Flags for opening a file: non-blocking, because opening a named pipe would otherwise wait for a writer. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

const noFile = 'it is not a file';
const elsewhere = 'it lies, or leads, where files may not be read';

/**
 * Returns the resolved path of an open file. On Linux the kernel reports it, so replacing the file at the path
 * meanwhile has no effect.
 */
async function placeOf(handle: FileHandle, path: string): Promise<string> {
  const target = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  return target ?? realpath(path);
}

/**
 * Opens a file that the operator has configured, in any directory.
 * @throws errors of the file system; Error when the path is no regular file
 */
export async function openAnyFile(path: string): Promise<FileHandle> {
  // Opening a pipe would wake a process that waits to write into it.
  if (!(await stat(path)).isFile()) throw new Error(noFile);
  const handle = await open(path, flags);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(noFile);
}

export class ReadableFiles {
  readonly #roots: readonly string[];

  /**
   * @param roots absolute paths of the permitted directories
   * @param own directory of the server's own files
   */
  constructor(
    roots: readonly string[],
    private readonly own: string | undefined,
  ) {
    this.#roots = roots.map((root) => resolve(root));
  }

  /**
   * Explains why an input must not use a file, directory or glob; undefined: its use is permitted. Symbolic links are
   * checked only by `placeProblem` and `open`.
   */
  problem(name: string): string | undefined {
    if (this.#roots.length === 0)
      return 'this server lets inputs read no files; start it with --file-roots and the directories whose files they may read';
    if (!isAbsolute(name) || name.includes('\0')) return 'it must be an absolute path';
    if (/[*?]/.test(dirname(name))) return 'only the name of the file may be a pattern, not that of a directory';
    if (this.#roots.some((root) => isBelow(resolve(name), root))) return undefined;
    return `files may be read below ${this.#roots.join(', ')} only`;
  }

  /**
   * Explains why the names and files below a directory must not be read. Undefined: reading is permitted, the directory
   * is missing, or the directory is outside of the permitted ones, which `problem` reports.
   * @param directory links in the existing part of the path are resolved
   */
  async placeProblem(directory: string): Promise<string | undefined> {
    const isNamed = (place: string): boolean => this.#roots.some((root) => isBelow(place, root));
    for (let place = resolve(directory); isNamed(place); place = dirname(place)) {
      const real = await realpath(place).catch(() => undefined);
      if (real !== undefined) return (await this.#mayBeRead(real)) ? undefined : elsewhere;
    }
    return undefined;
  }

  /**
   * Opens a file.
   * @throws errors of the file system; Error with the reason when the file must not be read
   */
  readonly open: OpenFile = async (path) => {
    const problem = this.problem(path) ?? (await this.placeProblem(dirname(path)));
    if (problem !== undefined) throw new Error(problem);
    if (await this.#leadsElsewhere(path)) throw new Error(elsewhere);
    const handle = await openAnyFile(path);
    try {
      // The opened file is compared with the file at the resolved path, because the path could have been replaced by a
      // link meanwhile.
      const real = await placeOf(handle, path);
      const [opened, found] = await Promise.all([handle.stat(), stat(real)]);
      const same = opened.ino === found.ino && opened.dev === found.dev;
      if (!same || !(await this.#mayBeRead(real))) throw new Error(elsewhere);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  /**
   * Tells whether the path is a symbolic link that leads outside of the permitted directories, or to a missing file.
   */
  async #leadsElsewhere(path: string): Promise<boolean> {
    const about = await lstat(path);
    if (!about.isSymbolicLink()) return false;
    const real = await realpath(path).catch(() => undefined);
    return real === undefined || !(await this.#mayBeRead(real));
  }

  async #mayBeRead(real: string): Promise<boolean> {
    const own = this.own === undefined ? undefined : await realpath(this.own).catch(() => undefined);
    if (own !== undefined && isBelow(real, own)) return false;
    const roots = await Promise.all(this.#roots.map((root) => realpath(root).catch(() => undefined)));
    return roots.some((root) => root !== undefined && isBelow(real, root));
  }
}

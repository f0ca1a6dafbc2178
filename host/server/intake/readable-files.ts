/**
 * Which files inputs may read that people launch: those below directories that whoever runs the server has named, links resolved, and never
 * the server's own.
 */
import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, resolve, sep } from 'node:path';

export type OpenFile = (path: string) => Promise<FileHandle>;

const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`);

/** A pipe must not be waited for. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Files that whoever runs the server names are read wherever they lie. @throws what the file system throws; Error: it is no file */
export async function openAnyFile(path: string): Promise<FileHandle> {
  const handle = await open(path, flags);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error('it is not a file');
}

export class ReadableFiles {
  readonly #roots: readonly string[];

  /**
   * @param roots absolute paths of directories
   * @param own the server's
   */
  constructor(
    roots: readonly string[],
    private readonly own: string | undefined,
  ) {
    this.#roots = roots.map((root) => resolve(root));
  }

  /** Why a file, directory or pattern cannot be an input's; undefined: it can. What links lead to is seen when it is opened. */
  problem(name: string): string | undefined {
    if (this.#roots.length === 0)
      return 'this server lets inputs read no files; start it with --file-roots and the directories whose files they may read';
    if (!isAbsolute(name) || name.includes('\0')) return 'it must be an absolute path';
    if (/[*?]/.test(dirname(name))) return 'only the name of the file may be a pattern, not that of a directory';
    if (this.#roots.some((root) => isBelow(resolve(name), root))) return undefined;
    return `files may be read below ${this.#roots.join(', ')} only`;
  }

  /** @throws what the file system throws; Error that says why it may not be read */
  readonly open: OpenFile = async (path) => {
    const problem = this.problem(path);
    if (problem !== undefined) throw new Error(problem);
    const handle = await openAnyFile(path);
    try {
      // What was opened is what lies there: somebody may put a link in its place meanwhile.
      const real = await realpath(path);
      const [opened, found] = await Promise.all([handle.stat(), stat(real)]);
      const same = opened.ino === found.ino && opened.dev === found.dev;
      if (!same || !(await this.#mayBeRead(real)))
        throw new Error(`${basename(path)} is a link to where files may not be read`);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  async #mayBeRead(real: string): Promise<boolean> {
    const own = this.own === undefined ? undefined : await realpath(this.own).catch(() => undefined);
    if (own !== undefined && isBelow(real, own)) return false;
    const roots = await Promise.all(this.#roots.map((root) => realpath(root).catch(() => undefined)));
    return roots.some((root) => root !== undefined && isBelow(real, root));
  }
}

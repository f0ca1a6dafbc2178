/** Files of one plug-in, read from disk at each request: a single module, or the files below its directory. */
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { moduleExtensions, type PluginPlace } from '../options/plugin-places.js';

/** Largest served file in bytes. */
export const mostFileBytes = 8 * 1024 * 1024;
/** Name of the module in a plug-in that is a directory. */
const entryName = 'plugin.js';

export interface PluginFile {
  readonly body: Buffer;
  /** Version of the content; a different stamp means different content. */
  readonly stamp: string;
}

export class PluginFiles {
  readonly #place: PluginPlace;

  constructor(place: PluginPlace) {
    this.#place = place;
  }

  get name(): string {
    return this.#place.name;
  }

  get path(): string {
    return this.#place.path;
  }

  /**
   * Returns the path of the module below that of all plug-ins. Whether a missing plug-in is a module or a directory is
   * guessed by its name.
   */
  async module(): Promise<string> {
    return `${this.name}/${(await this.#isModule()) ? basename(this.path) : entryName}`;
  }

  /**
   * @param path without `..`, hidden names and backslashes
   * @param known result of an earlier read, returned again if the file is unchanged
   * @returns undefined when the file does not exist, is too large, or a link leads out of the directory
   */
  async read(path: string, known?: PluginFile): Promise<PluginFile | undefined> {
    const full = await this.#placeOf(path);
    return full === undefined ? undefined : readBounded(full, known);
  }

  async #placeOf(path: string): Promise<string | undefined> {
    if (await this.#isModule()) return path === basename(this.path) ? this.path : undefined;
    try {
      const root = await realpath(this.path);
      const full = await realpath(join(root, path));
      return full.startsWith(root.endsWith(sep) ? root : root + sep) ? full : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the beginning of the module, up to a number of bytes; undefined: it cannot be read. */
  async beginning(bytes: number): Promise<string | undefined> {
    const path = (await this.module()).slice(this.name.length + 1);
    const full = await this.#placeOf(path);
    return full === undefined ? undefined : readBeginning(full, bytes);
  }

  async #isModule(): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined);
    return found ? found.isFile() : moduleExtensions.includes(extname(this.path));
  }
}

const stampOf = (mtimeMs: number, bytes: number): string => `${mtimeMs}:${bytes}`;

/** Reads no more than the measured size, even if the file grows meanwhile. */
const readBounded = (path: string, known: PluginFile | undefined): Promise<PluginFile | undefined> =>
  withFile(path, async (file) => {
    const { size, mtimeMs } = await file.stat();
    if (size > mostFileBytes) return undefined;
    if (known?.stamp === stampOf(mtimeMs, size)) return known;
    const body = Buffer.alloc(size);
    const { bytesRead } = await file.read(body, 0, size, 0);
    return { body: body.subarray(0, bytesRead), stamp: stampOf(mtimeMs, bytesRead) };
  });

const readBeginning = (path: string, bytes: number): Promise<string | undefined> =>
  withFile(path, async (file) => {
    const body = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(body, 0, bytes, 0);
    return body.toString('utf8', 0, bytesRead);
  });

/** Opens a file for a task; undefined: it is no regular file, or cannot be read. */
async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    // Opening a named pipe would block.
    if (!(await stat(path)).isFile()) return undefined;
    const file = await open(path, 'r');
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

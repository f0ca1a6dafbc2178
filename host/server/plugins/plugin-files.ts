/**
 * Reads the files of a plug-in from disk: its single module, or the files below its directory. Each request checks
 * whether the file has changed since it was last read.
 */
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { moduleExtensions, type PluginPlace } from '../options/plugin-places.js';

/** Largest served file in bytes. */
export const mostFileBytes = 8 * 1024 * 1024;
/** Name of the module in a plug-in that is a directory. */
const entryName = 'plugin.js';

export interface PluginFile {
  readonly body: Buffer;
  /** Identifies the version of the file: it is different after the file was changed. */
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
   * Returns the path of the plug-in's module below the path of all plug-ins. If the plug-in does not exist, its name
   * decides whether it is treated as a module or as a directory.
   */
  async module(): Promise<string> {
    return `${this.name}/${(await this.#isModule()) ? basename(this.path) : entryName}`;
  }

  /**
   * Reads a file of the plug-in.
   * @param path path without `..`, hidden names and backslashes
   * @param known result of an earlier read, returned again if the file is unchanged
   * @returns undefined when the file does not exist, cannot be read, is too large, or a link leads out of the directory
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

/**
 * Reads a file up to the size that it has at the beginning; undefined: it is too large or cannot be read.
 * @param known result of an earlier read, which is returned if the file is unchanged
 */
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

/** Runs a task with an open file and returns its result; undefined: the path is no regular file, or cannot be read. */
async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    // Only regular files are opened, because opening a named pipe would block.
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

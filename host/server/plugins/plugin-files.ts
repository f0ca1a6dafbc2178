/** The files of one plug-in, as they are on the disk at the moment: its module, or what is below its directory. */
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { moduleExtensions, type PluginPlace } from '../options/plugin-places.js';

/** Larger files are no part of a page. */
export const mostFileBytes = 8 * 1024 * 1024;
/** The module of a plug-in that is a directory. */
const entryName = 'plugin.js';

export interface PluginFile {
  readonly body: Buffer;
  /** Version of the files; another stamp means other content. */
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

  /** The address of the module below that of all plug-ins. What is not there yet is judged by its name. */
  async module(): Promise<string> {
    return `${this.name}/${(await this.#isModule()) ? basename(this.path) : entryName}`;
  }

  /**
   * @param path without `..`, hidden names and backslashes
   * @param known as it was read last: given back when the file is still that one
   * @returns undefined when the file does not exist, it is too large, or a link leads out of the directory
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

  /** The beginning of the module, with so many bytes at most; undefined when it cannot be read. */
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

/** Reads no more than was measured, even if somebody writes to the file meanwhile. */
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

/** Undefined when it is no file, or cannot be read. */
async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    // Opening a pipe would block.
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

/** The files of one plug-in, as they are on the disk at the moment: its module, or what is below its directory. */
import { open, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { moduleExtensions, type PluginPlace } from './plugin-places.js';

/** Larger files are no part of a page. */
export const mostFileBytes = 8 * 1024 * 1024;
/** The module of a plug-in that is a directory. */
const entryName = 'plugin.js';

export interface PluginFile {
  readonly body: Buffer;
  /** Another one means another content. */
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
   * @returns undefined when there is no such file, it is too large, or a link leads out of the directory
   */
  async read(path: string, known?: PluginFile): Promise<PluginFile | undefined> {
    if (await this.#isModule()) return path === basename(this.path) ? readBounded(this.path, known) : undefined;
    try {
      const root = await realpath(this.path);
      const full = await realpath(join(root, path));
      return full.startsWith(root.endsWith(sep) ? root : root + sep) ? await readBounded(full, known) : undefined;
    } catch {
      return undefined;
    }
  }

  async #isModule(): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined);
    return found ? found.isFile() : moduleExtensions.includes(extname(this.path));
  }
}

const stampOf = (mtimeMs: number, bytes: number): string => `${mtimeMs}:${bytes}`;

/** What is read is what was measured, also when somebody writes to the file meanwhile. */
async function readBounded(path: string, known: PluginFile | undefined): Promise<PluginFile | undefined> {
  try {
    // A pipe would keep whoever opens it waiting.
    if (!(await stat(path)).isFile()) return undefined;
    const file = await open(path, 'r');
    try {
      const { size, mtimeMs } = await file.stat();
      if (size > mostFileBytes) return undefined;
      if (known?.stamp === stampOf(mtimeMs, size)) return known;
      const body = Buffer.alloc(size);
      const { bytesRead } = await file.read(body, 0, size, 0);
      return { body: body.subarray(0, bytesRead), stamp: stampOf(mtimeMs, bytesRead) };
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

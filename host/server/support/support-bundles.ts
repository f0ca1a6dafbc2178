/** Stores support bundles as files below the data directory (contract administration supportBundle.*). */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { SupportBundle } from '../../../api/contract/support-bundle.schema.js';
import { zip, type ZipFile } from './zip.js';

/** Largest number of bundles; the oldest are deleted. */
export const mostBundles = 10;
const fileName = /^log-console-support-bundle-\d{4}-\d\d-\d\d-\d{6}\.zip$/;

const nameAt = (at: Date): string => {
  const [day = '', time = ''] = at.toISOString().split(/[T.]/);
  return `log-console-support-bundle-${day}-${time.replaceAll(':', '')}.zip`;
};

export class SupportBundles {
  readonly #data: string;
  readonly #files: () => Iterable<ZipFile>;
  #building: Promise<void> | undefined;

  /** @param files returns the content of a bundle; called for each new bundle */
  constructor(data: string, files: () => Iterable<ZipFile>) {
    this.#data = data;
    this.#files = files;
  }

  get #directory(): string {
    return join(this.#data, 'support-bundles');
  }

  /** Builds a bundle; resolves when it exists. Concurrent calls share one build. */
  build(): Promise<void> {
    this.#building ??= this.#build().finally(() => (this.#building = undefined));
    return this.#building;
  }

  /** Lists the bundles, newest first. */
  async list(): Promise<SupportBundle[]> {
    const found: SupportBundle[] = [];
    for (const name of await this.#names()) {
      const file = await stat(join(this.#directory, name)).catch(() => undefined);
      if (file?.isFile()) found.push({ file_name: name, size: file.size });
    }
    return found;
  }

  /** Opens a bundle; undefined: no bundle has the name. */
  async read(name: string): Promise<{ readonly stream: Readable; readonly size: number } | undefined> {
    const known = (await this.list()).find(({ file_name }) => file_name === name);
    return known && { stream: createReadStream(join(this.#directory, known.file_name)), size: known.size };
  }

  /** Deletes a bundle. @returns false: no bundle has the name */
  async delete(name: string): Promise<boolean> {
    // Only the name of an existing bundle is deleted, so that no text of a request becomes a path.
    const known = (await this.#names()).find((one) => one === name);
    if (known === undefined) return false;
    await rm(join(this.#directory, known), { force: true });
    return true;
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#directory).catch(() => []);
    return names.filter((name) => fileName.test(name)).sort((a, b) => (a < b ? 1 : -1));
  }

  async #build(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const taken = new Set(await this.#names());
    const at = new Date();
    while (taken.has(nameAt(at))) at.setTime(at.getTime() + 1000);
    const path = join(this.#directory, nameAt(at));
    const unfinished = `${path}.part`;
    try {
      const file = await open(unfinished, 'w', 0o600);
      try {
        for await (const piece of zip(this.#files(), at)) await file.write(piece);
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    for (const name of (await this.#names()).slice(mostBundles)) await this.delete(name);
  }
}

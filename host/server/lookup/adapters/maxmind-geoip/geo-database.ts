/** A MaxMind DB file that is watched: read anew when it has changed; the old data stays while the new cannot be read. */
import { Reader, type Response } from 'mmdb-lib';
import type { ReadableFiles } from '../../../intake/files/readable-files.js';
import { fileError, SourceFile } from '../../source-file.js';

export type GeoRecord = Readonly<Record<string, unknown>>;

/** Databases of whole countries with every detail reach 500 MB. */
const mostBytes = 1024 * 1024 * 1024;

export class GeoDatabase {
  readonly #file: SourceFile;
  #reader: Reader<Response> | undefined;

  constructor(
    private readonly path: string,
    files: ReadableFiles,
  ) {
    this.#file = new SourceFile(path, files, mostBytes);
  }

  /** @param address of the Internet Protocol; undefined: the database does not know it, or is not loaded */
  get(address: string): GeoRecord | undefined {
    try {
      return (this.#reader?.get(address) as GeoRecord | null | undefined) ?? undefined;
    } catch {
      // A torn record, or an IPv6 address in a database of IPv4 ones.
      return undefined;
    }
  }

  /** @returns whether the data changed @throws Error that names the file */
  async refresh(): Promise<boolean> {
    const changed = await this.#file.changed();
    if (!changed) return false;
    try {
      this.#reader = new Reader(changed.bytes);
    } catch (error) {
      throw fileError(this.path, new Error('it is no MaxMind database', { cause: error }));
    }
    changed.seen();
    return true;
  }
}

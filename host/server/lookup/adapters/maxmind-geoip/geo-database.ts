/**
 * Reads a MaxMind DB file, and reads it again when it has changed; if the new file cannot be read, the old data is
 * still used.
 */
import { Reader, type Response } from 'mmdb-lib';
import type { ReadableFiles } from '../../../intake/files/readable-files.js';
import { fileError, SourceFile } from '../../source-file.js';

export type GeoRecord = Readonly<Record<string, unknown>>;

/**
 * Returns the value at a path of names in a record; undefined: the record, or a value on the path, has no such member.
 */
export function valueAt(record: GeoRecord | undefined, ...path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = typeof value === 'object' && value !== null ? (value as GeoRecord)[name] : undefined;
  return value;
}

/** Largest size of a file in bytes; detailed databases have up to 500 MB. */
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

  /** Returns the record of an IP address; undefined: the database has no readable record, or is not loaded. */
  get(address: string): GeoRecord | undefined {
    try {
      return (this.#reader?.get(address) as GeoRecord | null | undefined) ?? undefined;
    } catch {
      // The record is damaged, or the database contains IPv4 addresses only and the address is an IPv6 address.
      return undefined;
    }
  }

  /**
   * Reads the file if it has changed.
   * @returns true: the data has changed
   * @throws Error with the path when the file cannot be read, or is no MaxMind database
   */
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

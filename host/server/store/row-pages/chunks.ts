/** Keeps in memory where the chunks of a file of pages, and the pages in them, begin. */
import type { DictionaryPlace } from './dictionaries.js';

export const rowsPerChunk = 1024;

/** Place of a chunk in the file. */
export interface Chunk {
  readonly rows: number;
  /** Offsets of the pages in the file, and the end of the last one. */
  readonly starts: Float64Array;
  readonly lastId: string;
  /** Dictionary with which the pages are compressed; undefined: they are compressed without one. */
  readonly dictionary?: DictionaryPlace | undefined;
}

/** Returns the number of pages for which a chunk has room. */
export const pagesOf = ({ starts }: Chunk): number => starts.length - 1;

/** Returns the number of rows in each page of a chunk; the last page may have fewer. */
export const rowsPerPageOf = (chunk: Chunk): number => rowsPerChunk / pagesOf(chunk);

/** Returns the number of a row's page within its chunk. */
export const pageIn = (chunk: Chunk, row: number): number => Math.floor((row % rowsPerChunk) / rowsPerPageOf(chunk));

const bytesOf = ({ starts }: Chunk): number => (starts.at(-1) ?? 0) - (starts[0] ?? 0);

export class Chunks {
  readonly #all = new Map<number, Chunk>();
  #liveBytes = 0;
  #deadBytes = 0;
  #pages = 0;
  /** The chunks from `low` up to `high`, which is excluded, have all their rows. */
  #complete = { low: 0, high: 0 };

  get size(): number {
    return this.#all.size;
  }

  /** Size in bytes of the pages that the file still contains although they were forgotten or replaced. */
  get deadBytes(): number {
    return this.#deadBytes;
  }

  /** Number of pages for which all chunks together have room. */
  get pages(): number {
    return this.#pages;
  }

  get liveBytes(): number {
    return this.#liveBytes;
  }

  get(number: number): Chunk | undefined {
    return this.#all.get(number);
  }

  /** Returns the numbers of the chunks whose pages are compressed with a dictionary. */
  compressedWith(dictionary: DictionaryPlace): number[] {
    return [...this.#all].flatMap(([number, chunk]) => (chunk.dictionary === dictionary ? [number] : []));
  }

  hasRow(row: number): boolean {
    const chunk = this.#all.get(Math.floor(row / rowsPerChunk));
    if (chunk === undefined || row % rowsPerChunk >= chunk.rows) return false;
    const page = pageIn(chunk, row);
    return (chunk.starts[page + 1] ?? 0) > (chunk.starts[page] ?? 0);
  }

  set(number: number, chunk: Chunk): void {
    this.forget(number);
    this.#all.set(number, chunk);
    this.#liveBytes += bytesOf(chunk);
    this.#pages += pagesOf(chunk);
  }

  forget(number: number): void {
    const chunk = this.#all.get(number);
    if (!chunk) return;
    this.#all.delete(number);
    this.#liveBytes -= bytesOf(chunk);
    this.#pages -= pagesOf(chunk);
    this.#deadBytes += bytesOf(chunk);
    const { low, high } = this.#complete;
    if (number >= low && number < high) this.#complete.low = number + 1;
  }

  clear(): void {
    this.#all.clear();
    this.#liveBytes = 0;
    this.#deadBytes = 0;
    this.#pages = 0;
    this.#complete = { low: 0, high: 0 };
  }

  /**
   * Returns the highest chunk that lacks rows. Chunks that were found complete are not examined again: the chunks of a
   * large index are built one by one, and each call would examine all complete chunks.
   * @param count number of chunks that the file should contain
   * @param lacksRows tells whether a chunk lacks rows
   */
  highestMissing(count: number, lacksRows: (number: number) => boolean): number | undefined {
    const complete = this.#complete;
    for (let number = count - 1; number >= complete.high; number -= 1) {
      if (!lacksRows(number)) continue;
      this.#complete = { low: number + 1, high: count };
      return number;
    }
    complete.high = Math.max(complete.high, count);
    for (; complete.low > 0; complete.low -= 1) if (lacksRows(complete.low - 1)) return complete.low - 1;
    return undefined;
  }
}

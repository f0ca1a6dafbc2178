/** Encodes and compresses the pages of one chunk. */
import { sharedTurn } from '../../foundation/yielding.js';
import { fixedColumns } from '../columns.js';
import { rowsPerPageFor, type NewChunk } from './chunk-format.js';
import { rowsPerChunk } from './chunks.js';
import { packPage } from './packed-page.js';
import type { PageCell, PageEncoder } from './page.js';

/** Values of rows, by the number of their column. */
export type PageColumns = readonly (readonly PageCell[] | undefined)[];

/**
 * Largest accounted size in bytes of the messages of a page. If a page would be larger, its rows are read from the
 * database.
 */
export const mostPageSize = 512 * 1024;
/**
 * Largest size of a dictionary in bytes. In a measurement, twice the size saved 1 % of the pages and took 60 % more
 * processor time.
 */
const mostDictionaryBytes = 64 * 1024;
const sizeAt = fixedColumns.findIndex(({ column }) => column === 'size');

const sizeOfRow = (columns: PageColumns, row: number): number => Number(columns[sizeAt]?.[row] ?? 0);

/** Returns the accounted size of rows in bytes. */
export function sizeOf(columns: PageColumns, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row += 1) sum += sizeOfRow(columns, row);
  return sum;
}

export class ChunkPacker {
  readonly rowsPerPage: number;
  readonly #pages: (Buffer | undefined)[] = [];
  readonly #encoder: PageEncoder;
  readonly #rows: number;
  #dictionary: Buffer | undefined;

  /**
   * @param sizes columns of the whole chunk, of which only the accounted sizes are used
   * @param dictionary dictionary of the chunk's block; undefined: the block has none. Then a complete chunk gets one,
   * which consists of its first pages, unless the chunk begins with missing pages.
   */
  constructor(encoder: PageEncoder, rows: number, sizes: PageColumns, dictionary: Buffer | undefined) {
    this.#encoder = encoder;
    this.#rows = rows;
    this.rowsPerPage = rowsPerPageFor(Array.from({ length: rows }, (_, row) => sizeOfRow(sizes, row)));
    this.#dictionary = dictionary;
  }

  /** Adds the pages of further rows: all rows of the columns, which are whole pages except at the end of the chunk. */
  async add(columns: PageColumns, rows: number): Promise<void> {
    if (this.#pages.length === 0 && this.#rows === rowsPerChunk) this.#dictionary ??= this.#sampleOf(columns, rows);
    for (let from = 0; from < rows; from += this.rowsPerPage) {
      if (sharedTurn.isOver) await sharedTurn.room();
      const page = this.#encode(columns, from, rows);
      this.#pages.push(page && packPage(page, this.#dictionary));
    }
  }

  /** Adds missing pages for rows that are too large. */
  skip(rows: number): void {
    for (let from = 0; from < rows; from += this.rowsPerPage) this.#pages.push(undefined);
  }

  chunk(number: number, lastId: string): NewChunk {
    const { rowsPerPage } = this;
    return { number, rows: this.#rows, lastId, rowsPerPage, pages: this.#pages, dictionary: this.#dictionary };
  }

  #encode(columns: PageColumns, from: number, rows: number): Buffer | undefined {
    const to = Math.min(from + this.rowsPerPage, rows);
    return sizeOf(columns, from, to) > mostPageSize ? undefined : this.#encoder.encode(columns, from, to);
  }

  #sampleOf(columns: PageColumns, rows: number): Buffer | undefined {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (let from = 0; from < rows && bytes < mostDictionaryBytes; from += this.rowsPerPage) {
      const page = this.#encode(columns, from, rows)?.subarray(0, mostDictionaryBytes - bytes);
      if (!page) continue;
      parts.push(Buffer.from(page));
      bytes += page.length;
    }
    return bytes === 0 ? undefined : Buffer.concat(parts);
  }
}

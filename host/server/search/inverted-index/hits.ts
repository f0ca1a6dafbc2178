/** Represents the rows that the inverted index has found as SQL, so that computations read only these rows. */
import { rowsOfBits } from '../../store/inverted-index/bits.js';
import { matchingRows, type Match } from '../match.js';
import type { Parameters } from '../parameters.js';
import type { StoredIndex } from '../../store/types.js';
import { bitCondition, rowCondition, selectRows } from './candidates.js';
import type { BlockHits, IndexHits, Matches } from './matches.js';

/** Largest number of rows of an index that a statement gets as a list; more rows are passed as a bit set. */
const mostNumbers = 1000;
/** Largest size in bytes of the bit sets of all indices together. */
const mostBytes = 64 * 1024 * 1024;

/** Hits of one index, from the first block with hits to the last. */
interface Hits {
  readonly index: StoredIndex;
  readonly blocks: readonly BlockHits[];
  readonly first: number;
  readonly end: number;
  /** Row numbers of the hits, or a bit set with a bit for each row from `first` on. */
  readonly rows: readonly number[] | Uint8Array;
}

/** Tells whether the bit sets of the hits would be small enough for a statement. */
export function isIndexable(found: readonly IndexHits[]): boolean {
  const rows = found.map(({ blocks }) => (blocks.at(-1)?.block.end ?? 0) - (blocks[0]?.block.head.first ?? 0));
  return rows.reduce((sum, count) => sum + count / 8, 0) <= mostBytes;
}

/** The rows of a search as a SQL table: hits by their numbers, scanned rows by their conditions. */
export class HitTable {
  readonly #match: Match;
  readonly #matches: Matches;
  #hits: readonly Hits[] | undefined;

  constructor(match: Match, matches: Matches) {
    this.#match = match;
    this.#matches = matches;
  }

  get isEmpty(): boolean {
    const { found, scanned } = this.#matches;
    return scanned.length === 0 && found.every(({ blocks }) => blocks.length === 0);
  }

  /**
   * Returns the SQL of the rows.
   * @param columns returns the SQL list of the columns to read from an index
   */
  async sql(columns: (index: StoredIndex) => string, parameters: Parameters): Promise<string> {
    const { found, scanned, firstRow } = this.#matches;
    // The hits are computed only when they are needed, because many answers need no rows.
    this.#hits ??= found.flatMap(({ index, blocks }) => hitsOf(index, blocks) ?? []);
    const scan = await matchingRows(this.#match, scanned, parameters, columns, firstRow);
    const rowsOfIndices = this.#hits.map((one) => hitRows(one, this.#match, columns(one.index), parameters));
    return [...(scan === '' ? [] : [scan]), ...rowsOfIndices].join(' UNION ALL ');
  }
}

function hitsOf(index: StoredIndex, blocks: readonly BlockHits[]): Hits | undefined {
  const first = blocks[0]?.block.head.first;
  const end = blocks.at(-1)?.block.end;
  if (first === undefined || end === undefined) return undefined;
  const count = blocks.reduce((sum, hits) => sum + hits.count, 0);
  if (count <= mostNumbers) {
    const rows = blocks.flatMap(({ block, bits }) => Array.from(rowsOfBits(bits), (row) => block.head.first + row));
    return { index, blocks, first, end, rows };
  }
  const rows = new Uint8Array(Math.ceil((end - first) / 8));
  for (const { block, bits } of blocks) {
    const at = block.head.first - first;
    const { buffer, byteOffset } = bits;
    if (at % 8 === 0) rows.set(new Uint8Array(buffer, byteOffset, Math.ceil(block.rows / 8)), at / 8);
    else
      for (const row of rowsOfBits(bits))
        rows[(at + row) >>> 3] = (rows[(at + row) >>> 3] ?? 0) | (1 << ((at + row) & 7));
  }
  return { index, blocks, first, end, rows };
}

function hitRows(
  { index, blocks, first, end, rows }: Hits,
  match: Match,
  columns: string,
  parameters: Parameters,
): string {
  const from = blocks.reduce((least, { block }) => Math.min(least, block.head.minTime), Infinity);
  const to = blocks.reduce((most, { block }) => Math.max(most, block.head.maxTime), -Infinity);
  const which =
    rows instanceof Uint8Array ? bitCondition(rows, first, end, parameters) : rowCondition(rows, parameters);
  return selectRows({ index, from, to, which }, match, columns, parameters);
}

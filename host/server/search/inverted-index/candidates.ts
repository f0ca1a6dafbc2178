/** Finds in the inverted index the messages of a page that is sorted by time, so that only their rows are read. */
import type { MessageSort } from '../../../../api/contract/searches.js';
import type { StoredIndex } from '../../store/types.js';
import type { Parameters } from '../parameters.js';
import { listedRows, streamCondition, type Match } from '../match.js';
import type { Matches } from './matches.js';
import { firstByTime, type Candidate } from './times.js';

/** Rows of an index that are read together, because they are near each other. */
export interface RowCluster {
  readonly index: StoredIndex;
  readonly rows: readonly Candidate[];
}

/** Largest distance of rows that are read together, because the rows between them are read, too. */
const gap = 40_000;
/** Largest number of statements for distant rows; beyond it, planning a single statement per index is faster. */
const mostClusters = 64;
/** Largest number of rows that a bit set spans. Rows that are further apart are listed by their numbers. */
const mostBits = 512 * 1024;

/**
 * Returns the rows of the first matches in the order of a page.
 * @param wanted number of matches
 * @returns undefined when the page is not sorted by time and message id in one direction, the inverted index has found
 * no match, or too many matches have the same time
 */
export async function candidatesOf(
  { found }: Matches,
  sort: readonly MessageSort[],
  wanted: number,
  signal: AbortSignal | undefined,
): Promise<readonly RowCluster[] | undefined> {
  const [first, second] = sort;
  const byTime = first?.field === 'timestamp' && second?.field === 'gl2_message_id' && sort.length === 2;
  if (found.length === 0 || !byTime || first.order !== second.order) return undefined;
  const candidates = await firstByTime(found, wanted, first.order === 'ASC' ? 1 : -1, signal);
  if (!candidates) return undefined;
  const indices = found.map(({ index }) => index);
  const clusters = clustersOf(indices, candidates, gap);
  return clusters.length > mostClusters ? clustersOf(indices, candidates, Infinity) : clusters;
}

/** Groups rows to clusters. @param apart largest distance between neighbouring rows of a cluster */
function clustersOf(indices: readonly StoredIndex[], candidates: readonly Candidate[], apart: number): RowCluster[] {
  const clusters: { index: StoredIndex; rows: Candidate[] }[] = [];
  let last: Candidate | undefined;
  for (const candidate of [...candidates].sort((a, b) => a.at - b.at || a.row - b.row)) {
    const index = indices[candidate.at];
    if (!index) continue;
    const close = last?.at === candidate.at && candidate.row - last.row <= apart;
    if (close) clusters.at(-1)?.rows.push(candidate);
    else clusters.push({ index, rows: [candidate] });
    last = candidate;
  }
  return clusters;
}

/** Rows of an index, and their time range in epoch milliseconds. */
interface RowsOfTime {
  readonly index: StoredIndex;
  readonly from: number;
  readonly to: number;
  /** SQL condition that selects the rows. */
  readonly which: string;
}

/**
 * Returns SQL that reads known rows. The time range lets the database skip most of the file. The streams of each row
 * are compared again, so that a wrong row number cannot reveal a message of another stream.
 */
export function selectRows(
  { index, from, to, which }: RowsOfTime,
  { streams }: Match,
  columns: string,
  parameters: Parameters,
): string {
  const at = (time: number): string => parameters.add(new Date(time));
  // The upper bound is the millisecond after the latest time, because times may have a finer resolution.
  const within = `ts >= ${at(Math.floor(from))} AND ts < ${at(Math.floor(to) + 1)}`;
  return `SELECT ${columns} FROM ${index.catalog}.messages WHERE ${within} AND ${which} AND ${streamCondition(index, streams, parameters)}`;
}

/** Returns one SQL statement for each cluster, which reads the rows of the cluster. */
export function selectCandidates(
  clusters: readonly RowCluster[],
  match: Match,
  columns: (index: StoredIndex) => string,
  parameters: Parameters,
): string[] {
  return clusters.map(({ index, rows }) => {
    const times = rows.map(({ time }) => time);
    const numbers = rows.map(({ row }) => row);
    const known = {
      index,
      from: least(times),
      to: -least(times.map((time) => -time)),
      which: rowCondition(numbers, parameters),
    };
    return selectRows(known, match, columns(index), parameters);
  });
}

/** Returns the SQL condition that selects rows by their numbers. @param rows row numbers in ascending order */
export function rowCondition(rows: readonly number[], parameters: Parameters): string {
  const [first = 0] = rows;
  const last = rows.at(-1) ?? first;
  if (rows.length === 1) return `rowid = ${first}`;
  if (last - first > mostBits) return listedRows(rows, parameters);
  const bits = new Uint8Array(((last - first) >>> 3) + 1);
  for (const row of rows) bits[(row - first) >>> 3] = (bits[(row - first) >>> 3] ?? 0) | (1 << ((row - first) & 7));
  return bitCondition(bits, first, last + 1, parameters);
}

/**
 * Returns the SQL condition that selects the rows of a bit set.
 * @param bits one bit for each row from `first` up to, but not including, `end`; the lowest bit of a byte comes first
 */
export function bitCondition(bits: Uint8Array, first: number, end: number, parameters: Parameters): string {
  const range = `rowid >= ${first} AND rowid < ${end}`;
  // DuckDB counts the bits of a byte from the highest. CASE keeps `get_bit` from being
  // asked for positions outside the bits, because the order of conditions in an AND is undefined.
  return `${range} AND CASE WHEN ${range} THEN get_bit(${parameters.add(bits)}, xor(rowid - ${first}, 7)::INTEGER) = 1 ELSE false END`;
}

const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);

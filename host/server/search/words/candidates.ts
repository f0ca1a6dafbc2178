/** The hits that a page sorted by time is made of, when the word index knows them: only these rows are read. */
import type { MessageSort } from '../../../../api/contract/searches.js';
import type { StoredIndex } from '../../store/types.js';
import type { Parameters } from '../parameters.js';
import type { Matches } from './matches.js';
import { firstByTime, type Candidate } from './times.js';

/** Rows of an index that are read together. */
export interface RowCluster {
  readonly index: StoredIndex;
  readonly rows: readonly Candidate[];
}

/** Rows this far apart are read one by one: what lies between them would be read, too. */
const gap = 40_000;

/**
 * @param wanted how many come first
 * @returns undefined when the word index does not know which these are
 */
export async function candidatesOf(
  { found }: Matches,
  sort: readonly MessageSort[],
  wanted: number,
): Promise<readonly RowCluster[] | undefined> {
  const [first, second] = sort;
  const byTime = first?.field === 'timestamp' && second?.field === 'gl2_message_id' && sort.length === 2;
  if (found.length === 0 || !byTime || first.order !== second.order) return undefined;
  const candidates = await firstByTime(found, wanted, first.order === 'ASC' ? 1 : -1);
  return (
    candidates &&
    clustersOf(
      found.map(({ index }) => index),
      candidates,
    )
  );
}

function clustersOf(indices: readonly StoredIndex[], candidates: readonly Candidate[]): RowCluster[] {
  const clusters: { index: StoredIndex; rows: Candidate[] }[] = [];
  let last: Candidate | undefined;
  for (const candidate of [...candidates].sort((a, b) => a.at - b.at || a.row - b.row)) {
    const index = indices[candidate.at];
    if (!index) continue;
    const close = last?.at === candidate.at && candidate.row - last.row <= gap;
    if (close) clusters.at(-1)?.rows.push(candidate);
    else clusters.push({ index, rows: [candidate] });
    last = candidate;
  }
  return clusters;
}

/** A statement for each cluster. The times, which are known, spare the engine most of the file. */
export function selectCandidates(
  clusters: readonly RowCluster[],
  columns: (index: StoredIndex) => string,
  parameters: Parameters,
): string[] {
  return clusters.map(({ index, rows }) => {
    const times = rows.map(({ time }) => time);
    const at = (time: number): string => parameters.add(new Date(time));
    // Behind the last millisecond: times may be finer.
    const within = `ts >= ${at(least(times))} AND ts < ${at(-least(times.map((time) => -time)) + 1)}`;
    const [only] = rows;
    const which =
      rows.length === 1 && only
        ? `rowid = ${only.row}`
        : `list_contains([${rows.map(({ row }) => row).join(',')}]::BIGINT[], rowid)`;
    return `SELECT ${columns(index)} FROM ${index.catalog}.messages WHERE ${within} AND ${which}`;
  });
}

const least = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.min(a, b), Infinity);

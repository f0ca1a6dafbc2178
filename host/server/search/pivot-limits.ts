/**
 * Limits the costs of a pivot. Beyond the limits, planning a statement takes minutes, or the statement fills the memory
 * before it can be interrupted.
 */
import type { SearchType } from '../../../api/contract/searches.js';
import type { MessageReader, StoredIndex } from '../store/types.js';
import { SearchTypeError } from './errors.js';
import type { Match } from './match.js';
import { countMatches } from './message-rows.js';
import type { SeriesPlan } from './series.js';
import { texts } from './texts.js';

/** Largest number of buckets in one response, outer and inner buckets together, as in the reference server. */
export const maximumBuckets = 65_535;
/** Largest product of buckets and series. */
const maximumValues = 1_000_000;
/** Largest number of groups, rows and columns together. */
const maximumGroups = 32;
const maximumSeries = 500;

/** Checks the numbers of groups and series of a pivot. @throws SearchTypeError when there are too many */
export function checkShape({ row_groups, column_groups, series }: SearchType): void {
  const groups = (row_groups?.length ?? 0) + (column_groups?.length ?? 0);
  if (groups > maximumGroups) throw new SearchTypeError(texts.tooManyGroups(maximumGroups, groups));
  const wanted = series?.length ?? 0;
  if (wanted > maximumSeries) throw new SearchTypeError(texts.tooManySeries(maximumSeries, wanted));
}

/** Returns the largest number of buckets of a response, which is smaller for many series. */
export function bucketLimit(series: number): number {
  return Math.min(maximumBuckets, Math.floor(maximumValues / Math.max(series, 1)));
}

export function tooManyBuckets(limit: number, count: number): SearchTypeError {
  return new SearchTypeError(texts.unableToSearch(texts.tooManyBuckets(limit, count)));
}

const bucketMark = 'too many buckets of an outer group';

/**
 * Wraps SQL of the buckets of an outer group. If there are too many buckets, the statement fails before the inner
 * groups are computed.
 */
export function guarded(buckets: string): string {
  const check = `CASE WHEN buckets > ${maximumBuckets} THEN error('${bucketMark}') ELSE true END`;
  return `SELECT * EXCLUDE (buckets) FROM (SELECT *, count(*) OVER () AS buckets FROM (${buckets})) WHERE ${check}`;
}

/**
 * Returns the search error for a statement that failed because of too many buckets. Other errors are returned
 * unchanged.
 */
export function pivotFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes(bucketMark)) return error;
  return tooManyBuckets(maximumBuckets, maximumBuckets + 1);
}

/**
 * Tells whether the memory suffices to hold the values of percentiles, and the distinct values of cardinalities,
 * several times at once.
 * @param times how many times all values are held at once
 * @param budget largest number of values that may be held at the same time
 */
export function mayHold(
  times: number,
  series: readonly SeriesPlan[],
  indices: readonly StoredIndex[],
  budget: number,
): boolean {
  const holding = series.filter(({ parts }) => !parts).length;
  const stored = indices.reduce((sum, { messages }) => sum + messages, 0);
  return stored * holding * times <= budget;
}

/**
 * Checks the number of values that the percentiles of a pivot hold. The check is necessary because the database does
 * not limit the memory of percentiles.
 * @param budget largest number of values that may be held at the same time
 * @throws SearchTypeError when the percentiles hold more values
 */
export async function checkPercentiles(
  store: MessageReader,
  series: readonly SeriesPlan[],
  match: Match,
  indices: readonly StoredIndex[],
  budget: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const holding = series.filter(({ holdsValues }) => holdsValues).length;
  const stored = indices.reduce((sum, { messages }) => sum + messages, 0);
  if (holding === 0 || stored * holding <= budget) return;
  const { total } = await countMatches(store, match, signal);
  if (total * holding > budget) {
    throw new SearchTypeError(texts.unableToSearch(texts.tooManyPercentileValues(budget, total * holding)));
  }
}

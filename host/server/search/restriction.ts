/**
 * Restrictions that a caller's token imposes on every search: a filter, a time range, a greatest age of messages. No
 * part of a request can widen them.
 */
import type { TimeRange } from '../../../api/contract/searches.js';
import type { QueryNode } from '../../../api/language/index.js';
import type { QuerySettings } from './compile.js';
import { readQuery } from './compile.js';
import type { PlannedQuery } from './query-plan.js';
import { resolveRange, type ResolvedRange } from './time-range.js';

export interface SearchRestriction {
  /** Query in search syntax, without parameters, that every examined message must match. */
  readonly filter?: string;
  /** Time range that replaces every time range of a request. */
  readonly range?: TimeRange;
  /** Greatest age of examined messages in seconds. */
  readonly longestSeconds?: number;
  /** True when events (alerts) may be searched; the filter is about messages and does not fit events. */
  readonly events: boolean;
}

/**
 * Returns the time range to search: the restriction's range replaces the requested range, and its greatest age limits
 * the result.
 * @throws TimeRangeError when the restriction's own range is invalid
 */
export function restrictedRange(
  range: ResolvedRange,
  restriction: SearchRestriction | undefined,
  now: number,
): ResolvedRange {
  if (!restriction) return range;
  const { from, to } = restriction.range ? resolveRange(restriction.range, now) : range;
  const { longestSeconds } = restriction;
  const earliest = longestSeconds === undefined ? -Infinity : now - longestSeconds * 1000;
  const begin = Math.max(from, earliest);
  return { from: begin, to: Math.max(to, begin) };
}

/**
 * Returns the query with all its time ranges, including offsets to earlier times, replaced or limited by the
 * restriction.
 */
export function restrictedPlan(
  planned: PlannedQuery,
  restriction: SearchRestriction | undefined,
  now: number,
): PlannedQuery {
  if (!restriction?.range && restriction?.longestSeconds === undefined) return planned;
  const inside = (range: ResolvedRange) => ({ range: restrictedRange(range, restriction, now), allTime: false });
  return {
    ...planned,
    ...inside(planned.range),
    searchTypes: planned.searchTypes.map((one) => ({ ...one, ...inside(one.range) })),
  };
}

/**
 * Parses the filter separately; the caller combines it by AND with the request's query. Therefore no text of a request
 * can change the meaning of the filter.
 * @throws SearchTypeError for an invalid filter
 */
export function forcedQueries(restriction: SearchRestriction | undefined, settings: QuerySettings): QueryNode[] {
  const node = restriction?.filter === undefined ? null : readQuery(restriction.filter, settings);
  return node ? [node] : [];
}

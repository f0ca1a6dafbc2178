/**
 * Restrictions that a caller's token puts on every search: a filter, a range, a greatest age of messages. Nothing in a call can widen
 * them.
 */
import type { TimeRange } from '../../../api/contract/searches.js';
import type { QueryNode } from '../../../api/language/index.js';
import type { QuerySettings } from './compile.js';
import { readQuery } from './compile.js';
import type { PlannedQuery } from './query-plan.js';
import { resolveRange, type ResolvedRange } from './time-range.js';

export interface SearchRestriction {
  /** Search syntax; parameters mean nothing in it. Every message that is examined matches it. */
  readonly filter?: string;
  /** Takes the place of every range. */
  readonly range?: TimeRange;
  /** Seconds before now of which nothing older is examined. */
  readonly longestSeconds?: number;
  /** True when events (alerts) may be searched; the filter is about messages and does not fit events. */
  readonly events: boolean;
}

/** @throws TimeRangeError */
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

/** The query with every range, offsets to earlier times included, inside what the restriction leaves. */
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

/** Read on its own and joined by AND, so that no text of a call can leave its brackets. @throws SearchTypeError */
export function forcedQueries(restriction: SearchRestriction | undefined, settings: QuerySettings): QueryNode[] {
  const node = restriction?.filter === undefined ? null : readQuery(restriction.filter, settings);
  return node ? [node] : [];
}

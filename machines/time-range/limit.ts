/**
 * The administrator's limit on how far back a search may reach. It is the setting `query_time_range_limit` (spec 2 §5;
 * contract search T4).
 */
import type { TimeRange } from '../../api/contract/searches.js';
import { durationSeconds, parseDuration, subtractDuration } from '../../api/duration.js';
import { isAllTime, spanOf } from './ranges.js';

/**
 * Returns the earliest instant that may be searched, in epoch milliseconds. Returns undefined if there is no limit: the
 * limit is absent, unreadable or `PT0S`.
 */
export function earliestAllowed(limit: string | undefined, now: number): number | undefined {
  const duration = limit === undefined ? undefined : parseDuration(limit);
  if (!duration || (duration.months === 0 && duration.seconds === 0)) return undefined;
  return subtractDuration(now, duration);
}

/** Tells whether a range starts too early; a keyword range can be checked only if `keywordSpan` is given. */
export function exceedsLimit(
  range: TimeRange,
  limit: string | undefined,
  now: number,
  keywordSpan?: { readonly from: number },
): boolean {
  const earliest = earliestAllowed(limit, now);
  if (earliest === undefined) return false;
  if (isAllTime(range)) return true;
  const span = range.type === 'keyword' ? keywordSpan : spanOf(range, now);
  return span !== undefined && span.from < earliest;
}

export interface RangePreset {
  /** Length of the range as an ISO 8601 period. */
  readonly period: string;
  readonly label: string;
  readonly range: TimeRange;
}

/**
 * Returns the configured presets in their order, without presets that are unreadable or beyond the limit. "All time" is
 * always the last preset. It is left out if there is a limit.
 */
export function presetsWithin(
  options: Readonly<Record<string, string>>,
  limit: string | undefined,
): readonly RangePreset[] {
  const limitSeconds = durationSeconds(limit ?? 'PT0S');
  const presets = Object.entries(options).flatMap(([period, label]): RangePreset[] => {
    if (!parseDuration(period)) return [];
    const from = durationSeconds(period);
    return [{ period, label, range: from === 0 ? { type: 'relative', range: 0 } : { type: 'relative', from } }];
  });
  const bounded = presets.filter(({ range }) => !isAllTime(range));
  if (limitSeconds > 0) return bounded.filter(({ period }) => durationSeconds(period) <= limitSeconds);
  return [...bounded, ...presets.filter(({ range }) => isAllTime(range))];
}

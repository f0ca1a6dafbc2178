/**
 * Builds the additional searches of a time chart. The functions are pure.
 * - To divide messages by level, one small search has the messages, buckets and range of the histogram.
 * - For all time the buckets are months (contract search P9), so messages of a few minutes form a single bar. A second
 *   search from the first to the last message has finer buckets.
 */
import type { AbsoluteRange, PivotResult, Search, SearchJob } from '../../api/contract/searches.js';
import type { AggregationConfig, Widget } from '../../api/contract/views.schema.js';
import { emptyValueKey, isTimeline } from '../pivot/keys.js';
import { instantOfWire } from '../time-range/local-time.js';
import { isAllTime } from '../time-range/ranges.js';
import { autoInterval } from '../pivot/auto-interval.js';
import { searchOf, type SearchedDraft } from './draft-search.js';
import { deriveSearchTypes } from './search-types.js';
import { stackedBy } from './stacking.js';
import { aggregationOf } from './widget-config.js';

const queryId = 'levels';
/** Generates the same id every time, which suffices, because the search has only one search type. */
const onlyId = { uuid: () => queryId, objectId: () => queryId };

/**
 * Tells whether a chart over a limited range has finer buckets than months. The result is false unless the chart has a
 * time axis with an automatic interval.
 * @param range range from the first to the last message
 */
export function hasFinerBuckets(
  config: Pick<AggregationConfig, 'row_pivots' | 'sort'>,
  range: AbsoluteRange | undefined,
): boolean {
  const interval = config.row_pivots[0]?.config.interval;
  if (!range || !isTimeline(config) || interval?.type === 'timeunit') return false;
  const span = (instantOfWire(range.to) ?? NaN) - (instantOfWire(range.from) ?? NaN);
  return span >= 0 && autoInterval(span, interval?.scaling ?? 1) !== '1M';
}

/** Returns a range that also contains the last message. @param range range from the first to the last message */
const whole = ({ from, to }: AbsoluteRange): AbsoluteRange => ({
  type: 'absolute',
  from,
  // The end can be parsed: this function gets only ranges that `hasFinerBuckets` has parsed.
  to: new Date(instantOfWire(to)! + 1).toISOString(),
});

/**
 * Builds the search that splits the bars of a time chart by a field.
 * @param range effective range of the displayed bars, which excludes messages that have arrived since. For all time it
 * extends from the first to the last message; if its buckets would not be finer than months, all time is searched
 * again.
 * @param field field that splits the bars; undefined: the bars are split as configured in the widget
 */
export function levelSearch(
  draft: SearchedDraft,
  range: AbsoluteRange,
  widget: Widget,
  field: string | undefined,
): Search {
  const own = aggregationOf(widget);
  const config = field === undefined ? own : stackedBy(own, field);
  const { searchTypes } = deriveSearchTypes([{ ...widget, config: { ...config } }], onlyId);
  const allTime = isAllTime(draft.timeRange);
  const finer = allTime && hasFinerBuckets(own, range);
  const timeRange = finer ? whole(range) : allTime ? draft.timeRange : { ...range, type: 'absolute' as const };
  return searchOf(queryId, { ...draft, timeRange }, [...searchTypes]);
}

/** Returns the result with the bars; undefined when there are no bars. */
export function barsOf(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[queryId]?.search_types?.[queryId];
  return found?.type === 'pivot' && found.rows.length > 0 ? found : undefined;
}

/**
 * Returns the result with the bars by level. Returns undefined when there is no such result or no message has a level.
 */
export function levelsOf(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[queryId]?.search_types?.[queryId];
  if (found?.type !== 'pivot') return undefined;
  const hasLevel = (keys: readonly string[]): boolean => keys.length > 1 && keys[0] !== emptyValueKey;
  return found.rows.some(({ values }) => values.some(({ key }) => hasLevel(key))) ? found : undefined;
}

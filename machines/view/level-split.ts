/**
 * Plans the searches that a chart over time needs beside the view. The functions are pure.
 * - The messages of a histogram by their level: one small search of the same messages, buckets and range.
 * - The buckets of all time are months, as it has no beginning (contract search P9); where messages are of minutes that is one
 *   bar. Asked again from the first to the last message, they are as fine as in any other range.
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

const queryId = 'levels';
/** There is one search type. */
const onlyId = { uuid: () => queryId, objectId: () => queryId };

/** Tells whether a range from the first to the last message has finer buckets than months. @param range from first to last message */
export function hasFinerBuckets(
  config: Pick<AggregationConfig, 'row_pivots' | 'sort'>,
  range: AbsoluteRange | undefined,
): boolean {
  const interval = config.row_pivots[0]?.config.interval;
  if (!range || !isTimeline(config) || interval?.type === 'timeunit') return false;
  const span = (instantOfWire(range.to) ?? NaN) - (instantOfWire(range.from) ?? NaN);
  return span >= 0 && autoInterval(span, interval?.scaling ?? 1) !== '1M';
}

/** @param range from the first to the last message, that one included */
const whole = ({ from, to }: AbsoluteRange): AbsoluteRange => ({
  type: 'absolute',
  from,
  // A range that has finer buckets has an end.
  to: new Date(instantOfWire(to)! + 1).toISOString(),
});

/**
 * @param range that of the bars on screen: other messages may have come since. Of all time it reaches from the first to the last
 *   message; where its buckets are no finer than months it is asked again as it is
 * @param field whose values the bars consist of; undefined: of what the widget says
 */
export function levelSearch(
  draft: SearchedDraft,
  range: AbsoluteRange,
  widget: Widget,
  field: string | undefined,
): Search {
  const own = widget.config as AggregationConfig;
  const config = field === undefined ? own : stackedBy(own, field);
  const { searchTypes } = deriveSearchTypes([{ ...widget, config: { ...config } }], onlyId);
  const allTime = isAllTime(draft.timeRange);
  const finer = allTime && hasFinerBuckets(own, range);
  const timeRange = finer ? whole(range) : allTime ? draft.timeRange : { ...range, type: 'absolute' as const };
  return searchOf(queryId, { ...draft, timeRange }, [...searchTypes]);
}

/** Undefined where that was not answered. */
export function barsOf(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[queryId]?.search_types?.[queryId];
  return found?.type === 'pivot' && found.rows.length > 0 ? found : undefined;
}

/** Undefined where that was not answered, or no message has a level. */
export function levelsOf(job: SearchJob): PivotResult | undefined {
  const found = job.results?.[queryId]?.search_types?.[queryId];
  if (found?.type !== 'pivot') return undefined;
  const told = (keys: readonly string[]): boolean => keys.length > 1 && keys[0] !== emptyValueKey;
  return found.rows.some(({ values }) => values.some(({ key }) => told(key))) ? found : undefined;
}

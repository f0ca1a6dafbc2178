/** Fills gaps in time series: a count without messages is 0, whereas an average without messages does not exist. */
import { parseSeries } from '../../api/formula/series-text.js';
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { AggregationConfig } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { bucketBefore, bucketEnd } from './bucket-interval.js';
import { metricFunction, type ChartData, type TimeAxis, type TimeBucket } from './chart-data.js';

/** Functions whose value is 0 when there are no messages. */
const additive: ReadonlySet<string> = new Set(['count', 'sum', 'card']);

/** Searched span of a chart, and the present. */
export interface FilledSpan {
  /** Range that was searched; undefined: the buckets of the result are the whole span. */
  readonly range: AbsoluteRange | undefined;
  /** Present in epoch milliseconds: a bucket in the future has no messages yet, so it is not filled. */
  readonly now: number;
}

/**
 * Largest number of empty buckets that are added at one end of the axis. An end that would need more gets none, because
 * so many buckets would slow the chart down.
 */
const mostAdded = 5_000;

/**
 * Replaces the missing values of count, sum and card by 0 if the chart has a time axis. Servers leave out the empty
 * buckets before the first and after the last message (contract search P8), so these are added. Values of other
 * functions stay missing, and so do all values of charts with categories.
 */
export function zeroFilled<Data extends ChartData>(data: Data, config: AggregationConfig, span: FilledSpan): Data {
  if (data.axis.type !== 'time') return data;
  const [before, after] = emptyEnds(data.axis, span);
  const series = data.series.map((one) => {
    const empty = additive.has(parseSeries(metricFunction(one.metric, config)).type) ? 0 : null;
    const filled = [...before.map(() => null), ...one.values, ...after.map(() => null)];
    return { ...one, values: filled.map((value) => value ?? empty) };
  });
  const buckets = [...before, ...data.axis.buckets, ...after];
  const from = Math.min(data.axis.from, buckets[0]?.start ?? Infinity);
  const to = Math.max(data.axis.to, buckets.at(-1)?.end ?? -Infinity);
  return { ...data, axis: { ...data.axis, from, to, buckets }, series };
}

/** Returns the buckets that the range contains before the first and after the last bucket of an axis. */
function emptyEnds(
  { buckets, interval, zone = 'UTC' }: TimeAxis,
  { range, now }: FilledSpan,
): readonly [before: readonly TimeBucket[], after: readonly TimeBucket[]] {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const from = range && instantOfWire(range.from);
  const to = range && instantOfWire(range.to);
  if (!first || !last || !interval || from === undefined || to === undefined) return [[], []];
  const before: TimeBucket[] = [];
  for (let end = first.start; end > from && before.length <= mostAdded; end = before.at(-1)?.start ?? from) {
    const start = bucketBefore(end, interval, zone);
    before.push({ start, end, key: new Date(start).toISOString() });
  }
  const until = Math.min(to, now);
  const after: TimeBucket[] = [];
  for (let start = last.end; start < until && after.length <= mostAdded; start = after.at(-1)?.end ?? until)
    after.push({ start, end: bucketEnd(start, interval, zone), key: new Date(start).toISOString() });
  return [before.length > mostAdded ? [] : before.reverse(), after.length > mostAdded ? [] : after];
}

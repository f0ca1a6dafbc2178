/**
 * The range that the automatic intervals of a result follow from. Of "all time" that is everything since 1970 (contract search P9),
 * while its effective range is that of the messages: only the buckets tell that it was asked for.
 */
import type { AbsoluteRange, PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { bucketInterval } from './bucket-interval.js';
import { pivotFields } from './keys.js';

type Interval = WidgetPivot['config']['interval'];

const sinceEpoch = '1970-01-01T00:00:00.000Z';
const dayMs = 24 * 60 * 60 * 1000;

const beginsMonth = (instant: number): boolean => instant % dayMs === 0 && new Date(instant).getUTCDate() === 1;

/** @param starts of the buckets of one group by time, ms since 1970, in any order and any number of times */
export function countedRange(
  starts: Iterable<number>,
  interval: Interval,
  range: AbsoluteRange | undefined,
): AbsoluteRange | undefined {
  const narrow = bucketInterval(interval, range);
  if (!range || !narrow || narrow.months !== undefined || interval?.type === 'timeunit') return range;
  let [first, last] = [Infinity, -Infinity];
  for (const start of starts) {
    if (!beginsMonth(start)) return range;
    first = Math.min(first, start);
    last = Math.max(last, start);
  }
  // Between two of a narrower interval there would be others; and of all time the first one holds the first message.
  const isAllTime = first < last || first + narrow.length <= Date.parse(range.from);
  return isAllTime ? { ...range, from: sinceEpoch } : range;
}

/** The same for the groups by time of a whole result. */
export function countedRangeOf(
  { rows, effective_timerange: range }: PivotResult,
  { row_pivots, column_pivots }: Pick<AggregationConfig, 'row_pivots' | 'column_pivots'>,
): AbsoluteRange | undefined {
  const isTime = ({ kind }: { readonly kind: string }): boolean => kind === 'time';
  const [inRows, inColumns] = [row_pivots, column_pivots].map((pivots) => pivotFields(pivots).findIndex(isTime));
  const interval = [...row_pivots, ...column_pivots].find(({ type }) => type === 'time')?.config?.interval;
  const keys =
    inRows !== undefined && inRows >= 0
      ? rows.map(({ key }) => key[inRows])
      : inColumns !== undefined && inColumns >= 0
        ? rows.flatMap(({ values }) => values.map(({ key }) => (key.length > 1 ? key[inColumns] : undefined)))
        : [];
  const starts = new Set(keys.flatMap((key) => instantOfWire(key ?? '') ?? []));
  return countedRange(starts, interval, range);
}

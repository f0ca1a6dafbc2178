/**
 * Computes the time range from which the server derived the automatic intervals of a result. For "all time" this range
 * starts in 1970 (contract search P9), whereas the effective range in the answer is the range of the messages. Only the
 * widths of the buckets reveal that all time was searched.
 */
import type { AbsoluteRange, PivotResult } from '../../api/contract/searches.js';
import type { AggregationConfig, WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { bucketInterval, type BucketInterval } from './bucket-interval.js';
import { pivotFields } from './keys.js';

type Interval = WidgetPivot['config']['interval'];

const sinceEpoch = '1970-01-01T00:00:00.000Z';
const dayMs = 24 * 60 * 60 * 1000;

const beginsMonth = (instant: number): boolean => instant % dayMs === 0 && new Date(instant).getUTCDate() === 1;

/**
 * Tells whether a bucket of fixed length can start at an instant: buckets count from 1970, weeks from Mondays (contract
 * search P8).
 */
const begins = (instant: number, { length }: BucketInterval): boolean =>
  (instant - (length === 7 * dayMs ? 4 * dayMs : 0)) % length === 0;

/**
 * Returns the range from which a time group's automatic interval was derived. Returns undefined when `range` is
 * undefined.
 * @param starts starts of the buckets of a group by `timestamp` in epoch milliseconds; they may be in any order and may
 * repeat
 * @param isWhole true when the time group is the only row group: then the result also contains the empty buckets
 * between others (contract search P8)
 */
export function countedRange(
  starts: Iterable<number>,
  interval: Interval,
  range: AbsoluteRange | undefined,
  isWhole: boolean,
): AbsoluteRange | undefined {
  const narrow = bucketInterval(interval, range);
  const from = range && instantOfWire(range.from);
  if (!range || from === undefined || !narrow || narrow.months !== undefined || interval?.type === 'timeunit')
    return range;
  let [first, last] = [Infinity, -Infinity];
  let isOfNarrow = true;
  for (const start of starts) {
    if (!beginsMonth(start)) return range;
    first = Math.min(first, start);
    last = Math.max(last, start);
    isOfNarrow &&= begins(start, narrow);
  }
  // All buckets start with a month, as the buckets of all time do. The buckets of a limited range would have the
  // interval `narrow`, and three conditions would hold: the first bucket ends after the range begins; all buckets start
  // at multiples of its length; the second bucket does not start with a month (`isWhole`: it is in the result). If one
  // of these conditions is violated, all time was searched. The effective range of all time begins with the first
  // message, which the first bucket contains.
  const isAllTime = first + narrow.length <= from || (first <= from && !isOfNarrow) || (isWhole && first < last);
  return isAllTime ? { ...range, from: sinceEpoch } : range;
}

/**
 * Returns the range from which the automatic intervals of a whole result were derived. Only groups by `timestamp`
 * reveal it; otherwise the effective range is returned.
 */
export function countedRangeOf(
  { rows, effective_timerange: range }: PivotResult,
  { row_pivots, column_pivots }: Pick<AggregationConfig, 'row_pivots' | 'column_pivots'>,
): AbsoluteRange | undefined {
  const isTime = ({ kind }: { readonly kind: string }): boolean => kind === 'time';
  const [inRows, inColumns] = [row_pivots, column_pivots].map((pivots) => pivotFields(pivots).findIndex(isTime));
  const pivot = [...row_pivots, ...column_pivots].find(({ type }) => type === 'time');
  if (pivot?.fields[0] !== 'timestamp') return range;
  const keys =
    inRows !== undefined && inRows >= 0
      ? rows.map(({ key }) => key[inRows])
      : inColumns !== undefined && inColumns >= 0
        ? rows.flatMap(({ values }) => values.map(({ key }) => (key.length > 1 ? key[inColumns] : undefined)))
        : [];
  const starts = new Set(keys.flatMap((key) => instantOfWire(key ?? '') ?? []));
  return countedRange(starts, pivot.config?.interval, range, pivot === row_pivots[0] && row_pivots.length === 1);
}

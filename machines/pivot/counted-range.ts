/**
 * Computes the range from which automatic intervals of a result follow. For "all time" this range starts in 1970
 * (contract search P9), while the effective range of the answer is the range of the messages: only the bucket widths
 * reveal that all time was searched.
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

/** Buckets of fixed length are aligned to 1970-01-01, a Thursday; weeks begin on Mondays (contract search P8). */
const begins = (instant: number, { length }: BucketInterval): boolean =>
  (instant - (length === 7 * dayMs ? 4 * dayMs : 0)) % length === 0;

/**
 * @param starts of the buckets of one group by `timestamp`, ms since 1970, in any order and any number of times
 * @param isWhole true when the time group is the only row group: then the result also has the empty buckets between
 * others (contract search P8)
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
  // For a limited range the first narrow bucket ends after the range begins, starts at a multiple of its length, and is
  // followed by adjacent buckets. For all time the first bucket contains the first message, which is where the range
  // begins.
  const isAllTime = first + narrow.length <= from || (first <= from && !isOfNarrow) || (isWhole && first < last);
  return isAllTime ? { ...range, from: sinceEpoch } : range;
}

/**
 * Range of the time groups in a whole result. Groups by a time field other than `timestamp` give no information about
 * the range.
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

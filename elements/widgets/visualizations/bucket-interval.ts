/** Width of time buckets: the server's rules for automatic and fixed intervals (contract search P8, P9). */
import type { AbsoluteRange } from '../../../api/contract/searches.js';
import type { WidgetPivot } from '../../../api/contract/views.schema.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Width of one bucket; months have no length in ms, they end where the next one starts. */
export interface BucketInterval {
  /** ms; for months the mean length. */
  readonly length: number;
  /** Calendar months in UTC instead of a fixed length. */
  readonly months?: number;
}

/** [longest range, bucket length]: the automatic interval by range × scaling. */
const automatic: readonly (readonly [number, number])[] = [
  [20, 1],
  [200, 5],
  [500, 10],
  [second, 20],
  [2 * second, 40],
  [10 * second, 200],
  [30 * second, 500],
  [minute, second],
  [2 * minute, 2 * second],
  [4 * minute, 5 * second],
  [7 * minute, 10 * second],
  [10 * minute, 20 * second],
  [30 * minute, 30 * second],
  [hour, minute],
  [2 * hour, 2 * minute],
  [4 * hour, 5 * minute],
  [12 * hour, 10 * minute],
  [16 * hour, 15 * minute],
  [day, 30 * minute],
  [2 * day, hour],
  [4 * day, 2 * hour],
  [10 * day, 4 * hour],
  [12 * day, 6 * hour],
  [28 * day, 12 * hour],
  [60 * day, day],
  [120 * day, 2 * day],
  [180 * day, 3 * day],
  [365 * day, 7 * day],
  [730 * day - 1, 14 * day],
];

const oneMonth: BucketInterval = { length: 30.4 * day, months: 1 };

const units: Readonly<Record<string, number>> = {
  seconds: second,
  minutes: minute,
  hours: hour,
  days: day,
  weeks: 7 * day,
  months: 30 * day,
  years: 365 * day,
};

/** The width the server used, from the grouping's configuration and the effective range; undefined if not known. */
export function bucketInterval(
  interval: WidgetPivot['config']['interval'],
  range: AbsoluteRange | undefined,
): BucketInterval | undefined {
  if (interval?.type === 'timeunit') {
    const unit = units[interval.unit];
    if (unit === undefined || !(interval.value > 0)) return undefined;
    return interval.unit === 'months' && interval.value === 1 ? oneMonth : { length: interval.value * unit };
  }
  if (!range) return undefined;
  const span = (Date.parse(range.to) - Date.parse(range.from)) * (interval?.scaling ?? 1);
  if (!(span >= 0)) return undefined;
  const found = automatic.find(([longest]) => span <= longest);
  return found ? { length: found[1] } : oneMonth;
}

/** Where the bucket that starts at `start` (ms) ends. */
export function bucketEnd(start: number, interval: BucketInterval): number {
  if (interval.months === undefined) return start + interval.length;
  const date = new Date(start);
  date.setUTCMonth(date.getUTCMonth() + interval.months);
  return date.getTime();
}

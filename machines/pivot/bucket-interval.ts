/** Width of time buckets, by the server's rules for automatic and fixed intervals (contract search P8, P9). */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { autoInterval } from './auto-interval.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Width of a time bucket. A bucket of one month is a calendar month in the time zone of the search. A bucket of several
 * months has a fixed length of 30 days per month.
 */
export interface BucketInterval {
  /** Width in milliseconds; for a calendar month the approximate average length. */
  readonly length: number;
  /** Width in calendar months; absent for buckets of fixed length. */
  readonly months?: number;
}

const oneMonth: BucketInterval = { length: 30.4 * day, months: 1 };

const letters: Readonly<Record<string, number>> = { ms: 1, s: second, m: minute, h: hour, d: day, w: 7 * day };

const units: Readonly<Record<string, number>> = {
  seconds: second,
  minutes: minute,
  hours: hour,
  days: day,
  weeks: 7 * day,
  months: 30 * day,
  years: 365 * day,
};

/**
 * Returns the bucket width that the server used for a time group with this interval and effective range. Returns
 * undefined when the width cannot be determined.
 */
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
  const span = (instantOfWire(range.to) ?? NaN) - (instantOfWire(range.from) ?? NaN);
  if (!(span >= 0)) return undefined;
  const [, count = '1', letter = ''] = /^(\d+)(\w+)$/.exec(autoInterval(span, interval?.scaling ?? 1)) ?? [];
  if (letter === 'M') return oneMonth;
  const length = Number(count) * (letters[letter] ?? 0);
  return length > 0 ? { length } : undefined;
}

/**
 * Returns the end of the bucket that starts at `start`; both are in epoch milliseconds. The time zone of a calendar
 * month is recognised by its start. If daylight saving time begins or ends in the month, the returned end is wrong by
 * that hour.
 */
export function bucketEnd(start: number, interval: BucketInterval): number {
  if (interval.months === undefined) return start + interval.length;
  // The start is the beginning of a month in some zone, which is at most 14 hours from the beginning in UTC.
  const near = new Date(start + 15 * day);
  const firstOfMonth = Date.UTC(near.getUTCFullYear(), near.getUTCMonth());
  return start + Date.UTC(near.getUTCFullYear(), near.getUTCMonth() + interval.months) - firstOfMonth;
}

/** Width of time buckets, by the server's rules for automatic and fixed intervals (contract search P8, P9). */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { instantOf, localOf } from '../time-range/zone.js';
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
 * Returns the zone in whose local time the buckets of a result begin: the zone of the search, or UTC for a server that
 * counts in UTC (contract search P8). A single start does not always reveal the zone. For example, midnight in London
 * is midnight in UTC until the clocks are set forward.
 * @param starts starts of all buckets of the result in epoch milliseconds
 * @param zone IANA name of the zone of the search
 */
export function bucketZone(starts: readonly number[], interval: BucketInterval, zone: string): string {
  const isOnlyIn = (own: string, other: string): boolean =>
    starts.some(
      (start) => roundLocal(start, interval, own) !== undefined && roundLocal(start, interval, other) === undefined,
    );
  return isOnlyIn('UTC', zone) && !isOnlyIn(zone, 'UTC') ? 'UTC' : zone;
}

/**
 * Returns the end of the bucket that starts at `start`; both are in epoch milliseconds. Where a bucket is not a whole
 * number of hours long, or lasts an hour or less, and where one begins in local time that the clocks repeat, the server
 * ends a bucket at a change of the clock. This is not followed: it concerns single buckets in a few zones.
 * @param zone IANA name of the zone of the buckets (see `bucketZone`): buckets of several hours begin at round local
 * times, so that a bucket in which the clocks change is longer or shorter
 */
export const bucketEnd = (start: number, interval: BucketInterval, zone: string): number =>
  neighbour(start, interval, zone, 1);

/** Returns the start of the bucket before the one that starts at `start` (see `bucketEnd`). */
export const bucketBefore = (start: number, interval: BucketInterval, zone: string): number =>
  neighbour(start, interval, zone, -1);

function neighbour(start: number, interval: BucketInterval, zone: string, steps: number): number {
  const { length, months } = interval;
  const round = roundLocal(start, interval, zone);
  if (round !== undefined)
    return instantOf(months === undefined ? round + steps * length : firstOfMonth(round, steps * months), zone);
  if (months === undefined) return start + steps * length;
  // The start is the beginning of a month in some zone, which is at most 14 hours from the beginning in UTC.
  const near = firstOfMonth(start + 15 * day, 0);
  return start - near + firstOfMonth(near, steps * months);
}

/**
 * Returns the round local time at which a bucket begins; undefined if it begins at none, and for buckets that need not
 * begin at one. The clocks may skip the round time: the bucket then begins later.
 */
function roundLocal(start: number, { length, months }: BucketInterval, zone: string): number | undefined {
  if (months === undefined && (length <= hour || length % hour !== 0)) return undefined;
  const local = localOf(start, zone);
  // Buckets of several days and of weeks begin at local midnight, but not at a multiple of their length, so the start
  // is compared with midnight.
  const size = length % day === 0 ? day : length;
  const round = months === undefined ? Math.floor(local / size) * size : firstOfMonth(local, 0);
  return instantOf(round, zone) === start ? round : undefined;
}

/** Returns the beginning of the month that is `months` after the month of an instant, in UTC. */
function firstOfMonth(instant: number, months: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

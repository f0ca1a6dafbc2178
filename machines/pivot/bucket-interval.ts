/** Width of time buckets, by the server's rules for automatic and fixed intervals (contract search P8, P9). */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { WidgetPivot } from '../../api/contract/views.schema.js';
import { instantOfWire } from '../time-range/local-time.js';
import { instantOf, localOf, offsetAt } from '../time-range/zone.js';
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
    starts.some((start) => beginsAt(start, interval, own) && !beginsAt(start, interval, other));
  return isOnlyIn('UTC', zone) && !isOnlyIn(zone, 'UTC') ? 'UTC' : zone;
}

/**
 * Returns the end of the bucket that starts at `start`; both are in epoch milliseconds.
 * @param zone IANA name of the zone of the buckets (see `bucketZone`): buckets begin at round local times, so that a
 * bucket in which the clocks change is longer or shorter, or ends at the change (see `isEndedByChange`)
 */
export const bucketEnd = (start: number, interval: BucketInterval, zone: string): number =>
  neighbour(start, interval, zone, 1);

/** Returns the start of the bucket before the one that starts at `start` (see `bucketEnd`). */
export const bucketBefore = (start: number, interval: BucketInterval, zone: string): number =>
  neighbour(start, interval, zone, -1);

function neighbour(start: number, interval: BucketInterval, zone: string, steps: 1 | -1): number {
  const { length, months } = interval;
  if (isEndedByChange(start, interval, zone) && cutAt(start, length, zone).start === start)
    return steps === 1 ? cutAt(start, length, zone).end : cutAt(start - 1, length, zone).start;
  const round = roundLocal(start, interval, zone);
  if (round !== undefined)
    return instantOf(months === undefined ? round + steps * length : firstOfMonth(round, steps * months), zone);
  if (months === undefined) return start + steps * length;
  // The start is the beginning of a month in some zone, which is at most 14 hours from the beginning in UTC.
  const near = firstOfMonth(start + 15 * day, 0);
  return start - near + firstOfMonth(near, steps * months);
}

/** Tells whether a bucket of a server that counts in local time of the zone can begin at an instant. */
const beginsAt = (start: number, interval: BucketInterval, zone: string): boolean =>
  isEndedByChange(start, interval, zone)
    ? cutAt(start, interval.length, zone).start === start
    : roundLocal(start, interval, zone) !== undefined;

/**
 * Tells whether a change of the clock near an instant ends a bucket and begins the next one. The embedded server ends
 * buckets of at most an hour at a change, because their local time can occur twice, and buckets whose length is not a
 * whole number of hours, because they could begin twice. It ends longer buckets only where one would begin within local
 * time that occurs twice or never.
 */
function isEndedByChange(instant: number, { length, months }: BucketInterval, zone: string): boolean {
  if (months !== undefined) return false;
  if (length <= hour || length % hour !== 0) return true;
  if (length >= day) return false;
  const change = clockChange(instant - 2 * length, instant + length, zone);
  if (change === undefined) return false;
  const [before, after] = [localOf(change - 1, zone) + 1, localOf(change, zone)];
  return Math.floor((Math.max(before, after) - 1) / length) > Math.floor(Math.min(before, after) / length);
}

/** Returns the bucket that contains an instant, if changes of the clock end buckets. */
function cutAt(instant: number, length: number, zone: string): { readonly start: number; readonly end: number } {
  const offset = offsetAt(instant, zone);
  const start = Math.floor((instant + offset) / length) * length - offset;
  return {
    start: clockChange(start, instant, zone) ?? start,
    end: clockChange(instant, start + length, zone) ?? start + length,
  };
}

/**
 * Returns the instant at which the offset of a zone changes after `from`, `to` at the latest; undefined if it does not.
 */
function clockChange(from: number, to: number, zone: string): number | undefined {
  const offset = offsetAt(from, zone);
  if (offsetAt(to, zone) === offset) return undefined;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, zone) === offset) before = middle;
    else after = middle;
  }
  return after;
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

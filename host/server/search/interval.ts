/** Computes time buckets: their widths and starts (contract search P8–P10). */
import type { Interval } from '../../../api/contract/searches.js';
import { SearchTypeError } from './errors.js';
import type { ResolvedRange } from './time-range.js';
import { texts } from './texts.js';
import {
  changesAround,
  lastChangeSql,
  offsetIn,
  offsetOfLocal,
  offsetOfLocalSql,
  offsetSql,
  zoneClock,
  type ZoneClock,
} from './zone-clock.js';

/** Width of time buckets: a calendar unit, or a fixed length, whose buckets are counted from 1 January 1970. */
export type BucketWidth = 'week' | 'month' | { readonly milliseconds: number };

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of ranges in milliseconds, in ascending order, each with the bucket width for ranges up to this length. */
const autoWidths: readonly [upTo: number, width: BucketWidth][] = [
  [20, { milliseconds: 1 }],
  [200, { milliseconds: 5 }],
  [500, { milliseconds: 10 }],
  [second, { milliseconds: 20 }],
  [2 * second, { milliseconds: 40 }],
  [10 * second, { milliseconds: 200 }],
  [30 * second, { milliseconds: 500 }],
  [minute, { milliseconds: second }],
  [2 * minute, { milliseconds: 2 * second }],
  [4 * minute, { milliseconds: 5 * second }],
  [7 * minute, { milliseconds: 10 * second }],
  [10 * minute, { milliseconds: 20 * second }],
  [30 * minute, { milliseconds: 30 * second }],
  [hour, { milliseconds: minute }],
  [2 * hour, { milliseconds: 2 * minute }],
  [4 * hour, { milliseconds: 5 * minute }],
  [12 * hour, { milliseconds: 10 * minute }],
  [16 * hour, { milliseconds: 15 * minute }],
  [24 * hour, { milliseconds: 30 * minute }],
  [2 * day, { milliseconds: hour }],
  [4 * day, { milliseconds: 2 * hour }],
  [10 * day, { milliseconds: 4 * hour }],
  [12 * day, { milliseconds: 6 * hour }],
  [28 * day, { milliseconds: 12 * hour }],
  [60 * day, { milliseconds: day }],
  [120 * day, { milliseconds: 2 * day }],
  [180 * day, { milliseconds: 3 * day }],
  [365 * day, 'week'],
  [730 * day - 1, { milliseconds: 14 * day }],
];

const unitLengths: Readonly<Record<string, number>> = {
  s: second,
  m: minute,
  h: hour,
  d: day,
  w: 7 * day,
  M: 30 * day,
  y: 365 * day,
};

/**
 * Returns the width of the buckets for an interval of a request.
 * @param interval interval of the request; a text such as `1h` is the older form of a time unit
 * @throws SearchTypeError for an invalid time unit
 */
export function bucketWidth(interval: Interval | string | undefined, range: ResolvedRange): BucketWidth {
  if (interval === undefined || (typeof interval === 'object' && interval.type === 'auto')) {
    const length = (range.to - range.from) * (interval?.scaling ?? 1);
    return autoWidths.find(([upTo]) => length <= upTo)?.[1] ?? 'month';
  }
  const text = typeof interval === 'string' ? interval : interval.timeunit;
  const [, amount, unit = ''] = /^(\d+)([smhdwMy])$/.exec(text) ?? [];
  const quantity = Number(amount ?? 0);
  const length = unitLengths[unit];
  if (quantity <= 0 || length === undefined) throw new SearchTypeError(texts.badInterval(text));
  if (quantity === 1 && unit === 'w') return 'week';
  if (quantity === 1 && unit === 'M') return 'month';
  return { milliseconds: quantity * length };
}

/** Buckets of a width that begin at round times of UTC. */
interface PlainBuckets {
  readonly width: BucketWidth;
}

/** Buckets of a width that begin at round local times of a zone. */
interface ZoneBuckets extends PlainBuckets {
  readonly clock: ZoneClock;
  /** True: a change of the zone's offset ends a bucket and begins the next one (see `isEndedByChanges`). */
  readonly endsAtChanges: boolean;
}

export type TimeBuckets = PlainBuckets | ZoneBuckets;

/**
 * Returns the buckets of a zone. They begin at the same instants as in UTC if all offsets of the zone are multiples of
 * the bucket width.
 * @param timezone IANA name
 */
export function bucketsIn(width: BucketWidth, timezone: string | undefined, range: ResolvedRange): TimeBuckets {
  const clock = timezone === undefined ? undefined : zoneClock(timezone, range);
  return clock && clock.offsets.some((offset) => offset % stepOf(width) !== 0)
    ? { width, clock, endsAtChanges: isEndedByChanges(width, clock) }
    : { width };
}

/**
 * Returns a step in milliseconds: zone offsets that are multiples of the step do not change the starts of the buckets.
 * The step is infinite for months.
 */
const stepOf = (width: BucketWidth): number =>
  width === 'month' ? Infinity : width === 'week' ? 7 * day : width.milliseconds;

/**
 * Tells whether the start of a bucket is computed with the zone offset of the instant itself, so that a change of the
 * offset ends a bucket and begins the next one. Buckets of at most an hour need this, because their local time occurs
 * twice when clocks are set back; buckets whose width is not a whole number of hours need it, because otherwise one
 * bucket could begin twice. Buckets of several hours need it only where a bucket begins within the changed time.
 */
const isEndedByChanges = (width: BucketWidth, clock: ZoneClock): boolean =>
  typeof width === 'object' &&
  (width.milliseconds <= hour ||
    width.milliseconds % hour !== 0 ||
    (width.milliseconds < day && beginsInChangedTime(clock, width.milliseconds)));

/**
 * Tells whether a bucket of the given width, in milliseconds, begins within local time that occurs twice or never. In
 * Pacific/Chatham, for instance, clocks are set from 3:45 to 2:45 and from 2:45 to 3:45, and a bucket of three hours
 * begins at 3:00.
 */
const beginsInChangedTime = ({ changes, offsets }: ZoneClock, width: number): boolean =>
  changes.some((change, at) => {
    const [before = 0, after = 0] = [offsets[at], offsets[at + 1]];
    const [low, high] = [Math.min(before, after), Math.max(before, after)];
    return Math.floor((change + high - 1) / width) > Math.floor((change + low) / width);
  });

/** Tells whether a change of the offset lies within a bucket of the given width, in milliseconds. */
const isCutByChange = ({ changes, offsets }: ZoneClock, width: number): boolean =>
  changes.some((change, at) => [offsets[at], offsets[at + 1]].some((offset = 0) => (change + offset) % width !== 0));

/**
 * Returns SQL for the start of the bucket of an instant, in epoch milliseconds.
 * @param millis SQL of the instant in epoch milliseconds
 * @param sinceEpoch true: no instant is before 1970, so that plain division rounds down
 */
export function bucketStart(millis: string, buckets: TimeBuckets, sinceEpoch: boolean): string {
  if (!('clock' in buckets)) return plainStart(millis, buckets.width, sinceEpoch);
  const { width, clock, endsAtChanges } = buckets;
  const offset = offsetSql(clock, millis);
  // Each list has one value: the list assigns a name to an expression that is used several times.
  const local = `list_transform([${millis} + ${offset}], lambda m: ${plainStart('m', width, false)})`;
  if (endsAtChanges) {
    const start = `(${local}[1] - ${offset})`;
    const isCut = typeof width === 'object' && isCutByChange(clock, width.milliseconds);
    return isCut ? `greatest(${start}, ${lastChangeSql(clock, millis)})` : start;
  }
  return `list_transform(${local}, lambda s: s - ${offsetOfLocalSql(clock, 's')})[1]`;
}

function plainStart(millis: string, width: BucketWidth, sinceEpoch: boolean): string {
  if (width === 'month') return `epoch_ms(date_trunc('month', epoch_ms(${millis})))`;
  const size = width === 'week' ? 7 * day : width.milliseconds;
  // Weeks start on Monday; 1 January 1970 was a Thursday.
  const shifted = width === 'week' ? `(${millis} + ${3 * day})` : millis;
  const borrow = sinceEpoch ? '' : ` - CASE WHEN ${shifted} % ${size} < 0 THEN 1 ELSE 0 END`;
  return `((${shifted} // ${size}${borrow}) * ${size}${width === 'week' ? ` - ${3 * day}` : ''})`;
}

/** Returns the start of an instant's bucket, epoch milliseconds, equal to the result of `bucketStart`. */
export function startOfBucket(instant: number, buckets: TimeBuckets): number {
  if (!('clock' in buckets)) return plainStartOf(instant, buckets.width);
  const { width, clock, endsAtChanges } = buckets;
  const offset = offsetIn(clock, instant);
  const start = plainStartOf(instant + offset, width);
  return endsAtChanges
    ? Math.max(start - offset, changesAround(clock, instant)[0])
    : start - offsetOfLocal(clock, start);
}

function plainStartOf(instant: number, width: BucketWidth): number {
  if (width === 'month') {
    const date = new Date(instant);
    date.setUTCDate(1);
    return date.setUTCHours(0, 0, 0, 0);
  }
  const size = width === 'week' ? 7 * day : width.milliseconds;
  const shift = width === 'week' ? 3 * day : 0;
  return Math.floor((instant + shift) / size) * size - shift;
}

/** Returns the start of the next bucket, epoch milliseconds. */
export function nextBucket(start: number, buckets: TimeBuckets): number {
  if (!('clock' in buckets)) return plainNext(start, buckets.width);
  const { width, clock, endsAtChanges } = buckets;
  const offset = offsetIn(clock, start);
  const next = plainNext(plainStartOf(start + offset, width), width);
  return endsAtChanges ? Math.min(next - offset, changesAround(clock, start)[1]) : next - offsetOfLocal(clock, next);
}

function plainNext(start: number, width: BucketWidth): number {
  if (width === 'week') return start + 7 * day;
  if (width !== 'month') return start + width.milliseconds;
  const date = new Date(start);
  return date.setUTCMonth(date.getUTCMonth() + 1);
}

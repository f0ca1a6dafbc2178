/** Determines the offsets of a time zone from UTC within a time range, in JavaScript and in SQL. */
import moment from 'moment-timezone';
import { exactZone, offsetAt } from '../date-formats/zones.js';
import type { ResolvedRange } from './time-range.js';

export interface ZoneClock {
  /** Offsets in milliseconds ahead of UTC: before the first change, and after each change. */
  readonly offsets: readonly number[];
  /** Instants of the changes in epoch milliseconds, in ascending order. */
  readonly changes: readonly number[];
  /**
   * Local times at which the offsets after the changes begin to apply. Each is given as the epoch milliseconds at which
   * a UTC clock shows the same time. An ambiguous local time means its first instant.
   */
  readonly localChanges: readonly number[];
}

/**
 * Milliseconds before and after the range that are included, because its first bucket may begin before the range, and
 * its last bucket may end after it.
 */
const before = 32 * 86_400_000;

/** Returns the clock of a time zone within the range; undefined for an unknown time zone. */
export function zoneClock(timezone: string, { from, to }: ResolvedRange): ZoneClock | undefined {
  const zone = exactZone(timezone);
  if (zone === undefined) return undefined;
  const untils = moment.tz.zone(zone)?.untils ?? [];
  const offsets = [offsetAt(from - before, zone)];
  const changes: number[] = [];
  for (const until of untils) {
    if (!Number.isFinite(until) || until <= from - before || until > to + before) continue;
    const offset = offsetAt(until, zone);
    if (offset === offsets.at(-1)) continue;
    changes.push(until);
    offsets.push(offset);
  }
  const localChanges = changes.map((instant, at) => instant + Math.max(offsets[at] ?? 0, offsets[at + 1] ?? 0));
  return { offsets, changes, localChanges };
}

/** Returns the number of changes that are not after the value. */
function passed(changes: readonly number[], value: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (changes[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const offsetIn = ({ offsets, changes }: ZoneClock, instant: number): number =>
  offsets[passed(changes, instant)] ?? 0;
/** Returns the offset at a local time. */
export const offsetOfLocal = ({ offsets, localChanges }: ZoneClock, local: number): number =>
  offsets[passed(localChanges, local)] ?? 0;

/**
 * Returns the last change that is not after an instant, and the first change after it, in epoch milliseconds. A change
 * that does not exist is `-Infinity` or `Infinity`.
 */
export function changesAround({ changes }: ZoneClock, instant: number): [last: number, next: number] {
  const count = passed(changes, instant);
  return [changes[count - 1] ?? -Infinity, changes[count] ?? Infinity];
}

/**
 * Returns SQL that finds the value by binary search, because comparing with each change would be slow: the whole
 * history of a zone may have some hundred changes.
 * @param values value before the first change, and after each change
 */
function tree(values: readonly number[], changes: readonly number[], sql: string, from: number, to: number): string {
  if (from === to) return String(values[from] ?? 0);
  const middle = (from + to) >> 1;
  const [low, high] = [tree(values, changes, sql, from, middle), tree(values, changes, sql, middle + 1, to)];
  return `CASE WHEN ${sql} < ${changes[middle] ?? 0} THEN ${low} ELSE ${high} END`;
}

/** Returns SQL of the offset at an instant. @param millis SQL of the instant in epoch milliseconds */
export const offsetSql = ({ offsets, changes }: ZoneClock, millis: string): string =>
  `(${tree(offsets, changes, millis, 0, changes.length)})`;
/**
 * Returns SQL of the last change that is not after an instant, in epoch milliseconds. If there is no such change, the
 * SQL yields a number below every instant.
 * @param millis SQL of the instant in epoch milliseconds
 */
export const lastChangeSql = ({ changes }: ZoneClock, millis: string): string =>
  `(${tree([Number.MIN_SAFE_INTEGER, ...changes], changes, millis, 0, changes.length)})`;
/**
 * Returns SQL of the offset at a local time.
 * @param local SQL of the local time, as the epoch milliseconds at which a UTC clock shows the same time
 */
export const offsetOfLocalSql = ({ offsets, localChanges }: ZoneClock, local: string): string =>
  `(${tree(offsets, localChanges, local, 0, localChanges.length)})`;

/** By how much the clocks of a zone differ from UTC over a range of time, for JavaScript and for SQL. */
import moment from 'moment-timezone';
import { exactZone, offsetAt } from '../date-formats/zones.js';
import type { ResolvedRange } from './time-range.js';

export interface ZoneClock {
  /** Milliseconds that clocks are ahead of UTC: before the first change, and after each. */
  readonly offsets: readonly number[];
  /** Instants of the changes, rising. */
  readonly changes: readonly number[];
  /** The local times from which the offset after each change counts. Of a local time that is shown twice, the first instant counts. */
  readonly localChanges: readonly number[];
}

/** Room for the first bucket, which may begin before the range. */
const before = 32 * 86_400_000;

/** @returns undefined for a zone that is not known */
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

function offsetAfter(offsets: readonly number[], changes: readonly number[], value: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value < (changes[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return offsets[low] ?? 0;
}

export const offsetIn = ({ offsets, changes }: ZoneClock, instant: number): number =>
  offsetAfter(offsets, changes, instant);
/** The offset at which clocks show a local time. */
export const offsetOfLocal = ({ offsets, localChanges }: ZoneClock, local: number): number =>
  offsetAfter(offsets, localChanges, local);

/** A tree of comparisons: all of time has some hundred changes. */
function tree(offsets: readonly number[], changes: readonly number[], sql: string, from: number, to: number): string {
  if (from === to) return String(offsets[from] ?? 0);
  const middle = (from + to) >> 1;
  const [low, high] = [tree(offsets, changes, sql, from, middle), tree(offsets, changes, sql, middle + 1, to)];
  return `CASE WHEN ${sql} < ${changes[middle] ?? 0} THEN ${low} ELSE ${high} END`;
}

/** @param millis SQL of an instant in epoch milliseconds */
export const offsetSql = ({ offsets, changes }: ZoneClock, millis: string): string =>
  `(${tree(offsets, changes, millis, 0, changes.length)})`;
/** @param local SQL of a local time, as milliseconds that a clock of UTC would show */
export const offsetOfLocalSql = ({ offsets, localChanges }: ZoneClock, local: string): string =>
  `(${tree(offsets, localChanges, local, 0, localChanges.length)})`;

/** Places the labels of a time axis at round local times of the user's zone, across daylight-saving changes. */
import { instantOf, localOf, offsetAt } from '../../../machines/time-range/zone.js';

export interface TimeTick {
  /** Instant in epoch milliseconds. */
  readonly at: number;
  readonly label: string;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const clockSteps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 3, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
];
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Returns about `limit` ticks from `from` to `to`, both in epoch milliseconds. The distance of the ticks is a round
 * time. If it is at most 12 hours, the labels are times, with seconds if it is less than a minute, and the first tick
 * of each further day also has the date. If it is longer, the labels are days, months or years.
 */
export function timeTicks(from: number, to: number, zone: string, limit: number): TimeTick[] {
  const span = to - from;
  if (!Number.isFinite(span) || span < 0 || limit < 1) return [];
  if (span === 0) return [{ at: from, label: dayLabel(new Date(localOf(from, zone))) }];
  const clockStep = clockSteps.find((step) => span / step <= limit);
  if (clockStep !== undefined) return clockTicks(from, to, zone, clockStep);
  const dayStep = daySteps.find((step) => span / (step * day) <= limit);
  if (dayStep !== undefined) return dayTicks(from, to, zone, dayStep);
  const monthStep = monthSteps.find((step) => span / (step * 30.4 * day) <= limit) ?? 2400;
  return monthTicks(from, to, zone, monthStep);
}

function clockTicks(from: number, to: number, zone: string, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  let shownDay = dayLabel(new Date(localOf(from, zone)));
  let at = from;
  while (at <= to) {
    const offset = offsetAt(at, zone);
    const aligned = Math.ceil((at + offset) / step) * step - offset;
    // When a clock change lies before the aligned time, that time is aligned again with its own offset.
    if (aligned !== at && offsetAt(aligned, zone) !== offset) {
      at = Math.max(aligned, at + 1);
      continue;
    }
    if (aligned > to) break;
    const wall = new Date(aligned + offset);
    const named = dayLabel(wall);
    ticks.push({ at: aligned, label: clockLabel(wall, step, named === shownDay ? undefined : named) });
    shownDay = named;
    at = aligned + step;
  }
  return ticks;
}

function clockLabel(wall: Date, step: number, newDay: string | undefined): string {
  const iso = wall.toISOString();
  const time = iso.slice(iso.indexOf('T') + 1, -1);
  const clock = step < second ? time : step < minute ? time.slice(0, 8) : time.slice(0, 5);
  if (newDay === undefined) return clock;
  return /^00:00(:00)?(\.000)?$/.test(clock) ? newDay : `${newDay} ${clock}`;
}

function dayTicks(from: number, to: number, zone: string, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  const start = new Date(localOf(from, zone));
  // Steps of several days count from a Monday (1970-01-05), so that ticks stay in place when the range moves.
  const days = Math.floor(start.getTime() / day) - 4;
  for (let index = Math.floor(days / step) * step; ; index += step) {
    const wall = (index + 4) * day;
    const at = instantOf(wall, zone);
    if (at > to) return ticks;
    if (at >= from) ticks.push({ at, label: dayLabel(new Date(wall)) });
  }
}

function monthTicks(from: number, to: number, zone: string, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  const start = new Date(localOf(from, zone));
  const first = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  for (let index = first; ; index += step) {
    const wall = new Date(Date.UTC(Math.floor(index / 12), index % 12, 1));
    const at = instantOf(wall.getTime(), zone);
    if (!(at <= to)) return ticks;
    const year = String(wall.getUTCFullYear());
    const label = step >= 12 ? year : `${months[wall.getUTCMonth()]} ${year}`;
    if (at >= from) ticks.push({ at, label });
  }
}

function dayLabel(wall: Date): string {
  return `${months[wall.getUTCMonth()]} ${wall.getUTCDate()}`;
}

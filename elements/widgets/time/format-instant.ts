import { localOf } from '../../../machines/time-range/zone.js';

/**
 * Form of a formatted instant: `full` 2026-11-20 19:44:51.902, `seconds` 2026-11-20 19:44:51, `minutes` 2026-11-20
 * 19:44, `time` 19:44:51.902, `date` 2026-11-20.
 */
export type InstantForm = 'full' | 'seconds' | 'minutes' | 'time' | 'date';

/**
 * Largest instant that is displayed, in epoch milliseconds: a day before the limit of Date, so that local times are
 * valid.
 */
const lastInstant = 8.64e15 - 86_400_000;

/**
 * Returns an ISO 8601 text with date and time, or a number of ms, as epoch milliseconds; undefined for any other value
 * and for instants that cannot be displayed.
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) <= lastInstant ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return undefined;
  // A text without an offset is UTC in the API (contract search T1).
  const text = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  const instant = Date.parse(text.replace(' ', 'T'));
  return Math.abs(instant) <= lastInstant ? instant : undefined;
}

/** Formats an instant (ISO 8601 text or epoch milliseconds) in the time zone; returns any other value as a text. */
export function formatInstant(value: unknown, zone: string, form: InstantForm = 'full'): string {
  const instant = instantOf(value);
  if (instant === undefined) return String(value);
  const iso = new Date(localOf(instant, zone)).toISOString();
  const split = iso.indexOf('T');
  const date = iso.slice(0, split);
  const time = iso.slice(split + 1, -1);
  switch (form) {
    case 'full':
      return `${date} ${time}`;
    case 'seconds':
      return `${date} ${time.slice(0, 8)}`;
    case 'minutes':
      return `${date} ${time.slice(0, 5)}`;
    case 'time':
      return time;
    case 'date':
      return date;
  }
}

/**
 * Formats a time span: 2026-11-20 19:44:51 – 19:49:51; the day of the end is left out if it equals the day of the
 * start.
 */
export function formatSpan({ from, to }: { readonly from: string; readonly to: string }, zone: string): string {
  const [start, end] = [formatInstant(from, zone, 'seconds'), formatInstant(to, zone, 'seconds')];
  const day = formatInstant(from, zone, 'date');
  return `${start} – ${end.startsWith(`${day} `) ? end.slice(day.length + 1) : end}`;
}

import { localOf } from '../../../machines/time-range/zone.js';

/**
 * Formats: `full` 2026-11-20 19:44:51.902, `seconds` without ms, `minutes` without seconds, `time` 19:44:51.902,
 * `date`.
 */
export type InstantForm = 'full' | 'seconds' | 'minutes' | 'time' | 'date';

/** Largest displayable instant: a day before the limit of Date, so that the local time of every zone is valid. */
const lastInstant = 8.64e15 - 86_400_000;

/** Parses an ISO instant or a number of ms to ms since 1970; undefined for anything else. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.abs(value) <= lastInstant ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return undefined;
  // A text without an offset is UTC in the API (contract search T1).
  const text = /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  const instant = Date.parse(text.replace(' ', 'T'));
  return Math.abs(instant) <= lastInstant ? instant : undefined;
}

/** Formats an instant (ISO text or ms) in the zone; a text that is no instant is returned unchanged. */
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

/** Formats a time span: 2026-11-20 19:44:51 – 19:49:51; a repeated day is left out. */
export function formatSpan({ from, to }: { readonly from: string; readonly to: string }, zone: string): string {
  const [start, end] = [formatInstant(from, zone, 'seconds'), formatInstant(to, zone, 'seconds')];
  const day = formatInstant(from, zone, 'date');
  return `${start} – ${end.startsWith(`${day} `) ? end.slice(day.length + 1) : end}`;
}

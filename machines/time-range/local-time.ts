/** Parses and formats local times such as `2024-03-01 10:05:00.000` in a time zone (spec 2 §5 "Time range"). */
import type { LocalMs } from './zone.js';
import { instantOf, localOf } from './zone.js';

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?)?$/;

/**
 * Parses `YYYY-MM-DD [HH:mm:ss[.SSS]]`; returns undefined for other texts, and for impossible days and times such
 * as `2024-02-30` and `24:00:00`.
 */
export function parseLocal(text: string): LocalMs | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = match
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(0);
  local.setUTCFullYear(year, month - 1, day);
  if (local.getUTCMonth() !== month - 1 || local.getUTCDate() !== day) return undefined;
  local.setUTCHours(hour, minute, second, ms);
  return local.getTime();
}

/** Formats a local time as `YYYY-MM-DD HH:mm:ss.SSS`. */
export function formatLocal(local: LocalMs): string {
  const iso = new Date(local).toISOString();
  const end = iso.length - 1;
  // ISO texts of years beyond 9999 have a plus sign and six digits.
  return `${iso.slice(0, end - 13).replace(/^\+0*/, '')} ${iso.slice(end - 12, end)}`;
}

/** Parses a local time in a time zone to epoch milliseconds; returns undefined when it is unreadable. */
export function parseInstant(text: string, zone: string): number | undefined {
  const local = parseLocal(text);
  return local === undefined ? undefined : instantOf(local, zone);
}

/** Formats an instant as local time in a time zone, with milliseconds. */
export function formatInstant(instant: number, zone: string): string {
  return formatLocal(localOf(instant, zone));
}

/** Formats an instant for requests, for example `2024-03-01T10:05:00.000+00:00` (contract search T1). */
export function wireInstant(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '+00:00');
}

/**
 * Parses an instant in an answer to epoch milliseconds: ISO 8601, or `yyyy-MM-dd HH:mm:ss[.SSS]`; without an offset the
 * text is in UTC. Returns undefined for other texts.
 */
export function instantOfWire(text: string): number | undefined {
  const local = parseLocal(text);
  if (local !== undefined) return local;
  // Date.parse also reads texts such as `1` and `2026`.
  if (!/^\s*[+-]?\d{4,6}-\d\d-\d\d[T ]\d/.test(text)) return undefined;
  const withColon = text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = Date.parse(/[zZ]$|[+-]\d{2}:\d{2}$/.test(withColon) ? withColon : `${withColon}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Parses hours, minutes or seconds that the user has typed. A number outside the valid range becomes the nearest valid
 * number, any other text 0 (spec 2 §5).
 */
export function clampTimePart(text: string, part: 'hours' | 'minutes' | 'seconds'): number {
  const value = Math.trunc(Number(text));
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(value, 0), part === 'hours' ? 23 : 59);
}

/** Parses and formats texts like `2024-03-01 10:05:00.000` in a time zone (spec 2 §5 "Time range"). */
import type { LocalMs } from './zone.js';
import { instantOf, localOf } from './zone.js';

const pattern = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}):(\d{2})(?:\.(\d{3}))?)?$/;

/** Reads `YYYY-MM-DD [HH:mm:ss[.SSS]]`; undefined for any other text, a day that does not exist or an hour 24. */
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

/** Formats as `YYYY-MM-DD HH:mm:ss.SSS`. */
export function formatLocal(local: LocalMs): string {
  const iso = new Date(local).toISOString();
  const end = iso.length - 1;
  // Years beyond 9999 are written with six digits and a sign.
  return `${iso.slice(0, end - 13).replace(/^\+0*/, '')} ${iso.slice(end - 12, end)}`;
}

/** Parses a local time to an instant (ms) in a zone; undefined when unreadable. */
export function parseInstant(text: string, zone: string): number | undefined {
  const local = parseLocal(text);
  return local === undefined ? undefined : instantOf(local, zone);
}

/** Formats an instant as local time with milliseconds. */
export function formatInstant(instant: number, zone: string): string {
  return formatLocal(localOf(instant, zone));
}

/** Formats an instant for the API: `2024-03-01T10:05:00.000+00:00` (contract search T1). */
export function wireInstant(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '+00:00');
}

/** Parses an instant of the API: ISO 8601 with any offset, or `yyyy-MM-dd HH:mm:ss[.SSS]` as UTC. */
export function instantOfWire(text: string): number | undefined {
  const local = parseLocal(text);
  if (local !== undefined) return local;
  const withColon = text.trim().replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = Date.parse(/[zZ]$|[+-]\d{2}:\d{2}$/.test(withColon) ? withColon : `${withColon}Z`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Parses typed hours, minutes or seconds: clamped to the valid range, non-numbers become 0 (spec 2 §5). */
export function clampTimePart(text: string, part: 'hours' | 'minutes' | 'seconds'): number {
  const value = Math.trunc(Number(text));
  if (Number.isNaN(value)) return 0;
  return Math.min(Math.max(value, 0), part === 'hours' ? 23 : 59);
}

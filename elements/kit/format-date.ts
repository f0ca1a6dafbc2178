/**
 * Formats times (spec 1 §9 "Date formats") with Intl in any IANA zone; no zone data is loaded.
 */
import { hourAndMinute } from './hour-and-minute.js';

/** The date formats of spec 1 §9. */
export type DateFormat =
  'default' | 'complete' | 'withTz' | 'readable' | 'internal' | 'internalIndexer' | 'date' | 'hourAndMinute';

/** A point in time: milliseconds since the epoch, a `Date`, or an ISO 8601 text. */
export type Instant = number | Date | string;

const partFormats = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string, ms: number): Record<string, string> {
  let format = partFormats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      timeZoneName: 'longOffset',
    });
    partFormats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

const months = 'January February March April May June July August September October November December'.split(' ');

/**
 * Formats an instant in a time zone, given as its IANA name. An `instant` that is invalid or outside the range of
 * `Date` is returned as text. Results by format:
 * – `default`: 2026-11-20 19:44:51
 * – `complete`: 2026-11-20 19:44:51.902
 * – `withTz`: 2026-11-20 19:44:51 +01:00
 * – `readable`: Friday 20 November 2026, 19:44 +01:00
 * – `internal` and `internalIndexer`: 2026-11-20T18:44:51.902Z (always UTC)
 * – `date`: 2026-11-20
 * – `hourAndMinute`: 19:44
 */
export function formatDate(instant: Instant, zone: string, format: DateFormat = 'default'): string {
  const ms = millisecondsOf(instant);
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return String(instant);
  if (format === 'internal' || format === 'internalIndexer') return new Date(ms).toISOString();
  if (format === 'hourAndMinute') return hourAndMinute(ms, zone);
  const part = partsIn(zone, ms);
  const offset = (part['timeZoneName'] ?? '').replace('GMT', '') || '+00:00';
  const date = `${part['year']}-${part['month']}-${part['day']}`;
  const minutes = `${part['hour']}:${part['minute']}`;
  switch (format) {
    case 'date':
      return date;
    case 'complete':
      return `${date} ${minutes}:${part['second']}.${part['fractionalSecond']}`;
    case 'withTz':
      return `${date} ${minutes}:${part['second']} ${offset}`;
    case 'readable':
      return `${part['weekday']} ${Number(part['day'])} ${months[Number(part['month']) - 1]} ${part['year']}, ${minutes} ${offset}`;
    case 'default':
      return `${date} ${minutes}:${part['second']}`;
  }
}

/**
 * Converts an instant to milliseconds since the epoch; returns NaN for a text that is no instant. A text without an
 * offset is read as UTC, as the API means it (contract search T1).
 */
export function millisecondsOf(instant: Instant): number {
  if (typeof instant === 'number') return instant;
  if (instant instanceof Date) return instant.getTime();
  const isWire = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(instant);
  return Date.parse(isWire ? `${instant.replace(' ', 'T')}Z` : instant.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

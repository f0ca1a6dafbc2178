/** Resolves the time ranges of requests to instants (contract search S4, S9, T1–T4). */
import { parseDuration, subtractDuration } from '../../../api/duration.js';
import type { AbsoluteRange, OffsetRange, TimeRange } from '../../../api/contract/searches.js';
import { instantText } from '../../../api/instant-text.js';
import { parseDate } from './date-values.js';
import { TimeRangeError } from './errors.js';
import { parseNaturalDate } from './natural-date.js';
import { texts } from './texts.js';

/** A time range in epoch milliseconds; the end is exclusive. */
export interface ResolvedRange {
  readonly from: number;
  readonly to: number;
}

export const defaultRange: TimeRange = { type: 'relative', range: 300 };

/** Parses a date and time to epoch milliseconds. @throws TimeRangeError when the text is no date and time */
export function parseInstant(text: string): number {
  const span = /^\d{4}-\d\d-\d\d[T ]/.test(text.trim()) ? parseDate(text, 0) : undefined;
  if (!span) throw new TimeRangeError(texts.badInstant(text));
  return span.from;
}

/** Parses a date and time to epoch milliseconds; undefined: the text is no date and time. */
export function instantOf(text: string): number | undefined {
  try {
    return parseInstant(text);
  } catch {
    return undefined;
  }
}

/** Tells whether a range is "all time", which is written as a relative range of the length 0. */
export function isAllTime(range: TimeRange | OffsetRange): boolean {
  return range.type === 'relative' && range.range === 0;
}

/**
 * Resolves a time range of a request.
 * @param now present time in epoch milliseconds, the same for all ranges of a job
 * @throws TimeRangeError for an invalid range
 */
export function resolveRange(range: TimeRange, now: number): ResolvedRange {
  switch (range.type) {
    case 'relative': {
      if (range.range !== undefined) {
        if (range.from !== undefined || range.to !== undefined) throw new TimeRangeError(texts.rangeBothForms);
        return { from: range.range === 0 ? 0 : now - range.range * 1000, to: now };
      }
      if (range.from === undefined) {
        throw new TimeRangeError(range.to === undefined ? texts.rangeMissing : texts.rangeToWithoutFrom);
      }
      if (range.to !== undefined && range.to > range.from) throw new TimeRangeError(texts.rangeToAfterFrom);
      return { from: now - range.from * 1000, to: now - (range.to ?? 0) * 1000 };
    }
    case 'absolute': {
      const resolved = { from: parseInstant(range.from), to: parseInstant(range.to) };
      if (resolved.to < resolved.from) throw new TimeRangeError(texts.rangeBackwards);
      return resolved;
    }
    case 'keyword':
      return parseNaturalDate(range.keyword, range.timezone ?? 'Etc/UTC', now);
  }
}

/**
 * Moves a range into the past. The offset `"2i"` moves it by twice its length, `"60"` by 60 seconds, and undefined by
 * its length.
 * @throws TimeRangeError for an invalid offset
 */
export function shiftRange(reference: ResolvedRange, offset: string | number | undefined): ResolvedRange {
  const [, amount, intervals] = /^(\d+)(i?)$/.exec(String(offset ?? '1i')) ?? [];
  if (amount === undefined) throw new TimeRangeError(texts.badInterval(String(offset)));
  const by = Number(amount) * (intervals ? reference.to - reference.from : 1000);
  return { from: reference.from - by, to: reference.to - by };
}

export function wireRange({ from, to }: ResolvedRange): AbsoluteRange {
  return { type: 'absolute', from: instantText(from), to: instantText(to) };
}

/**
 * Returns the earliest allowed start of a range that ends at `to`.
 * @param limit longest range as an ISO 8601 period, whose months have their length in the calendar; `PT0S`: no limit
 */
function earliestFrom(to: number, limit: string): number {
  const length = parseDuration(limit);
  return length && length.months + length.seconds > 0 ? subtractDuration(to, length) : -Infinity;
}

/** Tells whether a range is longer than an ISO 8601 period; `PT0S`: no limit. */
export function exceedsLimit({ from, to }: ResolvedRange, limit: string): boolean {
  return from < earliestFrom(to, limit);
}

/** Shortens a range to the longest allowed period, keeping its end. */
export function clippedRange({ from, to }: ResolvedRange, limit: string): ResolvedRange {
  return { from: Math.max(from, earliestFrom(to, limit)), to };
}

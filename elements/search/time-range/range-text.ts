/** Formats time ranges for the button of the search bar (screens/search.md §3). */
import { formatNumber } from '../../kit/format.js';
import type { TimeRange } from '../../../api/contract/searches.js';
import { formatInstant } from '../../../machines/time-range/local-time.js';
import { defaultRelativeSeconds, isAllTime, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { quantityOf } from '../../../machines/time-range/units.js';
import { texts } from '../texts.js';

export interface RangeText {
  readonly from: string;
  readonly until: string;
  /** Both instants as short as possible, for phones; absent for ranges without instants. */
  readonly brief?: { readonly from: string; readonly until: string };
}

/** Formats seconds in the largest unit of which they are a whole number: `15 minutes`, `1 hour`. */
export function amountText(seconds: number): string {
  const { value, unit } = quantityOf(seconds);
  const word = texts.timeRange.unitsOne[unit];
  return `${formatNumber(value)} ${word}${value === 1 ? '' : 's'}`;
}

const agoText = (seconds: number): string =>
  seconds === 0 ? texts.timeRange.now : texts.timeRange.amountAgo(amountText(seconds));

/** Formats the instants of a span in a time zone, with milliseconds. */
export function spanText(span: Span, timezone: string): RangeText {
  const [from, until] = [formatInstant(span.from, timezone), formatInstant(span.to, timezone)];
  return { from, until, brief: shortest(from, until, formatInstant(Date.now(), timezone)) };
}

/**
 * Shortens two formatted instants, for example to `11-20 19:44` and `20:10`. The year is left out when both instants
 * are in the current year. The day of the second instant is left out when it is the day of the first.
 *
 * @param now formatted current time, in the same time zone as both instants
 */
export function shortest(from: string, until: string, now: string): { readonly from: string; readonly until: string } {
  const year = now.slice(0, 5);
  const ofThisYear = from.startsWith(year) && until.startsWith(year);
  const [start, end] = [briefly(from), briefly(until)].map((text) => (ofThisYear ? text.slice(year.length) : text));
  const day = ofThisYear ? 6 : 11;
  return { from: start ?? from, until: (from.slice(0, 10) === until.slice(0, 10) ? end?.slice(day) : end) ?? until };
}

/** Removes zero seconds and milliseconds: `2026-11-20 19:44:00.000` → `2026-11-20 19:44`. */
const briefly = (text: string): string => text.replace(/(:00)?\.000$/, '');

/** Formats a range briefly for lists: `2 hours ago – 1 hour ago`, `2026-11-20 10:00 – 11:30`, `last week`. */
export function briefRangeText(range: TimeRange, timezone: string): string {
  if (range.type === 'keyword') return range.keyword;
  const { from, until } = rangeText(range, timezone);
  if (range.type === 'relative') return isAllTime(range) ? from : `${from} – ${until}`;
  const [start, end] = [briefly(from), briefly(until)];
  // The day of the end is left out when it equals the day of the start.
  return `${start} – ${end.slice(0, 10) === start.slice(0, 10) && end.length > 10 ? end.slice(11) : end}`;
}

/**
 * Formats the start and end of a range: relative ranges as amounts before now, absolute ranges as instants.
 *
 * @param resolved instants of a keyword range from the server; without them the keyword is shown
 */
export function rangeText(range: TimeRange, timezone: string, resolved?: Span): RangeText {
  if (range.type === 'relative') {
    if (isAllTime(range)) return { from: texts.timeRange.allTime, until: texts.timeRange.now };
    return { from: agoText(range.from ?? range.range ?? defaultRelativeSeconds), until: agoText(range.to ?? 0) };
  }
  const span = range.type === 'absolute' ? spanOf(range, 0) : resolved;
  if (span) return spanText(span, timezone);
  return range.type === 'keyword'
    ? { from: range.keyword, until: '' }
    : { from: texts.timeRange.unresolved, until: texts.timeRange.unresolved };
}

/** A time range in words, as the button of the search bar shows it (screens/search.md §3). */
import type { TimeRange } from '../../../api/contract/searches.js';
import { formatInstant } from '../../../machines/time-range/local-time.js';
import { defaultRelativeSeconds, isAllTime, spanOf, type Span } from '../../../machines/time-range/ranges.js';
import { quantityOf } from '../../../machines/time-range/units.js';
import { texts } from '../texts.js';

export interface RangeText {
  readonly from: string;
  readonly until: string;
}

/** `15 minutes`, `1 hour`, by the largest unit that divides the seconds. */
export function amountText(seconds: number): string {
  const { value, unit } = quantityOf(seconds);
  const word = texts.timeRange.unitsOne[unit];
  return `${value.toLocaleString('en')} ${word}${value === 1 ? '' : 's'}`;
}

const agoText = (seconds: number): string =>
  seconds === 0 ? texts.timeRange.now : texts.timeRange.amountAgo(amountText(seconds));

/** Instants in a time zone, with milliseconds. */
export function spanText(span: Span, timezone: string): RangeText {
  return { from: formatInstant(span.from, timezone), until: formatInstant(span.to, timezone) };
}

/**
 * @param resolved what the server says a keyword means; without it the keyword itself is shown
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

/**
 * Time ranges of the API: their normal forms, the instants they mean at a given time, and equality (contract search
 * T1–T3).
 */
import type { AbsoluteRange, TimeRange } from '../../api/contract/searches.js';
import { sameWire } from '../wire-equality.js';
import { instantOfWire } from './local-time.js';

export const defaultRelativeSeconds = 300;
export const defaultKeyword = 'Last five minutes';

/** The range of a new search: the last five minutes. */
export const defaultRange: TimeRange = { type: 'relative', from: defaultRelativeSeconds };

/** Start and end of a time span in epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const isAllTime = (range: TimeRange): boolean => range.type === 'relative' && range.range === 0;

/**
 * Returns the form in which a range is stored. A relative range is `{from[, to]}` or `{range: 0}`; a keyword has no
 * members for its preview (contract search T2, T3).
 */
export function normalRange(range: TimeRange): TimeRange {
  switch (range.type) {
    case 'relative': {
      if (range.range === 0) return { type: 'relative', range: 0 };
      const from = range.from ?? range.range ?? defaultRelativeSeconds;
      return range.to === undefined || range.to === 0
        ? { type: 'relative', from }
        : { type: 'relative', from, to: range.to };
    }
    case 'absolute':
      return { type: 'absolute', from: range.from, to: range.to };
    case 'keyword':
      return range.timezone === undefined
        ? { type: 'keyword', keyword: range.keyword }
        : { type: 'keyword', keyword: range.keyword, timezone: range.timezone };
    default:
      return range;
  }
}

/**
 * Adds the user's time zone to a keyword range that has none, because the server would use UTC (contract search T3).
 */
export function withZone(range: TimeRange, zone: string): TimeRange {
  return range.type === 'keyword' && !range.timezone ? { ...range, timezone: zone } : range;
}

/** Tells whether two ranges mean the same, even if their forms differ. */
export function sameRange(left: TimeRange | null | undefined, right: TimeRange | null | undefined): boolean {
  if (!left || !right) return (left ?? null) === (right ?? null);
  if (left.type === 'absolute' && right.type === 'absolute') {
    const a = spanOf(left, 0);
    const b = spanOf(right, 0);
    if (a && b) return a.from === b.from && a.to === b.to;
  }
  return sameWire(normalRange(left), normalRange(right));
}

/**
 * Returns start and end of a range at the time `now` (epoch milliseconds). "All time" starts in 1970. Returns undefined
 * for keywords, which only the server can resolve, and for unreadable instants.
 */
export function spanOf(range: TimeRange, now: number): Span | undefined {
  if (range.type === 'relative') {
    if (range.range === 0) return { from: 0, to: now };
    const from = range.from ?? range.range ?? defaultRelativeSeconds;
    return { from: now - from * 1000, to: now - (range.to ?? 0) * 1000 };
  }
  // Stored views may contain ranges of unknown types.
  if (range.type !== 'absolute') return undefined;
  const from = instantOfWire(range.from);
  const to = instantOfWire(range.to);
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Converts a time span to an absolute range of the API. */
export function absoluteOf({ from, to }: Span): AbsoluteRange {
  const wire = (instant: number) => new Date(instant).toISOString().replace('Z', '+00:00');
  return { type: 'absolute', from: wire(from), to: wire(to) };
}

/** Determines the range that a search really covered when the server bounded or replaced the requested range. */
import type { AbsoluteRange, TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from './local-time.js';
import { defaultRelativeSeconds, isAllTime } from './ranges.js';

/** Largest difference, in ms, between two ranges that count as the same. */
const toleranceMs = 1_000;
/** Latest start of a search of all time in epoch milliseconds: the end of the first day of the Unix epoch. */
const earliestMs = 86_400_000;

/**
 * Returns the range that the console may display. It is the requested range if the effective range agrees with it or is
 * unreadable, otherwise the effective range. Keyword ranges cannot be compared, so the effective range replaces them.
 * @param effective range that the server reports with its answer
 */
export function searchedRange(range: TimeRange, effective: AbsoluteRange): TimeRange {
  const from = instantOfWire(effective.from);
  const to = instantOfWire(effective.to);
  if (from === undefined || to === undefined) return range;
  const near = (one: number | undefined, other: number) => one !== undefined && Math.abs(one - other) <= toleranceMs;
  switch (range.type) {
    case 'relative': {
      if (isAllTime(range)) return from <= earliestMs ? range : effective;
      const seconds = (range.from ?? range.range ?? defaultRelativeSeconds) - (range.to ?? 0);
      return near(seconds * 1_000, to - from) ? range : effective;
    }
    case 'absolute':
      return near(instantOfWire(range.from), from) && near(instantOfWire(range.to), to) ? range : effective;
    case 'keyword':
      return effective;
  }
}

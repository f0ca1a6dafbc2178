/** Validates a range from an address or a stored view; an invalid range is not searched (spec 2 §5, §8). */
import type { TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from './local-time.js';
import { defaultRange } from './ranges.js';
import { timeRangeTexts } from './texts.js';

/** @returns the error text; undefined for a valid range */
export function rangeFault(range: TimeRange | null | undefined): string | undefined {
  switch (range?.type) {
    case undefined:
    case 'relative':
    case 'keyword':
      return undefined;
    case 'absolute': {
      const [from, to] = [instantOfWire(String(range.from)), instantOfWire(String(range.to))];
      if (from === undefined || to === undefined) return timeRangeTexts.format;
      return to < from ? timeRangeTexts.untilBeforeFrom : undefined;
    }
    default:
      return timeRangeTexts.unknownType(String((range as { readonly type: unknown }).type));
  }
}

/** Returns the range, or the default range in place of an invalid one. */
export const askableRange = (range: TimeRange | null | undefined): TimeRange =>
  range && rangeFault(range) === undefined ? range : defaultRange;

/** Validates ranges from addresses and stored views; invalid ranges are not searched (spec 2 §5, §8). */
import type { TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from './local-time.js';
import { defaultRange } from './ranges.js';
import { timeRangeTexts } from './texts.js';

/** Returns the error of a range; undefined for a valid or absent range. */
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

/** Returns a valid range unchanged; for an invalid or absent range the default range. */
export const askableRange = (range: TimeRange | null | undefined): TimeRange =>
  range && rangeFault(range) === undefined ? range : defaultRange;

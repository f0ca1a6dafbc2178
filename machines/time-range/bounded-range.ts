import type { AbsoluteRange, TimeRange } from '../../api/contract/searches.js';
import { instantOfWire } from './local-time.js';
import { searchedRange } from './searched-range.js';

/** Largest difference, in ms, between the lengths of ranges that count as the same. */
const toleranceMs = 1_000;

export interface SearchedWidget {
  readonly asked: TimeRange;
  /** Range that the server reports with its answer. */
  readonly effective: AbsoluteRange;
}

/**
 * Returns the range that the server has used in place of the ranges of all widgets, such as the range that the token of
 * a guest forces; undefined: there is none. Widgets with keyword ranges are left out, because these cannot be compared.
 */
export function boundedRange(widgets: readonly SearchedWidget[]): AbsoluteRange | undefined {
  const known = widgets.filter(({ asked }) => asked.type !== 'keyword');
  const [first] = known;
  if (!first) return undefined;
  const lengthOf = ({ from, to }: AbsoluteRange): number => (instantOfWire(to) ?? 0) - (instantOfWire(from) ?? 0);
  const isForced = known.every(
    ({ asked, effective }) =>
      searchedRange(asked, effective) === effective &&
      Math.abs(lengthOf(effective) - lengthOf(first.effective)) <= toleranceMs,
  );
  return isForced ? first.effective : undefined;
}

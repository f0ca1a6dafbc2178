/** Determines the ranges that the user has searched before, offered beside the presets. */
import type { TimeRange } from '../../../api/contract/searches.js';
import { normalRange, sameRange } from '../../../machines/time-range/ranges.js';
import { isTimeRange } from '../range-attribute.js';
import type { StoredListOptions } from '../../kit/stored-list.js';

/** Maximum number of recent ranges that are offered. */
const shown = 5;

export const recentRangesOptions: StoredListOptions<TimeRange> = {
  longest: 12,
  read: (stored) => (isTimeRange(stored) ? normalRange(stored) : undefined),
  same: sameRange,
};

/** Returns the recent ranges that are not among the presets, in the given order and at most `shown`. */
export function offeredRanges(
  recent: readonly TimeRange[],
  presets: readonly { readonly range: TimeRange }[],
): readonly TimeRange[] {
  return recent.filter((range) => !presets.some((preset) => sameRange(preset.range, range))).slice(0, shown);
}

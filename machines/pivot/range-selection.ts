/** The time range that a user selects by dragging over a timeline. */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { TimeAxis } from './chart-data.js';

/**
 * Returns the range between two instants. It is widened to the buckets that contain the instants and cut to the axis.
 * An instant between two buckets stays unchanged. Returns undefined when the range is empty.
 * @param one epoch milliseconds
 * @param other epoch milliseconds, earlier or later than `one`
 */
export function selectedRange(axis: TimeAxis, one: number, other: number): AbsoluteRange | undefined {
  const low = Math.min(one, other);
  const high = Math.max(one, other);
  const first = axis.buckets.find((bucket) => bucket.start <= low && low < bucket.end);
  const last = axis.buckets.findLast((bucket) => bucket.start < high && high <= bucket.end);
  const from = Math.max(axis.from, first?.start ?? low);
  const to = Math.min(axis.to, last?.end ?? high);
  if (!(Math.round(from) < Math.round(to))) return undefined;
  return {
    type: 'absolute',
    from: new Date(Math.round(from)).toISOString(),
    to: new Date(Math.round(to)).toISOString(),
  };
}

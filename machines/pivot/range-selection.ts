/** A range chosen by dragging over a timeline. */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { TimeAxis } from './chart-data.js';

/**
 * The range between two instants (ms, in any order), widened to the edges of the buckets it touches and cut to the
 * axis. Where there are no buckets the instants themselves count. Undefined when nothing is left.
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

/** Positions of instants among the buckets of a time group, for charts that draw all buckets with the same width. */
import type { AbsoluteRange } from '../../api/contract/searches.js';
import type { WidgetPivot } from '../../api/contract/views.schema.js';
import type { MarkedSpan } from './alert-marks.js';
import { byTime, startOfKeys, timeAxis } from './chart-data.js';

export interface BucketPlaces {
  readonly span: MarkedSpan;
  /**
   * Returns the position of an instant, in buckets from the first displayed one: 1.5 is the middle of the second
   * bucket.
   */
  readonly placeOf: (instant: number) => number;
}

/**
 * Returns the positions of instants among buckets. Returns undefined unless the only group is by time on `timestamp`
 * and the buckets are in time order.
 * @param keys keys of the buckets as displayed, oldest or newest first
 * @param isWhole true when the time group is the only row group (see `timeAxis`)
 * @param zone IANA name of the zone of the search (see `bucketZone`)
 */
export function bucketPlaces(
  [time, ...more]: readonly WidgetPivot[],
  keys: readonly (readonly string[])[],
  range: AbsoluteRange | undefined,
  isWhole: boolean,
  zone: string,
): BucketPlaces | undefined {
  if (time?.type !== 'time' || time.fields[0] !== 'timestamp' || more.length > 0) return undefined;
  const shown = keys.map((own) => ({ start: startOfKeys(own), key: own[0] ?? '' }));
  const starts = shown.toSorted((left, right) => byTime(left.start, right.start));
  const isTurned = shown.length > 1 && shown[0] === starts.at(-1);
  const inOrder = isTurned ? shown.toReversed() : shown;
  // Buckets that are sorted by a value leave no position for the instants between two of them.
  if (inOrder.some((bucket, index) => bucket !== starts[index])) return undefined;
  const { buckets } = timeAxis(starts, range, time.config?.interval, isWhole, zone);
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last || !Number.isFinite(last.start)) return undefined;
  return {
    span: { from: first.start, to: last.end },
    placeOf: (instant) => {
      const at = Math.max(
        0,
        buckets.findLastIndex(({ start }) => start <= instant),
      );
      const { start, end } = buckets[at] ?? first;
      const place = at + Math.min(1, Math.max(0, (instant - start) / Math.max(1, end - start)));
      return isTurned ? buckets.length - place : place;
    },
  };
}

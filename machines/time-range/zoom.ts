/** Zooming into a range of the histogram, and back. */
import type { TimeRange } from '../../api/contract/searches.js';
import { sameRange } from './ranges.js';

/** A step of zooming: the range `from` was narrowed to the range `to`. */
export interface Zoom {
  readonly from: TimeRange;
  readonly to: TimeRange;
}

/** Returns the zoom that led to a range; undefined if the range was chosen in another way. */
export function zoomTo(zooms: readonly Zoom[], range: TimeRange): Zoom | undefined {
  return zooms.findLast(({ to }) => sameRange(to, range));
}

/**
 * Returns the zooms with a new zoom added. Earlier zooms that have not led to the range in which the new zoom starts
 * are dropped.
 */
export function zoomedIn(zooms: readonly Zoom[], zoom: Zoom): readonly Zoom[] {
  const last = zoomTo(zooms, zoom.from);
  return [...(last ? zooms.slice(0, zooms.indexOf(last) + 1) : []), zoom];
}

/**
 * Undoes the zoom that led to a range. Returns the earlier zooms and the range before the zoom, or undefined if no zoom
 * led to the range.
 */
export function zoomedOut(
  zooms: readonly Zoom[],
  range: TimeRange,
): { readonly zooms: readonly Zoom[]; readonly range: TimeRange } | undefined {
  const last = zoomTo(zooms, range);
  return last && { zooms: zooms.slice(0, zooms.indexOf(last)), range: last.from };
}

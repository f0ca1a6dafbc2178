/** Zooming into the histogram, and out again. */
import type { TimeRange } from '../../api/contract/searches.js';
import { sameRange } from './ranges.js';

/** A narrowed range and the range before it. */
export interface Zoom {
  readonly from: TimeRange;
  readonly to: TimeRange;
}

/** Finds the zoom that led to a range; undefined once another range was chosen. */
export function zoomTo(zooms: readonly Zoom[], range: TimeRange): Zoom | undefined {
  return zooms.findLast(({ to }) => sameRange(to, range));
}

/** Adds a zoom. Zooms that do not lead to `from` are dropped. */
export function zoomedIn(zooms: readonly Zoom[], zoom: Zoom): readonly Zoom[] {
  const last = zoomTo(zooms, zoom.from);
  return [...(last ? zooms.slice(0, zooms.indexOf(last) + 1) : []), zoom];
}

/** Undoes a zoom: returns the remaining zooms and the previous range; undefined when no zoom led to the range. */
export function zoomedOut(
  zooms: readonly Zoom[],
  range: TimeRange,
): { readonly zooms: readonly Zoom[]; readonly range: TimeRange } | undefined {
  const last = zoomTo(zooms, range);
  return last && { zooms: zooms.slice(0, zooms.indexOf(last)), range: last.from };
}

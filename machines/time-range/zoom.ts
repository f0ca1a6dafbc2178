/** Zooms into the histogram and the way back out. */
import type { TimeRange } from '../../api/contract/searches.js';
import { sameRange } from './ranges.js';

/** A narrowed range and the range before. */
export interface Zoom {
  readonly from: TimeRange;
  readonly to: TimeRange;
}

/** The zoom that led to a range; none once another range was chosen. */
export function zoomTo(zooms: readonly Zoom[], range: TimeRange): Zoom | undefined {
  return zooms.findLast(({ to }) => sameRange(to, range));
}

/** Zooms after one more. What came after `from` by other ways is forgotten. */
export function zoomedIn(zooms: readonly Zoom[], zoom: Zoom): readonly Zoom[] {
  const last = zoomTo(zooms, zoom.from);
  return [...(last ? zooms.slice(0, zooms.indexOf(last) + 1) : []), zoom];
}

/** Zooms without the one that led to a range, and the range before; undefined without such a zoom. */
export function zoomedOut(
  zooms: readonly Zoom[],
  range: TimeRange,
): { readonly zooms: readonly Zoom[]; readonly range: TimeRange } | undefined {
  const last = zoomTo(zooms, range);
  return last && { zooms: zooms.slice(0, zooms.indexOf(last)), range: last.from };
}

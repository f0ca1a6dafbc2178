/** Converts a pivot result to rings: one ring per series, with one slice per row (screens/search.md §10 "pie"). */
import type { CategoryAxis, ChartData, ChartSeries } from './chart-data.js';

interface Slice {
  readonly label: string;
  /** Keys of the row as in the API. */
  readonly keys: readonly string[];
  readonly value: number;
  /** Share of the slice in the ring, 0 to 1. */
  readonly share: number;
}
export interface Ring {
  readonly series: ChartSeries;
  readonly total: number;
  readonly slices: readonly Slice[];
}

/**
 * Builds one ring per series. Only positive values become slices, because a share cannot be negative. Series without
 * slices get no ring.
 */
export function rings({ axis, series }: ChartData & { readonly axis: CategoryAxis }): readonly Ring[] {
  return series.flatMap((one): readonly Ring[] => {
    const total = one.values.reduce<number>((sum, value) => (value !== null && value > 0 ? sum + value : sum), 0);
    if (!(total > 0) || !Number.isFinite(total)) return [];
    const slices = one.values.flatMap((value, index): readonly Slice[] => {
      if (value === null || !(value > 0)) return [];
      return [{ label: axis.labels[index] ?? '', keys: axis.keys[index] ?? [], value, share: value / total }];
    });
    return [{ series: one, total, slices }];
  });
}

/** Returns the distinct labels of all rings' slices in the order of first appearance; each label gets one colour. */
export function sliceLabels(all: readonly Ring[]): readonly string[] {
  return [...new Set(all.flatMap(({ slices }) => slices.map(({ label }) => label)))];
}

/** Maximum number of rings in one row (spec 2 §9). */
export const ringsPerRow = 4;

export interface RingPlace {
  /** Distance of the ring's centre from the left edge of the box in px; `y` is its distance from the top edge. */
  readonly x: number;
  readonly y: number;
  /** Outer radius of the ring in px. */
  readonly radius: number;
}

/**
 * Returns the places of rings in a box, which they fill row by row.
 * @param margin space around each ring in px, for labels
 * @param captionHeight space below each ring in px, for its name
 */
export function ringPlaces(
  count: number,
  box: { readonly width: number; readonly height: number },
  margin: { readonly x: number; readonly y: number },
  captionHeight: number,
): readonly RingPlace[] {
  if (count === 0) return [];
  const columns = Math.min(count, ringsPerRow);
  const rows = Math.ceil(count / columns);
  const width = box.width / columns;
  const height = box.height / rows;
  const radius = Math.max(1, Math.min(width / 2 - margin.x, (height - captionHeight) / 2 - margin.y));
  return Array.from({ length: count }, (_unused, index) => {
    const row = Math.floor(index / columns);
    // The last row may have fewer rings than the others; its rings are centred.
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const indent = (box.width - inRow * width) / 2;
    return {
      x: indent + ((index % columns) + 0.5) * width,
      y: row * height + (height - captionHeight) / 2,
      radius,
    };
  });
}

/**
 * Returns the index of the slice at a point; undefined in the hole and outside the ring. Slices run clockwise from the
 * top.
 * @param x distance of the point from the ring's centre in px, to the right
 * @param y distance of the point from the ring's centre in px, downwards
 * @param hole radius of the hole as a share of the outer radius
 */
export function sliceAt(ring: Ring, { radius }: RingPlace, x: number, y: number, hole: number): number | undefined {
  const distance = Math.hypot(x, y);
  if (distance > radius || distance < radius * hole) return undefined;
  const turn = (Math.atan2(x, -y) / (2 * Math.PI) + 1) % 1;
  let end = 0;
  const found = ring.slices.findIndex(({ share }) => (end += share) > turn);
  return found < 0 ? ring.slices.length - 1 : found;
}

/**
 * Converts stored positions of widgets to places on the screen and back. Places count from 0, and the grid is compacted
 * upwards (screens/search.md §6, spec 1 §5 "Grid items"). Narrow screens have fewer columns and keep the order; their
 * places are never stored.
 */
import type { Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import type { Positions } from './positions.js';
import { gridColumns, positionOf, storedPosition, widthOf } from './positions.js';

/** Place of a widget on the grid: column `x` and row `y`, counted from 0, with width and height in grid units. */
export interface Place {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Row of a widget whose stored position is unusable: it goes to the bottom, into the first column. */
const bottom = Number.MAX_SAFE_INTEGER;

const isPlace = (value: number | 'Infinity' | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

function placeOf(id: string, position: WidgetPosition): Place {
  const { col, row, height } = position;
  const placed = isPlace(row) && isPlace(col);
  const w = Math.max(1, Math.round(widthOf(position)));
  return {
    id,
    w,
    h: isPlace(height) ? Math.max(1, Math.round(height)) : 1,
    x: placed ? Math.min(Math.round(col) - 1, gridColumns - w) : 0,
    y: placed ? Math.round(row) - 1 : bottom,
  };
}

const overlap = (one: Place, other: Place): boolean =>
  one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;

/** Compares two places by row and then by column. */
export const inReadingOrder = (left: Place, right: Place): number => left.y - right.y || left.x - right.x;

/**
 * Compacts places. Each place moves up as far as possible. Places that overlap an earlier place move down.
 * @returns the places in reading order
 */
export function compacted(places: readonly Place[]): readonly Place[] {
  const settled: Place[] = [];
  /**
   * Number of the first row below all settled places, for each column. Free rows above it are gaps between settled
   * places.
   */
  const floor: number[] = Array.from({ length: gridColumns }, () => 0);
  for (const place of [...places].sort(inReadingOrder)) {
    const columns = floor.slice(place.x, place.x + place.w);
    const lowest = Math.max(0, ...columns);
    // A place above this row may fit into a gap between the settled places.
    const y = place.y >= lowest ? lowest : freeRow(place, settled);
    const raised = { ...place, y };
    settled.push(raised);
    for (let x = place.x; x < place.x + place.w; x += 1) floor[x] = Math.max(floor[x] ?? 0, y + place.h);
  }
  return settled.sort(inReadingOrder);
}

function freeRow(place: Place, settled: readonly Place[]): number {
  let at = place;
  for (let hit = settled.find((one) => overlap(one, at)); hit; hit = settled.find((one) => overlap(one, at))) {
    at = { ...at, y: hit.y + hit.h };
  }
  while (at.y > 0 && !settled.some((one) => overlap(one, { ...at, y: at.y - 1 }))) at = { ...at, y: at.y - 1 };
  return at.y;
}

/**
 * Returns the places of the widgets on the grid of twelve columns. A widget without a stored position starts at the top
 * left, with the default size of its type.
 */
export function layoutOf(widgets: readonly Pick<Widget, 'id' | 'type'>[], positions: Positions): readonly Place[] {
  return compacted(widgets.map((widget) => placeOf(widget.id, positionOf(positions, widget))));
}

/**
 * Returns the ids of chart and message table if the page consists of exactly these two widgets, both at full width,
 * with the chart first. The table can then fill the window. Otherwise returns undefined.
 */
export function chartOverTable(
  widgets: readonly Pick<Widget, 'id' | 'type'>[],
  positions: Positions,
): { readonly chart: string; readonly table: string } | undefined {
  const [first, second, ...more] = layoutOf(widgets, positions);
  if (!first || !second || more.length > 0 || first.w < gridColumns || second.w < gridColumns) return undefined;
  const typeOf = (place: Place) => widgets.find(({ id }) => id === place.id)?.type.toLowerCase();
  return typeOf(first) === 'aggregation' && typeOf(second) === 'messages'
    ? { chart: first.id, table: second.id }
    : undefined;
}

/** Returns the places on the six columns of narrow screens: each widget has half or full width, in reading order. */
export function narrowLayout(places: readonly Place[]): readonly Place[] {
  const half = gridColumns / 4;
  let left = 0;
  let right = 0;
  return [...places].sort(inReadingOrder).map((place) => {
    if (place.w > gridColumns / 2) {
      const y = Math.max(left, right);
      left = right = y + place.h;
      return { ...place, x: 0, y, w: half * 2 };
    }
    const toLeft = left <= right;
    const y = toLeft ? left : right;
    if (toLeft) left = y + place.h;
    else right = y + place.h;
    return { ...place, x: toLeft ? 0 : half, y, w: half };
  });
}

/** Converts places to positions for storing; other members of the positions in `before` are kept. */
export function positionsOf(places: readonly Place[], before: Positions = {}): Positions {
  return Object.fromEntries(
    places.map(({ id, x, y, w, h }) => [
      id,
      storedPosition({ ...before[id], col: x + 1, row: y + 1, width: w, height: h }),
    ]),
  );
}

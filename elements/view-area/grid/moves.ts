/**
 * Moves and resizes widgets on the grid with the algorithms of react-grid-layout; loaded when the user grips a widget.
 */
import { moveElement, verticalCompactor, type LayoutItem } from 'react-grid-layout/core';
import type { Place } from '../../../machines/view/grid-layout.js';
import { gridColumns } from '../../../machines/view/positions.js';

const itemsOf = (places: readonly Place[]): LayoutItem[] => places.map(({ id, ...place }) => ({ ...place, i: id }));
const settled = (items: readonly LayoutItem[]): readonly Place[] =>
  verticalCompactor.compact(items, gridColumns).map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }));

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the positions after a widget was moved to a column and row (from 0); other widgets move down. */
export function moved(places: readonly Place[], id: string, x: number, y: number): readonly Place[] {
  const items = itemsOf(places);
  const item = items.find(({ i }) => i === id);
  if (!item) return places;
  const column = clamp(x, 0, gridColumns - item.w);
  return settled(moveElement(items, item, column, Math.max(0, y), true, false, 'vertical', gridColumns));
}

/** Returns the positions after a widget was resized (columns and rows): at least one cell, within the grid. */
export function resized(places: readonly Place[], id: string, w: number, h: number): readonly Place[] {
  return settled(
    itemsOf(places).map((item) =>
      item.i === id ? { ...item, w: clamp(w, 1, gridColumns - item.x), h: Math.max(1, h) } : item,
    ),
  );
}

/**
 * Moves a widget by keyboard: sideways by one column; up or down past the next widget, because a smaller step would be
 * compacted away.
 */
export function stepped(places: readonly Place[], id: string, dx: number, dy: number): readonly Place[] {
  const place = places.find((one) => one.id === id);
  if (!place) return places;
  if (dy === 0) return moved(places, id, place.x + dx, place.y);
  const { x, y, w, h } = place;
  const sameColumns = places.filter((one) => one.id !== id && one.x < x + w && x < one.x + one.w);
  if (dy < 0) {
    const above = Math.max(0, ...sameColumns.filter((one) => one.y + one.h <= y).map((one) => one.y));
    return moved(places, id, x, above);
  }
  const [next] = sameColumns.filter((one) => one.y >= y + h).sort((left, right) => left.y - right.y);
  return next ? moved(places, id, x, next.y - h + next.h) : places;
}

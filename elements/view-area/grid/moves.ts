/**
 * Moves and resizes widgets on the grid with the algorithms of react-grid-layout. The module is loaded when the user
 * grips a widget or moves it by keyboard.
 */
import { moveElement, verticalCompactor, type LayoutItem } from 'react-grid-layout/core';
import type { Place } from '../../../machines/view/grid-layout.js';
import { gridColumns } from '../../../machines/view/positions.js';

const itemsOf = (places: readonly Place[]): LayoutItem[] => places.map(({ id, ...place }) => ({ ...place, i: id }));
const settled = (items: readonly LayoutItem[]): readonly Place[] =>
  verticalCompactor.compact(items, gridColumns).map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h }));

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns all positions after a widget was moved to column `x` and row `y`, both from 0; other widgets make room. */
export function moved(places: readonly Place[], id: string, x: number, y: number): readonly Place[] {
  const items = itemsOf(places);
  const item = items.find(({ i }) => i === id);
  if (!item) return places;
  const column = clamp(x, 0, gridColumns - item.w);
  return settled(moveElement(items, item, column, Math.max(0, y), true, false, 'vertical', gridColumns));
}

/**
 * Returns all positions after a widget was resized to `w` columns and `h` rows. The size is at least one cell, and the
 * widget stays within the grid.
 */
export function resized(places: readonly Place[], id: string, w: number, h: number): readonly Place[] {
  return settled(
    itemsOf(places).map((item) =>
      item.i === id ? { ...item, w: clamp(w, 1, gridColumns - item.x), h: Math.max(1, h) } : item,
    ),
  );
}

/**
 * Returns all positions after a step by keyboard. A step sideways is one column wide. A step up or down goes past the
 * next widget, because the grid's vertical compaction would undo a smaller step.
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

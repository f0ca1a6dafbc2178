/**
 * Positions of widgets on the grid (screens/search.md §6). Columns and rows count from 1; the width "Infinity" means a
 * full row.
 */
import type { Widget, WidgetPosition } from '../../api/contract/views.schema.js';

export type Positions = Readonly<Record<string, WidgetPosition>>;

export const gridColumns = 12;

interface Size {
  readonly height: number;
  readonly width: number;
}

/** Returns the size that a new widget of this type gets (spec 2 §9). */
export function defaultSize(widgetType: string): Size {
  return widgetType.toLowerCase() === 'messages' ? { height: 5, width: 6 } : { height: 4, width: 4 };
}

const finite = (extent: number | 'Infinity', full: number): number =>
  extent === 'Infinity' || !Number.isFinite(extent) ? full : extent;

/** Returns the number of columns that a position covers. */
export const widthOf = ({ width }: WidgetPosition): number => Math.min(finite(width, gridColumns), gridColumns);
const heightOf = ({ height }: WidgetPosition): number => finite(height, 1);
const rowOf = ({ row }: WidgetPosition): number => Math.max(1, finite(row, 1));
const colOf = ({ col }: WidgetPosition): number => Math.max(1, finite(col, 1));

/** Returns the stored form of a position, in which the full width of the grid or more is "Infinity". */
export function storedPosition(position: WidgetPosition): WidgetPosition {
  return typeof position.width === 'number' && position.width >= gridColumns
    ? { ...position, width: 'Infinity' }
    : position;
}

/** Returns the position of a widget. Without a stored position, the widget has its default size at column 1, row 1. */
export function positionOf(positions: Positions, widget: Pick<Widget, 'id' | 'type'>): WidgetPosition {
  return positions[widget.id] ?? { col: 1, row: 1, ...defaultSize(widget.type) };
}

/**
 * Returns the first free place, by rows and then by columns, that fits the size without moving other widgets; undefined
 * if there is none.
 */
function firstFree(positions: Positions, size: Pick<WidgetPosition, 'height' | 'width'>): WidgetPosition | undefined {
  const wanted = { col: 1, row: 1, ...size };
  const roomy = findGaps(positions).filter(
    (gap) => widthOf(gap) >= widthOf(wanted) && heightOf(gap) >= heightOf(wanted),
  );
  const [first] = roomy.toSorted((one, other) => rowOf(one) - rowOf(other) || colOf(one) - colOf(other));
  return first && { ...wanted, col: first.col, row: first.row };
}

/**
 * Returns the positions with a new widget. It gets the given position, otherwise the first free place that fits. If
 * there is no such place, the widget gets column 1 and row 1, and all other widgets move down by one row.
 * @param shown positions of the page's widgets on the grid, without overlaps and without removed widgets
 */
export function addPosition(
  positions: Positions,
  widget: Pick<Widget, 'id' | 'type'>,
  given?: WidgetPosition,
  size: Size | Pick<WidgetPosition, 'height' | 'width'> = defaultSize(widget.type),
  shown: Positions = positions,
): Positions {
  if (given) return { ...positions, [widget.id]: storedPosition(given) };
  const free = firstFree(shown, size);
  if (free) return { ...positions, ...shown, [widget.id]: storedPosition(free) };
  const shifted = Object.entries(positions).map(
    ([id, position]) => [id, { ...position, row: rowOf(position) + 1 }] as const,
  );
  return { ...Object.fromEntries(shifted), [widget.id]: storedPosition({ col: 1, row: 1, ...size }) };
}

/** Stretches a widget to a full row. A widget that already fills the row gets the default width of its type. */
export function stretchPosition(positions: Positions, widget: Pick<Widget, 'id' | 'type'>): Positions {
  const position = positionOf(positions, widget);
  const stretched = widthOf(position) >= gridColumns;
  const width = stretched ? defaultSize(widget.type).width : ('Infinity' as const);
  return { ...positions, [widget.id]: { ...position, col: stretched ? position.col : 1, width } };
}

/** Removes positions whose ids start with `gap`: they mark places for new widgets and are never stored. */
export function withoutGaps(positions: Positions): Positions {
  const kept = Object.entries(positions).filter(([id]) => !id.startsWith('gap'));
  return Object.fromEntries(kept.map(([id, position]) => [id, storedPosition(position)]));
}

/**
 * Returns the free places in the rows that contain widgets. They are found column by column; each is as wide as
 * possible and then as high as possible. Places of a single column are left out. There are no places when widgets
 * overlap.
 */
export function findGaps(positions: Positions): readonly WidgetPosition[] {
  const widgets = Object.values(positions);
  if (widgets.length === 0) return [];
  const first = Math.min(...widgets.map(rowOf));
  const last = Math.max(...widgets.map((position) => rowOf(position) + heightOf(position) - 1));
  const taken = new Set<string>();
  const used = new Set<number>();
  const cell = (row: number, col: number) => `${row}/${col}`;
  for (const position of widgets) {
    for (let row = rowOf(position); row < rowOf(position) + heightOf(position); row += 1) {
      used.add(row);
      for (let col = colOf(position); col < colOf(position) + widthOf(position) && col <= gridColumns; col += 1) {
        if (taken.has(cell(row, col))) return [];
        taken.add(cell(row, col));
      }
    }
  }
  const free = (row: number, col: number) => col <= gridColumns && !taken.has(cell(row, col));
  const gaps: WidgetPosition[] = [];
  for (let col = 1; col < gridColumns; col += 1) {
    for (let row = first; row <= last; row += 1) {
      if (!used.has(row) || !free(row, col)) continue;
      let width = 1;
      while (free(row, col + width)) width += 1;
      if (width === 1) continue;
      const stretchFree = (below: number) =>
        Array.from({ length: width }, (_, i) => col + i).every((at) => free(below, at));
      let height = 1;
      while (row + height <= last && used.has(row + height) && stretchFree(row + height)) height += 1;
      for (let r = row; r < row + height; r += 1) for (let c = col; c < col + width; c += 1) taken.add(cell(r, c));
      gaps.push({ col, row, height, width });
    }
  }
  return gaps;
}

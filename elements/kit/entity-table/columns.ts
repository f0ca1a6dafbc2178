/**
 * Decides which columns of an overview table fit and how wide they are (spec 1 §9 "column weights"). The functions are
 * pure.
 */
import type { EntityAttribute } from '../../../api/contract/list.schema.js';

/** Minimum column width in px. */
const minColumnWidth = 150;
const dateColumnWidth = 160;
export const selectColumnWidth = 40;

/** Width of the column of an attribute. Without `fixed`, the column shares the width that the other columns leave. */
export interface ColumnSize {
  /** Fixed width in px, with which the column neither grows nor shrinks. */
  readonly fixed?: number;
  /** Share of the remaining width; default 1. */
  readonly weight?: number;
  /** Minimum width in px; default 150. */
  readonly min?: number;
  /** True hides the column before other columns when not all columns fit. */
  readonly minor?: boolean;
}

const knownSizes: Readonly<Record<string, ColumnSize>> = {
  description: { weight: 2 },
  summary: { weight: 1.5 },
  owner: { fixed: 120 },
  favorite: { fixed: 40 },
};

export interface SizedColumn {
  readonly attribute: EntityAttribute;
  readonly size: ColumnSize;
  /** Width in px that the user has set, which overrides `size`; undefined: the user has not set it. */
  readonly width: number | undefined;
}

export function sizedColumn(
  attribute: EntityAttribute,
  own: ColumnSize | undefined,
  width: number | undefined,
): SizedColumn {
  const known = knownSizes[attribute.id] ?? (attribute.type === 'DATE' ? { fixed: dateColumnWidth } : {});
  return { attribute, size: own ?? known, width };
}

export const leastWidth = ({ size, width }: SizedColumn): number => width ?? size.fixed ?? size.min ?? minColumnWidth;

/** Returns true if a column only contains an icon; such a narrow column is dropped only if it is minor. */
const isIcon = ({ size }: SizedColumn): boolean => (size.fixed ?? minColumnWidth) <= 60;

/**
 * Returns the columns that fit into a width. Minor columns are dropped first, then other columns from the last to the
 * first. The first column always stays, and so do icon columns that are not minor.
 * @param available width in px for the columns; 0 while the width is unknown: all columns stay
 */
export function fittingColumns(columns: readonly SizedColumn[], available: number): readonly SizedColumn[] {
  if (available <= 0) return columns;
  const kept = [...columns];
  const sum = (): number => kept.reduce((total, column) => total + leastWidth(column), 0);
  const drop = (mayGo: (column: SizedColumn) => boolean): void => {
    for (let at = kept.length - 1; at > 0 && sum() > available; at -= 1) {
      const column = kept[at];
      if (column && mayGo(column)) kept.splice(at, 1);
    }
  };
  drop(({ size }) => size.minor === true);
  drop((column) => !isIcon(column));
  return kept;
}

/** Returns the value of `grid-template-columns` for the table. */
export function gridTemplate(
  columns: readonly SizedColumn[],
  { selectable, actionsWidth }: { readonly selectable: boolean; readonly actionsWidth: number },
): string {
  const track = (column: SizedColumn): string => {
    const { size, width } = column;
    if (width !== undefined) return `${width}px`;
    if (size.fixed !== undefined) return `${size.fixed}px`;
    return `minmax(${size.min ?? minColumnWidth}px, ${size.weight ?? 1}fr)`;
  };
  // When all columns have fixed widths, the last track takes the remaining width, so that the rows reach the edge.
  const rest = columns.every(({ size, width }) => width !== undefined || size.fixed !== undefined);
  return [
    ...(selectable ? [`${selectColumnWidth}px`] : []),
    ...columns.map(track),
    ...(actionsWidth > 0
      ? [rest ? `minmax(${actionsWidth}px, 1fr)` : `${actionsWidth}px`]
      : rest
        ? ['minmax(0, 1fr)']
        : []),
  ].join(' ');
}

/** Computes column widths of a data table from its contents; the table keeps them while rows change. */
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';
import { leastMiddleLength } from '../../../kit/middle-text.js';
import { foldedHead, shortHeadOf } from './head-text.js';
import { textWidth } from './text-width.js';

/** Number of examined rows; longer values in other rows are cut with an ellipsis. */
const sampledRows = 200;
const valuePx = 13;
const headPx = 12;
const boldShare = 1.1;
const paddingPx = 24;
/** Width in px of one icon in a head: sort or pin. */
const headIconPx = 22;
const least = 64;
const most = 360;
/** Maximum width in px that a group head adds to its columns. */
const mostGroup = 180;
/** Minimum width in px of a key column. */
const leastKey = 112;
/** Width in px from which a key shortened in the middle shows part of its beginning. */
const legibleKey = 144;
/** Minimum width in px of a key column with a short head, and of a numeric column. */
const leastNamed = 96;
const leastNumber = 110;
/** Width in px beside the name in a numeric head: padding at the right, sort and pin icons at the left. */
const besideNumberPx = 51;
/** Width in px of both icons, which cover the end of a name while it is hovered; the beginning stays readable. */
const toolsPx = 40;

const headWidth = (text: string): number => textWidth(text, headPx * boldShare);

/**
 * Widths of a column in px, and how far it may shrink: long heads and keys get an ellipsis, numbers and times are never
 * cut.
 */
export interface ColumnWidth {
  readonly wanted: number;
  /** Width for name and values only, used in tables that scroll; absent: the wanted width. */
  readonly snug?: number;
  readonly least: number;
  /** Minimum width that the column keeps if other columns can shrink instead. */
  readonly legible?: number;
  /** True for a column of the row groups. */
  readonly isKey?: boolean;
}

/**
 * @param textOf text of a cell
 * @param marksOf number of marks beside the name, such as the sort mark
 * @param groupOf text above the columns of a group
 */
export function columnWidths(
  { columns, rows, heads }: DataTable,
  textOf: (value: unknown, column: TableColumn) => string,
  icons: boolean,
  isBold: (column: TableColumn) => boolean = () => false,
  marksOf: (column: TableColumn) => number = () => 0,
  groupOf: (key: string, head: DataTable['heads'][number]) => string = (key) => key,
): readonly ColumnWidth[] {
  const over = heads.flatMap((head) =>
    head.spans.map(({ key, from, span }) => ({
      from,
      to: from + span,
      // A long group head is cut at its end.
      each: Math.min(mostGroup, headWidth(groupOf(key, head)) + paddingPx) / span,
    })),
  );
  return columns.map((column, index) => {
    const told = marksWidth(marksOf(column));
    const name = headWidth(headOf(column));
    const head = name + Math.max(told, icons && column.kind !== 'cell' ? headIconPx : 0);
    const texts = rows.slice(0, sampledRows).map((row) => textOf(row.cells[index], column));
    const widest = texts.reduce((most, text) => Math.max(most, textWidth(text, valuePx)), 0);
    // Values beyond a threshold are bold, so they are wider.
    const values = within(widest * (isBold(column) ? boldShare : 1) + paddingPx);
    const short = icons ? shortHead(column) : 0;
    const beside = icons && column.kind !== 'field' ? name + besideNumberPx : 0;
    const group = over.reduce(
      (most, { from, to, each }) => (index >= from && index < to ? Math.max(most, each) : most),
      0,
    );
    const wanted = Math.max(values, within(Math.max(head + paddingPx, beside, group)), Math.ceil(short));
    // Times differ at their end, so they keep their width; a short head such as `count()` must stay readable.
    const key = column.group?.kind === 'time' ? wanted : Math.min(wanted, leastKey);
    const legible = texts.some(({ length }) => length >= leastMiddleLength) ? Math.min(wanted, legibleKey) : key;
    const whole = Math.max(short, within(Math.max(name + told + paddingPx, group)));
    // Without enough room a head is shortened and wraps to two lines.
    const folded = Math.max(short, within(foldedHead(shortHeadOf(column), headWidth).width + told + paddingPx));
    const named = Math.min(wanted, whole, folded);
    if (column.kind === 'field') return { wanted, least: key, legible: Math.max(key, legible), isKey: true };
    return { wanted, snug: Math.min(wanted, Math.ceil(Math.max(values, whole))), least: Math.max(values, named) };
  });
}

/** Minimum width in px of a head, so that a short name stays readable with sort and pin icons while hovered. */
function shortHead(column: TableColumn): number {
  const name = headWidth(headOf(column));
  return column.kind === 'field'
    ? Math.min(leastNamed, name + toolsPx + paddingPx)
    : Math.min(leastNumber, name + besideNumberPx);
}

/**
 * Tells whether sort and pin icons fit at the left of a numeric head's name; otherwise they overlay its end.
 * @param width width of the column in px
 */
export const hasRoomBefore = (title: string, width: number): boolean => headWidth(title) + besideNumberPx <= width + 1;

/** Displayed form of a head: full, shortened, or shortened on two lines. */
export interface HeadFit {
  /** Lines of the head, at most two. */
  readonly lines: readonly string[];
}

/**
 * @param width width of the column in px
 * @param marksPx width in px of the marks beside the name
 */
export function headFit(column: TableColumn, width: number, marksPx: number): HeadFit {
  const room = width - paddingPx - marksPx;
  const whole = headOf(column);
  if (headWidth(whole) <= room) return { lines: [whole] };
  const text = shortHeadOf(column);
  return headWidth(text) <= room ? { lines: [text] } : { lines: foldedHead(text, headWidth).lines };
}

/** Width in px of the marks beside a name, such as the sort mark. */
export const marksWidth = (marks: number): number => marks * headIconPx;

const within = (px: number): number => Math.ceil(Math.min(most, Math.max(least, px)));

/**
 * Returns column widths in px: the wanted ones, or evenly narrowed, so that numbers are not cut at the edge of the
 * card. A table that must scroll anyway shows full heads without additional padding, and keys leave room for the
 * numbers.
 */
export function fittedWidths(columns: readonly ColumnWidth[], available: number): readonly number[] {
  return (
    narrowed(columns, available, (one) => one.legible ?? one.least) ??
    narrowed(columns, available, (one) => one.least) ??
    scrolled(columns, available)
  );
}

/** Narrows the columns evenly; undefined when they cannot fit. */
function narrowed(
  columns: readonly ColumnWidth[],
  available: number,
  leastOf: (column: ColumnWidth) => number,
): readonly number[] | undefined {
  const wanted = columns.reduce((sum, one) => sum + one.wanted, 0);
  const give = columns.reduce((sum, one) => sum + one.wanted - leastOf(one), 0);
  const over = wanted - available;
  if (over > give) return undefined;
  const share = over > 0 ? over / give : 0;
  return columns.map((one) => Math.floor(one.wanted - (one.wanted - leastOf(one)) * share));
}

function scrolled(columns: readonly ColumnWidth[], available: number): readonly number[] {
  const keys = columns.reduce((sum, one) => sum + (one.isKey ? one.wanted : 0), 0);
  return columns.map((one) =>
    one.isKey && keys > available / 2 ? (one.legible ?? one.least) : (one.snug ?? one.wanted),
  );
}

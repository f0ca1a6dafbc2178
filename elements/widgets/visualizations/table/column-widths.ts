/** Computes column widths of a data table from its contents; the table keeps them while rows change. */
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';
import { leastMiddleLength } from '../../../kit/middle-text.js';
import { foldedHead, shortHeadOf } from './head-text.js';
import { textWidth } from './text-width.js';

/** Number of rows whose values are examined; wider values in other rows are cut with an ellipsis. */
const sampledRows = 200;
const valuePx = 13;
const headPx = 12;
const boldShare = 1.1;
/** Width in px of the paddings on both sides of a cell; `tightPaddingPx` is that of a wall display with little room. */
const paddingPx = 24;
export const tightPaddingPx = 14;
/** Width in px of an icon in a column header: sort or pin. */
const headIconPx = 22;
const least = 64;
const most = 360;
/** Maximum width in px that the header of a group demands for its columns together. */
const mostGroup = 180;
/** Minimum width in px of a key column. */
const leastKey = 112;
/** Width in px from which a key that is shortened in the middle shows a part of its beginning. */
const legibleKey = 144;
/** Minimum width in px of a key column with a short header; `leastNumber` is that of a numeric column. */
const leastNamed = 96;
const leastNumber = 110;
/** Width in px beside the name in a numeric column header: padding at the right, sort and pin icons at the left. */
const besideNumberPx = 51;
/** Width in px of the sort and pin icons, which cover the end of a name while the pointer is over it. */
const toolsPx = 40;

const headWidth = (text: string): number => textWidth(text, headPx * boldShare);

/**
 * Widths of a column in px, and the widths to which it may shrink: long headers and keys get an ellipsis, while columns
 * of numbers and times stay as wide as the examined values.
 */
export interface ColumnWidth {
  readonly wanted: number;
  /** Width for name and values only, which is used in tables that scroll; absent: the wanted width. */
  readonly snug?: number;
  readonly least: number;
  /** Width at which a shortened name fits on one line; absent: the wanted width. */
  readonly brief?: number;
  /**
   * Width at which the sort and pin icons cover the name. It is used if the table then need not scroll. Absent: the
   * least width.
   */
  readonly tight?: number;
  /** Minimum width that the column keeps if other columns can shrink instead. */
  readonly legible?: number;
  /** True for a column of the row groups. */
  readonly isKey?: boolean;
}

/**
 * Returns the widths of all columns.
 *
 * @param textOf returns the text of a cell
 * @param icons true if the headers have sort and pin icons
 * @param isBold returns true if values of the column may be bold
 * @param marksOf returns the number of marks beside the name, such as the sort mark
 * @param groupOf returns the text above the columns of a group
 * @param padding width in px of the paddings on both sides of a cell
 */
export function columnWidths(
  { columns, rows, heads }: DataTable,
  textOf: (value: unknown, column: TableColumn) => string,
  icons: boolean,
  isBold: (column: TableColumn) => boolean = () => false,
  marksOf: (column: TableColumn) => number = () => 0,
  groupOf: (key: string, head: DataTable['heads'][number]) => string = (key) => key,
  padding = paddingPx,
): readonly ColumnWidth[] {
  const over = heads.flatMap((head) =>
    head.spans.map(({ key, from, span }) => ({
      from,
      to: from + span,
      // The header of a group is cut at its end if it is longer than the maximum.
      each: Math.min(mostGroup, headWidth(groupOf(key, head)) + padding) / span,
    })),
  );
  return columns.map((column, index) => {
    const marks = marksWidth(marksOf(column));
    const name = headWidth(headOf(column));
    // A column of changes cannot be pinned, and `marks` already contains the width of its sort icon.
    const tools = icons && column.kind !== 'change';
    const head = name + Math.max(marks, tools && column.kind !== 'cell' ? headIconPx : 0);
    const texts = rows.slice(0, sampledRows).map((row) => textOf(row.cells[index], column));
    const widest = texts.reduce((most, text) => Math.max(most, textWidth(text, valuePx)), 0);
    // Values that have reached a threshold are bold and therefore wider.
    const values = within(widest * (isBold(column) ? boldShare : 1) + padding);
    const short = tools ? shortHead(column) : 0;
    const beside = tools && column.kind !== 'field' ? name + besideNumberPx : 0;
    const group = over.reduce(
      (most, { from, to, each }) => (index >= from && index < to ? Math.max(most, each) : most),
      0,
    );
    const wanted = Math.max(values, within(Math.max(head + padding, beside, group)), Math.ceil(short));
    // Times differ at their end, so a column of times does not shrink.
    const key = column.group?.kind === 'time' ? wanted : Math.min(wanted, leastKey);
    const legible = texts.some(({ length }) => length >= leastMiddleLength) ? Math.min(wanted, legibleKey) : key;
    const whole = Math.max(short, within(Math.max(name + marks + padding, group)));
    // A header without enough room is shortened and wraps to two lines.
    const bare = within(foldedHead(shortHeadOf(column), headWidth).width + marks + padding);
    const named = Math.min(wanted, whole, Math.max(short, bare));
    if (column.kind === 'field') return { wanted, least: key, legible: Math.max(key, legible), isKey: true };
    return {
      wanted,
      snug: Math.min(wanted, Math.ceil(Math.max(values, whole))),
      brief: Math.min(wanted, Math.max(values, short, within(headWidth(shortHeadOf(column)) + marks + padding))),
      least: Math.max(values, named),
      tight: Math.max(values, Math.min(named, bare)),
    };
  });
}

/** Returns the minimum width in px of a header in which a short name stays readable beside the sort and pin icons. */
function shortHead(column: TableColumn): number {
  const name = headWidth(headOf(column));
  return column.kind === 'field'
    ? Math.min(leastNamed, name + toolsPx + paddingPx)
    : Math.min(leastNumber, name + besideNumberPx);
}

/**
 * Returns true if sort and pin icons fit at the left of the name in a numeric column header; otherwise they cover the
 * end of the name.
 * @param width width of the column in px
 */
export const hasRoomBefore = (title: string, width: number): boolean => headWidth(title) + besideNumberPx <= width + 1;

/** Displayed form of a column header: full, shortened, or shortened on two lines. */
export interface HeadFit {
  /** Lines of the header, at most two. */
  readonly lines: readonly string[];
}

/**
 * Returns the form in which a column header fits into its column.
 *
 * @param width width of the column in px
 * @param marksPx width in px of the marks beside the name
 * @param padding width in px of the paddings on both sides of a cell
 */
export function headFit(column: TableColumn, width: number, marksPx: number, padding = paddingPx): HeadFit {
  const room = width - padding - marksPx;
  const whole = headOf(column);
  if (headWidth(whole) <= room) return { lines: [whole] };
  const text = shortHeadOf(column);
  return headWidth(text) <= room ? { lines: [text] } : { lines: foldedHead(text, headWidth).lines };
}

/** Returns the width in px of a number of marks beside a name, such as the sort mark. */
export const marksWidth = (marks: number): number => marks * headIconPx;

const within = (px: number): number => Math.ceil(Math.min(most, Math.max(least, px)));

/**
 * Returns column widths in px. With enough room these are the wanted widths; otherwise they are evenly narrowed, so
 * that the table need not scroll. Names of metrics are first abbreviated and then wrapped onto two lines before
 * keys are cut, because these names stay readable. In a table that must scroll anyway the headers are full, and keys are narrow if they
 * would take more than half of the room.
 */
export function fittedWidths(columns: readonly ColumnWidth[], available: number): readonly number[] {
  const folded = columns.map((one) => (one.isKey ? one : { ...one, wanted: one.least }));
  return (
    narrowed(columns, available, (one) => (one.isKey ? one.wanted : (one.brief ?? one.wanted))) ??
    narrowed(columns, available, (one) => (one.isKey ? one.wanted : one.least)) ??
    narrowed(folded, available, (one) => one.legible ?? one.least) ??
    narrowed(folded, available, (one) => one.least) ??
    narrowed(columns, available, (one) => one.tight ?? one.least) ??
    scrolled(columns, available)
  );
}

/** Returns the evenly narrowed widths; undefined when the minimum widths do not fit. */
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

/** Widths of a data table's columns, from what stands in them: the table keeps them while rows come and go. */
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';
import { leastMiddleLength } from '../../../kit/middle-text.js';
import { foldedHead, shortHeadOf } from './head-text.js';
import { textWidth } from './text-width.js';

/** Rows that are examined; longer values are cut with an ellipsis. */
const sampledRows = 200;
const valuePx = 13;
const headPx = 12;
const boldShare = 1.1;
const paddingPx = 24;
/** Width of one icon in a head: sort or pin. */
const headIconPx = 22;
const least = 64;
const most = 360;
/** px that what stands over columns has at most because of it. */
const mostGroup = 180;
/** px that a key keeps. */
const leastKey = 112;
/** px at which there is something to see of the beginning of a key that loses its middle. */
const legibleKey = 144;
/** px that a short head of a key keeps, and one of numbers. */
const leastNamed = 96;
const leastNumber = 110;
/** Width beside the name of a numeric head: its right edge, and sort and pin at its left. */
const besideNumberPx = 51;
/** Width of both icons, which cover the end of a name while the pointer is over it; the beginning stays readable. */
const toolsPx = 40;

const headWidth = (text: string): number => textWidth(text, headPx * boldShare);

/** px per column, and how narrow it may become where there is no room: long heads and keys have an ellipsis, numbers and times never. */
export interface ColumnWidth {
  readonly wanted: number;
  /** Width for name and values only, used in tables that scroll; absent: the wanted width. */
  readonly snug?: number;
  readonly least: number;
  /** The column keeps this width when other columns can shrink. */
  readonly legible?: number;
  /** Tells that the column belongs to the row groups. */
  readonly isKey?: boolean;
}

/**
 * @param textOf what a cell shows
 * @param marksOf how many marks stand beside the name, such as one that says that it is sorted by
 * @param groupOf what stands over the columns of a group
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
      // Long ones lose their end.
      each: Math.min(mostGroup, headWidth(groupOf(key, head)) + paddingPx) / span,
    })),
  );
  return columns.map((column, index) => {
    const told = marksWidth(marksOf(column));
    const name = headWidth(headOf(column));
    const head = name + Math.max(told, icons && column.kind !== 'cell' ? headIconPx : 0);
    const texts = rows.slice(0, sampledRows).map((row) => textOf(row.cells[index], column));
    const widest = texts.reduce((most, text) => Math.max(most, textWidth(text, valuePx)), 0);
    // Values past a threshold are bold.
    const values = within(widest * (isBold(column) ? boldShare : 1) + paddingPx);
    const short = icons ? shortHead(column) : 0;
    const beside = icons && column.kind !== 'field' ? name + besideNumberPx : 0;
    const group = over.reduce(
      (most, { from, to, each }) => (index >= from && index < to ? Math.max(most, each) : most),
      0,
    );
    const wanted = Math.max(values, within(Math.max(head + paddingPx, beside, group)), Math.ceil(short));
    // Times differ at their end; a short head such as `count()` says what the numbers are.
    const key = column.group?.kind === 'time' ? wanted : Math.min(wanted, leastKey);
    const legible = texts.some(({ length }) => length >= leastMiddleLength) ? Math.min(wanted, legibleKey) : key;
    const whole = Math.max(short, within(Math.max(name + told + paddingPx, group)));
    // Where there is no room a head is shortened and has two lines.
    const folded = Math.max(short, within(foldedHead(shortHeadOf(column), headWidth).width + told + paddingPx));
    const named = Math.min(wanted, whole, folded);
    if (column.kind === 'field') return { wanted, least: key, legible: Math.max(key, legible), isKey: true };
    return { wanted, snug: Math.min(wanted, Math.ceil(Math.max(values, whole))), least: Math.max(values, named) };
  });
}

/** px that a head keeps, so that sort and pin leave a short name legible while it is pointed at. */
function shortHead(column: TableColumn): number {
  const name = headWidth(headOf(column));
  return column.kind === 'field'
    ? Math.min(leastNamed, name + toolsPx + paddingPx)
    : Math.min(leastNumber, name + besideNumberPx);
}

/**
 * Numbers stand at the right: sort and pin are at the left of a name that leaves them room. Over one that does not they lie at its end.
 * @param width px of its column
 */
export const hasRoomBefore = (title: string, width: number): boolean => headWidth(title) + besideNumberPx <= width + 1;

/** Chooses the form of a head for a column of this width: unchanged, shortened, or shortened on two lines. */
export interface HeadFit {
  /** Two at most. */
  readonly lines: readonly string[];
}

/**
 * @param width px of the column
 * @param told px that marks beside the name take
 */
export function headFit(column: TableColumn, width: number, told: number): HeadFit {
  const room = width - paddingPx - told + 1;
  const whole = headOf(column);
  if (headWidth(whole) <= room) return { lines: [whole] };
  const text = shortHeadOf(column);
  return headWidth(text) <= room ? { lines: [text] } : { lines: foldedHead(text, headWidth).lines };
}

/** px of the marks beside a name, such as one that says that it is sorted by. */
export const marksWidth = (marks: number): number => marks * headIconPx;

const within = (px: number): number => Math.round(Math.min(most, Math.max(least, px)));

/**
 * px per column: as wanted, or narrowed alike, so that numbers are not cut at the edge of the card. What has to be
 * scrolled anyway has all of its heads, but no room beside them, and keys leave room for the numbers.
 */
export function fittedWidths(columns: readonly ColumnWidth[], available: number): readonly number[] {
  return (
    narrowed(columns, available, (one) => one.legible ?? one.least) ??
    narrowed(columns, available, (one) => one.least) ??
    scrolled(columns, available)
  );
}

/** Undefined when they do not fit. */
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

/** Rows that are passed from the loader, or from the database, to the builder thread of the inverted index. */
import { Yielder } from '../../foundation/yielding.js';
import type { Cell, DynamicField } from '../load-plan.js';
import { caselessColumn } from '../columns.js';
import { fieldNumber, fixedValues, listColumns, wordColumns } from './fields.js';
import { longestKey } from './format.js';

/** Length that marks a row without a text. */
export const noText = 0xffffffff;

/**
 * The texts of a column, concatenated, because a few large objects are transferred to a thread much faster than many
 * small ones.
 */
export interface TextColumn {
  /** `text`: values are indexed by word; `value`: values are indexed whole; `caseless`: whole, and in lower case. */
  readonly kind: 'text' | 'value' | 'caseless';
  readonly field: number;
  readonly text: string;
  /** Text length of each row in UTF-16 units, or noText. */
  readonly lengths: Uint32Array;
}
export interface NumberColumn {
  readonly kind: 'number';
  readonly field: number;
  /** Number of each row; NaN for a row without a number or with an integer in `large`. */
  readonly numbers: Float64Array;
  /** Digits of integers that are too large to be exact as a double, with their rows. */
  readonly large: readonly (readonly [row: number, text: string])[];
}
export interface ListColumn {
  readonly kind: 'list';
  readonly field: number;
  /** Distinct lists of all rows; many rows share one list. */
  readonly lists: readonly (readonly string[])[];
  /** Index in `lists` for each row; `noText` for a row without a list. */
  readonly which: Uint32Array;
}
type FeedColumn = TextColumn | NumberColumn | ListColumn;

export interface Feed {
  /** Number of the feed's first row in the index. */
  readonly first: number;
  readonly rows: number;
  readonly times: Float64Array;
  readonly lastId: string;
  readonly columns: readonly FeedColumn[];
  /** Rows, counted from 0 within the feed, with too much text to index (see `mostWordCharacters`). */
  readonly unsure: readonly number[];
  /** Approximate memory of the feed in bytes. */
  readonly bytes: number;
}

/**
 * Largest number of characters of text in a row that is indexed by word. A row with more text gets no words, and may
 * match any query.
 */
export const mostWordCharacters = 64 * 1024;

/** Returns the cells of a column, one for each row; undefined: all cells are NULL. */
type CellsOf = (column: string) => readonly Cell[] | undefined;

/**
 * Converts the columns of rows to a feed, and yields to the event loop meanwhile.
 * @param first number of the first row
 * @param cells returns the cells of a column; times are epoch milliseconds
 * @param fields dynamic fields
 * @param unsure rows with too much text to index, counted from 0
 */
export async function feedOf(
  first: number,
  rows: number,
  cells: CellsOf,
  fields: readonly DynamicField[],
  unsure: ReadonlySet<number> = unsureRows(rows, cells),
): Promise<Feed> {
  const yielder = new Yielder();
  const columns: FeedColumn[] = [];
  for (const { column, words } of wordColumns)
    columns.push(textOf(rows, fieldNumber(column), cells(column), cells(words), unsure));
  for (const column of listColumns) {
    const lists = cells(column);
    if (lists) columns.push(listsOf(fieldNumber(column), lists));
  }
  for (const column of [...fixedValues, ...fields.map(({ column }) => column)]) {
    if (yielder.isOver) await yielder.pause();
    const values = cells(column);
    if (values) columns.push(...valuesOf(column, values));
  }
  const ids = cells('id');
  const times = cells('ts');
  return {
    first,
    rows,
    times: Float64Array.from({ length: rows }, (_, row) => Math.floor(Number(times?.[row] ?? 0))),
    lastId: String(ids?.at(-1) ?? ''),
    columns,
    unsure: [...unsure],
    bytes: columns.reduce((sum, column) => sum + bytesOf(column), rows * 8),
  };
}

/** Returns the array of a column that has an element for each row. */
function rowArrayOf(column: FeedColumn): Float64Array | Uint32Array {
  if (column.kind === 'number') return column.numbers;
  return column.kind === 'list' ? column.which : column.lengths;
}

const bytesOf = (column: FeedColumn): number =>
  rowArrayOf(column).byteLength + ('text' in column ? column.text.length : 0);

/**
 * Returns the buffers of a feed, which are transferred to the thread instead of copied.
 * Cast: the arrays of a feed are made in this file, without shared memory.
 */
export const transfersOf = (feed: Feed): ArrayBuffer[] =>
  [feed.times, ...feed.columns.map(rowArrayOf)].map((array) => array.buffer as ArrayBuffer);

function unsureRows(rows: number, cells: CellsOf): Set<number> {
  const lengths = new Uint32Array(rows);
  for (const { column, words } of wordColumns) {
    const stored = cells(words);
    for (const [row, cell] of (cells(column) ?? []).entries()) {
      const text = stored?.[row] ?? cell;
      if (typeof text === 'string') lengths[row] = (lengths[row] ?? 0) + text.length;
    }
  }
  const unsure = new Set<number>();
  for (const [row, length] of lengths.entries()) if (length > mostWordCharacters) unsure.add(row);
  return unsure;
}

/**
 * Concatenates the texts of a column. The texts of `unsure` rows become empty.
 * @param words stored words, which replace the texts, because a scan compares the stored words as well; tokenising them
 * again yields the same words
 */
function textOf(
  rows: number,
  field: number,
  values: readonly Cell[] | undefined,
  words: readonly Cell[] | undefined,
  unsure: ReadonlySet<number>,
): TextColumn {
  const lengths = new Uint32Array(rows).fill(noText);
  const parts: string[] = [];
  if (values)
    for (const [row, value] of values.entries()) {
      if (value === null) continue;
      const text = unsure.has(row) ? '' : String(words?.[row] ?? value);
      lengths[row] = text.length;
      if (text !== '') parts.push(text);
    }
  return { kind: 'text', field, text: parts.join(''), lengths };
}

function listsOf(field: number, cells: readonly Cell[]): ListColumn {
  const lists: (readonly string[])[] = [];
  const indexes = new Map<string, number>();
  const which = new Uint32Array(cells.length).fill(noText);
  for (const [row, cell] of cells.entries()) {
    if (cell === null) continue;
    const list = cell as readonly string[];
    const key = JSON.stringify(list);
    let index = indexes.get(key);
    if (index === undefined) {
      index = lists.length;
      lists.push(list);
      indexes.set(key, index);
    }
    which[row] = index;
  }
  return { kind: 'list', field, lists, which };
}

/**
 * Converts the cells of a column of values. They become numbers if the first cell with a value is a number, otherwise
 * texts. The cells have one type, with one exception: after a column was widened, the first rows have the former type.
 */
function valuesOf(column: string, cells: readonly Cell[]): FeedColumn[] {
  const sample = cells.find((cell) => cell !== null);
  if (sample === undefined || sample === null) return [];
  const field = fieldNumber(column);
  if (typeof sample === 'number' || typeof sample === 'bigint') return [numbersOf(field, cells)];
  const lengths = new Uint32Array(cells.length).fill(noText);
  const parts: string[] = [];
  for (const [row, cell] of cells.entries()) {
    if (cell === null) continue;
    const text = String(cell);
    // Longer values are truncated in the dictionary, too.
    const kept = text.length > longestKey ? text.slice(0, longestKey + 1) : text;
    lengths[row] = kept.length;
    parts.push(kept);
  }
  return [{ kind: column === caselessColumn ? 'caseless' : 'value', field, text: parts.join(''), lengths }];
}

function numbersOf(field: number, cells: readonly Cell[]): NumberColumn {
  const numbers = new Float64Array(cells.length).fill(NaN);
  const large: [number, string][] = [];
  for (const [row, cell] of cells.entries()) {
    if (typeof cell === 'number') numbers[row] = cell;
    else if (typeof cell === 'bigint') {
      const number = Number(cell);
      if (Number.isSafeInteger(number)) numbers[row] = number;
      else large.push([row, String(cell)]);
    }
  }
  return { kind: 'number', field, numbers, large };
}

/**
 * Returns pages of a stored table: the rows are filtered and sorted in slices, and the result of the last query is
 * cached until the table changes.
 */
import type { RowsQuery, StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';
import { Yielder } from '../../foundation/yielding.js';
import type { StoredTable, TableRow } from './stored-table.js';

type Compare = (a: TableRow, b: TableRow) => number;
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byKey: Compare = (a, b) => byText(a.key, b.key);

function byNumber(a: string, b: string): number {
  const [left, right] = [Number(a), Number(b)];
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || byText(a, b);
  return left - right;
}

function comparing(columns: readonly StoredColumn[], sort: string | undefined): Compare {
  const at = columns.findIndex(({ name }) => name === sort);
  if (sort === 'expires_at') return (a, b) => (a.expires_at ?? Infinity) - (b.expires_at ?? Infinity) || byKey(a, b);
  if (sort === 'note') return (a, b) => byText(a.note, b.note) || byKey(a, b);
  if (at < 0) return byKey;
  const compare = columns[at]?.type === 'number' ? byNumber : byText;
  return (a, b) => compare(a.values[at] ?? '', b.values[at] ?? '') || byKey(a, b);
}

/** Largest number of rows that are sorted or merged without yielding to the event loop. */
const chunk = 4_000;

/** Sorts rows by merge sort, and yields to the event loop between its steps. */
async function sortedInSlices<T>(rows: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const yielder = new Yielder();
  let runs: T[][] = [];
  for (let from = 0; from < rows.length; from += chunk) {
    runs.push(rows.slice(from, from + chunk).sort(compare));
    if (yielder.isOver) await yielder.pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], compare, yielder));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns<T>(left: T[], right: T[], compare: (a: T, b: T) => number, yielder: Yielder): Promise<T[]> {
  const merged: T[] = [];
  let [a, b] = [0, 0];
  while (a < left.length || b < right.length) {
    const [one, other] = [left[a], right[b]];
    if (other === undefined || (one !== undefined && compare(one, other) <= 0)) {
      if (one !== undefined) merged.push(one);
      a += 1;
    } else {
      merged.push(other);
      b += 1;
    }
    if (merged.length % chunk === 0 && yielder.isOver) await yielder.pause();
  }
  return merged;
}

export const plainRow = ({ key, values, expires_at, note, list }: TableRow): StoredRow => ({
  key,
  values: [...values],
  expires_at,
  note,
  list: list && [...list],
});

export class RowList {
  #made: { readonly version: number; readonly question: string; readonly rows: readonly TableRow[] } | undefined;

  constructor(private readonly table: StoredTable) {}

  async page({ query = '', page = 1, per_page: size = 50, sort, order }: RowsQuery) {
    const rows = await this.#rows(query.trim().toLowerCase(), sort, order === 'desc');
    return { total: rows.length, rows: rows.slice((page - 1) * size, page * size).map(plainRow) };
  }

  async #rows(query: string, sort: string | undefined, isDown: boolean): Promise<readonly TableRow[]> {
    const { version, columns } = this.table;
    const question = JSON.stringify([query, sort, isDown]);
    if (this.#made?.version === version && this.#made.question === question) return this.#made.rows;
    const yielder = new Yielder();
    const found: TableRow[] = [];
    let count = 0;
    for (const row of this.table.rows()) {
      if (query === '' || holds(row, query)) found.push(row);
      if ((count += 1) % 1_000 === 0 && yielder.isOver) await yielder.pause();
    }
    const compare = comparing(columns, sort);
    const rows = await sortedInSlices(found, isDown ? (a, b) => compare(b, a) : compare);
    this.#made = { version, question, rows };
    return rows;
  }
}

const holds = ({ key, values, note }: TableRow, query: string): boolean =>
  key.toLowerCase().includes(query) ||
  note.toLowerCase().includes(query) ||
  values.some((value) => value.toLowerCase().includes(query));

/**
 * Plans the import of a CSV text into a stored table: determines all changes, and shows the first of them, before
 * anything is stored.
 */
import type { CsvImportResult, ImportedLine } from '../../../../api/contract/lookup-rows.js';
import {
  longestKey,
  type CsvImportQuery,
  type StoredColumn,
  type StoredRow,
} from '../../../../api/contract/lookup.schema.js';
import { Yielder } from '../../foundation/yielding.js';
import { CsvError, csvRecords, type CsvRecord } from '../data/csv.js';
import type { StoredTable } from './stored-table.js';

/**
 * Largest number of lines in the preview. It is also the largest number of keys that the preview lists because each of
 * them appears on several lines.
 */
const mostShown = 200;
const longestCell = 10_000;
const mostColumns = 50;

export interface ImportPlan {
  readonly result: Omit<CsvImportResult, 'revision'>;
  readonly columns: readonly StoredColumn[];
  readonly rows: readonly StoredRow[];
  /** Keys of stored rows that no line of the file has, not even a refused line. */
  readonly missing: readonly string[];
}

/** Names of the columns that a downloaded table has in addition to its own columns. */
export const extraColumns = { expires: 'expires_at', note: 'note' } as const;

interface Heading {
  readonly key: number;
  readonly columns: readonly StoredColumn[];
  /**
   * Index of the table's column for each column of the file; -1: the column contains the key, the expiry or the note.
   */
  readonly places: readonly number[];
  readonly expires: number;
  readonly note: number;
}

function headingOf(names: readonly string[], table: StoredTable): Heading | string {
  const trimmed = names.map((name) => name.trim());
  const twice = trimmed.find((name, at) => trimmed.indexOf(name) !== at);
  if (twice !== undefined) return `The column ${JSON.stringify(twice)} appears twice in the first line.`;
  if (trimmed.includes('')) return 'A column has no name in the first line.';
  const found = trimmed.indexOf('key');
  const key = found < 0 ? 0 : found;
  const columns = [...table.columns];
  const places = trimmed.map((name, at) => {
    if (at === key || name === extraColumns.expires || name === extraColumns.note) return -1;
    const known = columns.findIndex((column) => column.name === name);
    return known >= 0 ? known : columns.push({ name, type: 'text' }) - 1;
  });
  if (columns.length > mostColumns) return `A table has at most ${mostColumns} columns.`;
  return {
    key,
    columns,
    places,
    expires: trimmed.indexOf(extraColumns.expires),
    note: trimmed.indexOf(extraColumns.note),
  };
}

const plainHeading = (table: StoredTable): Heading => ({
  key: 0,
  columns: table.columns,
  places: [-1, ...table.columns.map((_, at) => at)],
  expires: -1,
  note: -1,
});

const keyOf = ({ values }: CsvRecord, heading: Heading): string => (values[heading.key] ?? '').trim();

/** Converts a record of the file to a row of the table; a text is the reason why the record is refused. */
function rowOf(record: CsvRecord, heading: Heading, table: StoredTable): StoredRow | string {
  const { values } = record;
  const key = keyOf(record, heading);
  if (key === '') return 'no key';
  if (key.length > longestKey) return `the key has more than ${longestKey} characters`;
  if (values.length > heading.places.length) return `${values.length} values for ${heading.places.length} columns`;
  if (values.some((value) => value.length > longestCell)) return `a value has more than ${longestCell} characters`;
  const before = table.get(key);
  const cells = heading.columns.map((_, at) => before?.values[at] ?? '');
  for (const [at, place] of heading.places.entries()) if (place >= 0) cells[place] = values[at] ?? '';
  const ends = heading.expires < 0 ? undefined : (values[heading.expires] ?? '').trim();
  const instant = ends === undefined || ends === '' ? null : Date.parse(ends);
  if (Number.isNaN(instant)) return `${JSON.stringify(ends)} is no instant such as 2030-01-31T12:00:00Z`;
  return {
    key,
    values: cells,
    expires_at: ends === undefined ? (before?.expires_at ?? null) : instant,
    note: heading.note < 0 ? (before?.note ?? '') : (values[heading.note] ?? '').slice(0, 1_000),
    list: before?.list ?? null,
  };
}

const isSameRow = (a: StoredRow, b: StoredRow): boolean =>
  a.expires_at === b.expires_at &&
  a.note === b.note &&
  a.values.length === b.values.length &&
  a.values.every((value, at) => value === b.values[at]) &&
  (a.list ?? null)?.join('\u0000') === (b.list ?? null)?.join('\u0000');

/** Returns the plan of an import. The function yields to the event loop, because the text may be long. */
export async function planImport(text: string, query: CsvImportQuery, table: StoredTable): Promise<ImportPlan> {
  const yielder = new Yielder();
  const records: CsvRecord[] = [];
  let problem: string | null = null;
  try {
    for (const record of csvRecords(text.replace(/^\uFEFF/, ''), query.separator, query.quote)) {
      records.push(record);
      if (records.length % 500 === 0 && yielder.isOver) await yielder.pause();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problem = error.message;
  }
  const first = query.header ? records.shift() : undefined;
  const heading = query.header ? headingOf(first?.values ?? [], table) : plainHeading(table);
  if (query.header && !first) problem ??= 'The text is empty; its first line must have the names of the columns.';
  if (typeof heading === 'string') return refusedPlan(problem ?? heading, table);
  if (problem !== null) return refusedPlan(problem, table);

  const lines = new Map<string, { readonly rows: { readonly line: number; readonly row: StoredRow }[] }>();
  const refusedKeys = new Set<string>();
  const shown: ImportedLine[] = [];
  let refused = 0;
  for (const [at, record] of records.entries()) {
    if (at % 500 === 0 && yielder.isOver) await yielder.pause();
    const row = rowOf(record, heading, table);
    if (typeof row !== 'string') {
      const known = lines.get(row.key);
      if (known) known.rows.push({ line: record.line, row });
      else lines.set(row.key, { rows: [{ line: record.line, row }] });
      continue;
    }
    refused += 1;
    refusedKeys.add(keyOf(record, heading));
    const values = heading.columns.map((_, place) => record.values[heading.places.indexOf(place)] ?? '');
    const key = record.values[heading.key] ?? '';
    if (shown.length < mostShown)
      shown.push({ line: record.line, kind: 'refused', key, values, before: null, reason: row });
  }

  const counts = { created: 0, changed: 0, same: 0 };
  const duplicates: { key: string; lines: number[] }[] = [];
  /** Number of keys on several lines, which may be more than `duplicates` lists. */
  let repeated = 0;
  const rows: StoredRow[] = [];
  let step = 0;
  for (const [key, { rows: found }] of lines) {
    if ((step += 1) % 500 === 0 && yielder.isOver) await yielder.pause();
    const chosen = found.at(query.duplicates === 'first' ? 0 : -1);
    if (!chosen) continue;
    const before = table.get(key);
    const isSame = before !== undefined && isSameRow(padded(before, heading.columns.length), chosen.row);
    counts[isSame ? 'same' : before ? 'changed' : 'created'] += 1;
    if (!isSame) rows.push(chosen.row);
    if (found.length > 1) repeated += 1;
    if (found.length > 1 && duplicates.length < mostShown)
      duplicates.push({ key, lines: found.map(({ line }) => line) });
    if ((isSame && found.length === 1) || shown.length >= mostShown) continue;
    for (const { line, row } of found)
      shown.push({
        line,
        kind: found.length > 1 ? 'duplicate' : before ? 'changed' : 'new',
        key,
        values: row.values,
        before: before ? [...before.values] : null,
        reason: null,
      });
  }
  const missing: string[] = [];
  for (const { key } of table.rows()) {
    if (!lines.has(key) && !refusedKeys.has(key)) missing.push(key);
    if ((step += 1) % 500 === 0 && yielder.isOver) await yielder.pause();
  }
  shown.sort((a, b) => a.line - b.line);
  return {
    result: {
      columns: heading.columns.map(({ name }) => name),
      lines: records.length,
      ...counts,
      refused,
      missing: missing.length,
      duplicates,
      shown: shown.slice(0, mostShown),
      problem:
        query.duplicates === 'refuse' && duplicates.length > 0
          ? `The file is refused: ${repeated === 1 ? 'one key appears' : `${repeated} keys appear`} on several lines.`
          : null,
    },
    columns: heading.columns,
    rows,
    missing,
  };
}

const padded = (row: StoredRow, columns: number): StoredRow => ({
  ...row,
  values: [...row.values, ...Array<string>(Math.max(0, columns - row.values.length)).fill('')],
});

const refusedPlan = (problem: string, table: StoredTable): ImportPlan => ({
  result: {
    columns: table.columns.map(({ name }) => name),
    lines: 0,
    created: 0,
    changed: 0,
    same: 0,
    refused: 0,
    missing: 0,
    duplicates: [],
    shown: [],
    problem,
  },
  columns: table.columns,
  rows: [],
  missing: [],
});

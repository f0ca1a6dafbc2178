/** Reads stored rows for the inverted index in the background. */
import { fixedColumns } from '../columns.js';
import type { Cell, DynamicField } from '../load-plan.js';
import type { QueryPool } from '../query-pool.js';
import type { Asker, Row } from '../types.js';
import { feedOf, mostWordCharacters, type Feed } from './feed.js';
import { fixedValues, listColumns, wordColumns } from './fields.js';
import { longestKey } from './format.js';
import type { IndexedFile } from './kept-index.js';

/** Lowest priority, after the searches of all users. */
const atLeisure: Asker = { username: '', rank: 'background' };
const mostRows = 1024;
const bytesAtOnce = 4 * 1024 * 1024;
const cellsAtOnce = 256 * 1024;

/**
 * Reads rows of an index from its file, and converts them to a feed for the builder thread. A call reads only as many
 * rows as one query may return, so the feed may end before `to`.
 * @param from number of the first row
 * @param to number of the row after the last
 * @throws Error when rows are missing
 */
export async function readFeed(
  pool: QueryPool,
  index: IndexedFile,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Feed> {
  const size = index.bytes / Math.max(index.messages, 1);
  const fields = index.dynamicFields();
  const fitting = Math.min(mostRows, bytesAtOnce / Math.max(size, 1), cellsAtOnce / Math.max(fields.length, 1));
  const end = Math.min(to, from + Math.max(16, Math.floor(fitting)));
  const sql = `SELECT ${columnsSql(fields).join(', ')} FROM ${index.catalog}.messages WHERE rowid >= ${from} AND rowid < ${end}`;
  const rows = await pool.query(sql, [], signal, atLeisure);
  const sorted: Row[] = [];
  for (const row of rows) sorted[Number(row['r']) - from] = row;
  if (rows.length !== end - from || sorted.length !== rows.length)
    throw new Error(`The index ${index.name} does not contain the rows ${from} to ${end}`);
  const unsure = new Set(sorted.flatMap((row, at) => (row['unsure'] === true ? [at] : [])));
  const cells = (column: string): readonly Cell[] | undefined =>
    column in (sorted[0] ?? {}) ? sorted.map((row) => (row[column] ?? null) as Cell) : undefined;
  return feedOf(from, sorted.length, cells, fields, unsure);
}

const isText = (name: string): boolean => fixedColumns.some(({ column, sql }) => column === name && sql === 'VARCHAR');

function columnsSql(fields: readonly DynamicField[]): string[] {
  const text = (column: string, words: string): string => `coalesce(${words}, ${column})`;
  const length = wordColumns.map(({ column, words }) => `coalesce(length(${text(column, words)}), 0)`).join(' + ');
  const unsure = `${length} > ${mostWordCharacters}`;
  // The dictionary stores at most `longestKey` bytes of a value, so the rest of a longer value is not read.
  const cut = (column: string): string => `left(${column}, ${longestKey + 1}) AS ${column}`;
  return [
    'rowid AS r',
    'ts',
    'id',
    `${unsure} AS unsure`,
    ...wordColumns.map(
      ({ column, words }) =>
        `CASE WHEN ${column} IS NULL THEN NULL WHEN ${unsure} THEN '' ELSE ${text(column, words)} END AS ${column}`,
    ),
    ...listColumns,
    ...fixedValues.map((column) => (isText(column) ? cut(column) : column)),
    ...fields.map(({ column, type }) => (type === 'keyword' ? cut(column) : column)),
  ];
}

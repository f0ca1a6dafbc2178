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
/** Largest numbers of rows, bytes and cells that one statement reads; `leastRows` are read in any case. */
const mostRows = 1024;
const mostBytes = 4 * 1024 * 1024;
const mostCells = 256 * 1024;
const leastRows = 16;

/**
 * Reads rows of an index from its file, and converts them to a feed for the builder thread. A call reads only as many
 * rows as one statement may return, so the feed may end before `to`.
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
  const fields = index.dynamicFields();
  const bytesPerRow = index.bytes / Math.max(index.messages, 1);
  const rowsOfBytes = mostBytes / Math.max(bytesPerRow, 1);
  const rowsOfCells = mostCells / Math.max(fields.length, 1);
  const count = Math.floor(Math.min(mostRows, rowsOfBytes, rowsOfCells));
  const end = Math.min(to, from + Math.max(leastRows, count));
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
  const indexedText = (column: string, words: string): string => `coalesce(${words}, ${column})`;
  const lengths = wordColumns.map(({ column, words }) => `coalesce(length(${indexedText(column, words)}), 0)`);
  const isUnsure = `${lengths.join(' + ')} > ${mostWordCharacters}`;
  // The texts of unsure rows are not indexed, so they are not read.
  const readText = (column: string, words: string): string =>
    `CASE WHEN ${column} IS NULL THEN NULL WHEN ${isUnsure} THEN '' ELSE ${indexedText(column, words)} END AS ${column}`;
  // The dictionary stores at most `longestKey` bytes of a value, so the rest of a longer value is not read.
  const cut = (column: string): string => `left(${column}, ${longestKey + 1}) AS ${column}`;
  return [
    'rowid AS r',
    'ts',
    'id',
    `${isUnsure} AS unsure`,
    ...wordColumns.map(({ column, words }) => readText(column, words)),
    ...listColumns,
    ...fixedValues.map((column) => (isText(column) ? cut(column) : column)),
    ...fields.map(({ column, type }) => (type === 'keyword' ? cut(column) : column)),
  ];
}

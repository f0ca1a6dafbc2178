/** Pages of messages: sorted, cut, with the columns that are shown (contract search S8). */
import type { MessageSort } from '../../../api/contract/searches.js';
import { reconstruct } from '../store/reconstruct.js';
import type { MessageStore, Row, StoredIndex } from '../store/types.js';
import { fieldReader } from './field-kinds.js';
import type { Match } from './match.js';
import { indicesOf, matchingRows } from './match.js';
import { Parameters } from './parameters.js';

export interface FoundMessage {
  readonly index: StoredIndex;
  readonly message: Record<string, unknown>;
}

export interface PageRequest {
  readonly match: Match;
  readonly sort: readonly MessageSort[];
  readonly offset: number;
  readonly limit: number;
  /** Fields to return besides `_id`, `timestamp` and `streams`; empty: all. */
  readonly fields: readonly string[];
}

export const defaultSort: readonly MessageSort[] = [{ field: 'timestamp', order: 'DESC' }];

const alwaysReturned = ['_id', 'timestamp', 'streams'];

/** With the tie-breaker after `timestamp`, in the same direction. */
export function completeSort(sort: readonly MessageSort[]): MessageSort[] {
  if (sort.some(({ field }) => field === 'gl2_message_id')) return [...sort];
  return sort.flatMap((entry) =>
    entry.field === 'timestamp' ? [entry, { field: 'gl2_message_id', order: entry.order }] : [entry],
  );
}

function columnsOf(index: StoredIndex, fields: readonly string[]): string[] {
  const wanted = fields.length === 0 ? [...index.fields.keys()] : [...alwaysReturned, ...fields];
  const columns = wanted.flatMap((name) => index.fields.get(name)?.column ?? []);
  return [...new Set([...columns, 'extra'])];
}

function messageOf(row: Row, index: StoredIndex, fields: readonly string[]): FoundMessage {
  const message = reconstruct(row, index);
  if (fields.length > 0) {
    const wanted = new Set([...alwaysReturned, ...fields]);
    for (const name of Object.keys(message)) if (!wanted.has(name)) delete message[name];
  }
  return { index, message };
}

export async function readPage(
  store: MessageStore,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<FoundMessage[]> {
  const { match, offset, limit, fields } = request;
  const indices = indicesOf(store, match.range);
  const [first] = indices;
  if (!first || limit === 0) return [];
  const parameters = new Parameters();
  const sort = completeSort(request.sort.length > 0 ? request.sort : defaultSort);
  const readers = sort.map(({ field }) => fieldReader(field, indices));
  const order = sort.map(({ order: direction }, index) => `s${index} ${direction} NULLS LAST`).join(', ');
  const page = `ORDER BY ${order} LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`;
  const sortColumns = (index: StoredIndex): string =>
    readers
      .map((reader, position) => `${sortValue(reader.name, index) ?? reader.read(index)} AS s${position}`)
      .join(', ');

  if (indices.length === 1) {
    // Sorting only row numbers and reading the other columns for the few that stay is three times as fast.
    const columns = columnsOf(first, fields).join(', ');
    const rows = matchingRows(match, indices, parameters, (index) => `rowid AS r, ${sortColumns(index)}`);
    const kept = `SELECT ${columns}, ${sortColumns(first)} FROM ${first.catalog}.messages WHERE rowid IN (SELECT r FROM (${rows}) ${page})`;
    const sql = `SELECT ${columns} FROM (${kept}) ORDER BY ${order}`;
    const found = await store.query(...parameters.bind(sql), signal);
    return found.map((row) => messageOf(row, first, fields));
  }

  const rows = matchingRows(
    match,
    indices,
    parameters,
    (index, at) => `${at} AS part, rowid AS r, ${sortColumns(index)}`,
  );
  const places = await store.query(...parameters.bind(`SELECT part, r FROM (${rows}) ${page}`), signal);
  const messages = new Map<string, FoundMessage>();
  for (const [at, index] of indices.entries()) {
    const rowids = places.filter((place) => place['part'] === at).map((place) => String(place['r']));
    if (rowids.length === 0) continue;
    const read = await store.query(
      `SELECT rowid AS r, ${columnsOf(index, fields).join(', ')} FROM ${index.catalog}.messages WHERE rowid IN (SELECT unnest($1::BIGINT[]))`,
      [rowids],
      signal,
    );
    for (const row of read) messages.set(`${at} ${String(row['r'])}`, messageOf(row, index, fields));
  }
  return places.flatMap((place) => messages.get(`${String(place['part'])} ${String(place['r'])}`) ?? []);
}

/** The time itself, not rounded: the engine then reads only the newest part of a file. */
function sortValue(name: string, index: StoredIndex): string | undefined {
  const field = index.fields.get(name);
  return field?.type === 'date' && name === 'timestamp' ? field.column : undefined;
}

export interface MatchCount {
  readonly total: number;
  /** Epoch milliseconds of the oldest and newest match. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

export async function countMatches(store: MessageStore, match: Match, signal?: AbortSignal): Promise<MatchCount> {
  const indices = indicesOf(store, match.range);
  if (indices.length === 0) return { total: 0, first: undefined, last: undefined };
  const parameters = new Parameters();
  const rows = matchingRows(match, indices, parameters, () => 'ts');
  const [row] = await store.query(
    ...parameters.bind(`SELECT count(*) AS total, min(ts) AS first, max(ts) AS last FROM (${rows})`),
    signal,
  );
  const time = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  return { total: Number(row?.['total'] ?? 0), first: time(row?.['first']), last: time(row?.['last']) };
}

/** One message of one index by its id. @returns undefined when there is none */
export async function readMessage(
  store: MessageStore,
  indexName: string,
  id: string,
  signal?: AbortSignal,
): Promise<FoundMessage | undefined> {
  const index = store.indices().find(({ name }) => name === indexName);
  if (!index) return undefined;
  const [row] = await store.query(
    `SELECT ${columnsOf(index, []).join(', ')} FROM ${index.catalog}.messages WHERE id = $1 LIMIT 1`,
    [id],
    signal,
  );
  return row && messageOf(row, index, []);
}

/** Reads pages of messages, sorted, limited and with the requested fields (contract search S8). */
import type { MessageSort } from '../../../api/contract/searches.js';
import type { MessageReader, StoredIndex } from '../store/types.js';
import { areFew, readCandidates } from './candidate-messages.js';
import { numbersOf, fieldReader } from './field-kinds.js';
import { messageOf, namesOf, wantedColumns, type FoundMessage } from './found-message.js';
import type { Match } from './match.js';
import { indicesOf, listedRows, matchingRows } from './match.js';
import { pagedColumns, readPaged } from './paged-rows.js';
import { Parameters } from './parameters.js';
import { countedRows } from './reader.js';
import type { ResultMeter } from './result-size.js';
import { candidatesOf, selectCandidates } from './inverted-index/candidates.js';
import { HitTable, isIndexable } from './inverted-index/hits.js';
import { scanOf, withMatches, type Matches } from './inverted-index/matches.js';
import { countOf, edgesOf } from './inverted-index/times.js';

export interface PageRequest {
  readonly match: Match;
  readonly sort: readonly MessageSort[];
  readonly offset: number;
  readonly limit: number;
  /** Fields to return in addition to `_id`, `timestamp` and `streams`; empty: all fields. */
  readonly fields: readonly string[];
}

const defaultSort: readonly MessageSort[] = [{ field: 'timestamp', order: 'DESC' }];

/** Adds the message id as a tie-breaker after `timestamp`, in the same direction. */
function completeSort(sort: readonly MessageSort[]): MessageSort[] {
  if (sort.some(({ field }) => field === 'gl2_message_id')) return [...sort];
  return sort.flatMap((entry) =>
    entry.field === 'timestamp' ? [entry, { field: 'gl2_message_id', order: entry.order }] : [entry],
  );
}

/** Reads a page of messages. @throws SearchTypeError when the memory limit of the result is exceeded */
export async function readPage(
  store: MessageReader,
  request: PageRequest,
  meter: ResultMeter,
  signal?: AbortSignal,
): Promise<FoundMessage[]> {
  const { match, limit } = request;
  if (limit === 0) return [];
  return withMatches(store, match, signal, (matches) => readMatches(store, request, matches, meter, signal));
}

async function readMatches(
  store: MessageReader,
  request: PageRequest,
  matches: Matches,
  meter: ResultMeter,
  signal: AbortSignal | undefined,
): Promise<FoundMessage[]> {
  const { match, offset, limit, fields } = request;
  const { indices } = matches;
  if (indices.length === 0) return [];
  const parameters = new Parameters();
  const sort = completeSort(request.sort.length > 0 ? request.sort : defaultSort);
  const candidates =
    matches.found.length > 0
      ? await store.inTurn(() => candidatesOf(matches, sort, offset + limit, signal), signal)
      : undefined;
  const readers = sort.map(({ field }) => numbersOf(fieldReader(field, indices)));
  const order = sort.map(({ order: direction }, index) => `s${index} ${direction} NULLS LAST`).join(', ');
  const page = `ORDER BY ${order} LIMIT ${parameters.add(limit)} OFFSET ${parameters.add(offset)}`;
  const sortColumns = (index: StoredIndex): string =>
    readers
      .map((reader, position) => `${sortValue(reader.name, index) ?? reader.read(index)} AS s${position}`)
      .join(', ');
  const columns = (index: StoredIndex): string =>
    `${indices.indexOf(index)} AS part, rowid AS r, ${sortColumns(index)}`;

  if (candidates && matches.scanned.length === 0 && areFew(candidates, limit)) {
    const sign = sort[0]?.order === 'ASC' ? 1 : -1;
    return readCandidates(store, { match, offset, limit, fields, sign }, candidates, meter, signal);
  }

  // Without a query, all rows are scanned. With a query, the hits of the inverted index are read even if the page is
  // not sorted by time, because comparing all texts takes several times as long.
  const isScan = match.queries.length === 0 || !isIndexable(matches.found);
  // The first statement sorts only row numbers, and the other columns are read only for the rows of the page. This is
  // three times as fast as sorting whole rows.
  const rows = candidates
    ? [
        await matchingRows(match, matches.scanned, parameters, columns, matches.firstRow),
        ...selectCandidates(candidates, match, columns, parameters),
      ]
        .filter((sql) => sql !== '')
        .join(' UNION ALL ')
    : await new HitTable(match, isScan ? scanOf(indices) : matches).sql(columns, parameters);
  if (rows === '') return [];
  const places = await store.query(...parameters.bind(`SELECT part, r FROM (${rows}) ${page}`), signal);
  const rowids = new Map<number, number[]>();
  for (const { part, r } of places) {
    const known = rowids.get(Number(part));
    if (known) known.push(Number(r));
    else rowids.set(Number(part), [Number(r)]);
  }
  const messages = new Map<string, FoundMessage>();
  for (const [at, index] of indices.entries()) {
    const wanted = rowids.get(at);
    if (!wanted) continue;
    wanted.sort((a, b) => a - b);
    const paged = await readPaged(store, index, wanted, pagedColumns(index, namesOf(index, fields)), meter, signal);
    for (const [row, values] of paged) messages.set(`${at} ${row}`, messageOf(values, index, fields));
    const left = wanted.filter((row) => !paged.has(row));
    if (left.length === 0) continue;
    const listed = new Parameters();
    const which = listedRows(left, listed);
    const sql = `SELECT rowid AS r, ${wantedColumns(index, fields)} FROM ${index.catalog}.messages WHERE ${which}`;
    for await (const part of countedRows(store, listed.bind(sql), signal, meter.take))
      for (const row of part) messages.set(`${at} ${String(row['r'])}`, messageOf(row, index, fields));
  }
  return places.flatMap((place) => messages.get(`${String(place['part'])} ${String(place['r'])}`) ?? []);
}

/**
 * Returns the column by which an index sorts the timestamp: the unrounded time, because then the database reads only
 * the newest part of a file. Returns undefined for other fields.
 */
function sortValue(name: string, index: StoredIndex): string | undefined {
  const field = index.fields.get(name);
  return field?.type === 'date' && name === 'timestamp' ? field.column : undefined;
}

export interface MatchCount {
  readonly total: number;
  /** Times of the oldest and the newest match, epoch milliseconds; undefined: nothing matches. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

export async function countMatches(store: MessageReader, match: Match, signal?: AbortSignal): Promise<MatchCount> {
  return withMatches(store, match, signal, async ({ found, scanned, firstRow }) => {
    const edges = found.length > 0 ? await store.inTurn(() => edgesOf(found, signal), signal) : undefined;
    const total = countOf(found);
    if (scanned.length === 0) return { total, first: edges?.first, last: edges?.last };
    const parameters = new Parameters();
    const rows = await matchingRows(match, scanned, parameters, () => 'ts', firstRow);
    const [row] = await store.query(
      ...parameters.bind(`SELECT count(*) AS total, min(ts) AS first, max(ts) AS last FROM (${rows})`),
      signal,
    );
    const times = (value: unknown): number[] => (typeof value === 'number' ? [value] : []);
    const firsts = [...times(edges?.first), ...times(row?.['first'])];
    const lasts = [...times(edges?.last), ...times(row?.['last'])];
    return {
      total: total + Number(row?.['total'] ?? 0),
      first: firsts.length > 0 ? Math.min(...firsts) : undefined,
      last: lasts.length > 0 ? Math.max(...lasts) : undefined,
    };
  });
}

/**
 * Returns the time of the oldest of the `most` newest matches, in epoch milliseconds. If fewer messages match, it is
 * the start of the range.
 */
export async function newestFrom(
  store: MessageReader,
  match: Match,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const parameters = new Parameters();
  const rows = await matchingRows(match, indicesOf(store, match), parameters, () => 'ts');
  const sql = `SELECT ts FROM (${rows}) ORDER BY ts DESC LIMIT 1 OFFSET ${most - 1}`;
  const [row] = await store.query(...parameters.bind(sql), signal);
  return Number(row?.['ts'] ?? match.range.from);
}

/** Tells whether the message with an id is among the matches. */
export async function isAmong(store: MessageReader, match: Match, id: string, signal?: AbortSignal): Promise<boolean> {
  const indices = indicesOf(store, match);
  if (indices.length === 0 || match.streams.length === 0) return false;
  const parameters = new Parameters();
  const rows = await matchingRows(match, indices, parameters, () => 'id');
  const sql = `SELECT 1 AS found FROM (${rows}) WHERE id = ${parameters.add(id)} LIMIT 1`;
  return (await store.query(...parameters.bind(sql), signal)).length > 0;
}

/** Reads pages of messages, sorted, limited and with the requested fields (contract search S8). */
import type { MessageSort } from '../../../api/contract/searches.js';
import { Yielder } from '../foundation/yielding.js';
import { instantOfId } from '../store/message-id.js';
import { columnsOf, reconstruct } from '../store/reconstruct.js';
import type { MessageReader, Row, StoredIndex } from '../store/types.js';
import { numbersOf, fieldReader } from './field-kinds.js';
import type { Match } from './match.js';
import { clampInstant, hasNoOther, indicesOf, listedRows, loadedCondition, matchingRows } from './match.js';
import { Parameters } from './parameters.js';
import { countedRows } from './reader.js';
import { sizeOf, type ResultMeter } from './result-size.js';
import { candidatesOf, selectCandidates, type RowCluster } from './inverted-index/candidates.js';
import { HitTable, isIndexable } from './inverted-index/hits.js';
import { scanOf, withMatches, type Matches } from './inverted-index/matches.js';
import { countOf, edgesOf } from './inverted-index/times.js';

export interface FoundMessage {
  readonly index: StoredIndex;
  readonly message: Record<string, unknown>;
}

export interface PageRequest {
  readonly match: Match;
  readonly sort: readonly MessageSort[];
  readonly offset: number;
  readonly limit: number;
  /** Fields to return in addition to `_id`, `timestamp` and `streams`; empty: all fields. */
  readonly fields: readonly string[];
}

const defaultSort: readonly MessageSort[] = [{ field: 'timestamp', order: 'DESC' }];

const alwaysReturned = ['_id', 'timestamp', 'streams'];

/** Adds the message id as a tie-breaker after `timestamp`, in the same direction. */
function completeSort(sort: readonly MessageSort[]): MessageSort[] {
  if (sort.some(({ field }) => field === 'gl2_message_id')) return [...sort];
  return sort.flatMap((entry) =>
    entry.field === 'timestamp' ? [entry, { field: 'gl2_message_id', order: entry.order }] : [entry],
  );
}

/** Returns the SQL list of the columns to read. @param fields names of the requested fields; empty: all fields */
const wantedColumns = (index: StoredIndex, fields: readonly string[]): string =>
  columnsOf(index, fields.length === 0 ? index.fields.keys() : [...alwaysReturned, ...fields]).join(', ');

function messageOf(row: Row, index: StoredIndex, fields: readonly string[]): FoundMessage {
  const message = reconstruct(row, index);
  if (fields.length > 0) {
    const wanted = new Set([...alwaysReturned, ...fields]);
    for (const name of Object.keys(message)) if (!wanted.has(name)) delete message[name];
  }
  return { index, message };
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

  const index = candidates && matches.scanned.length === 0 && fewOfOne(candidates, limit);
  if (candidates && index) {
    const all = (): string => `rowid AS r, ${sortColumns(index)}, ${wantedColumns(index, fields)}`;
    const select = (clusters: readonly RowCluster[]): string =>
      selectCandidates(clusters, match, all, parameters).join(' UNION ALL ');
    const read = (sql: string) => countedRows(store, parameters.bind(sql), signal, meter.take);
    const found: Row[] = [];
    // Complete rows are sorted faster here than in the database if no row has to be cut off.
    if (offset === 0 && countOfRows(candidates) <= limit) {
      const left = fields.length === 0 ? withoutKnown(candidates, index, match, found, meter) : candidates;
      if (left.length > 0)
        for await (const part of read(select(left)))
          for (const row of part) {
            found.push(row);
            if (fields.length === 0) index.words?.rows.add(Number(row['r']), { row, size: sizeOf(row) });
          }
      found.sort(byTime(sort[0]?.order === 'ASC' ? 1 : -1));
    } else
      for await (const part of read(`SELECT * FROM (${select(candidates)}) ${page}`))
        for (const row of part) found.push(row);
    const yielder = new Yielder(signal);
    const shown: FoundMessage[] = [];
    for (const row of found) {
      if (yielder.isOver) await yielder.pause();
      shown.push(messageOf(row, index, fields));
    }
    return shown;
  }

  // Hits of a query are taken from the inverted index in any order, because comparing all texts takes several times as
  // long.
  const isScan = match.queries.length === 0 || !isIndexable(matches.found);
  // Sorting only row numbers and reading the other columns for the remaining rows is three times as fast.
  const rows = candidates
    ? [
        matchingRows(match, matches.scanned, parameters, columns, matches.firstRow),
        ...selectCandidates(candidates, match, columns, parameters),
      ]
        .filter((sql) => sql !== '')
        .join(' UNION ALL ')
    : new HitTable(match, isScan ? scanOf(indices) : matches).sql(columns, parameters);
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
    const listed = new Parameters();
    const which = listedRows(
      wanted.sort((a, b) => a - b),
      listed,
    );
    const sql = `SELECT rowid AS r, ${wantedColumns(index, fields)} FROM ${index.catalog}.messages WHERE ${which}`;
    for await (const part of countedRows(store, listed.bind(sql), signal, meter.take))
      for (const row of part) messages.set(`${at} ${String(row['r'])}`, messageOf(row, index, fields));
  }
  return places.flatMap((place) => messages.get(`${String(place['part'])} ${String(place['r'])}`) ?? []);
}

/**
 * Returns the index of all candidates if they are in one index and hardly more than the page: then they are read
 * immediately.
 */
function fewOfOne(candidates: readonly RowCluster[], limit: number): StoredIndex | undefined {
  const [first] = candidates;
  return countOfRows(candidates) <= limit * 2 && candidates.every(({ index }) => index === first?.index)
    ? first?.index
    : undefined;
}

/**
 * Returns the candidates whose messages are not cached and therefore have to be read.
 * @param found receives the cached messages that are in any of the streams
 */
function withoutKnown(
  clusters: readonly RowCluster[],
  index: StoredIndex,
  { streams }: Match,
  found: Row[],
  meter: ResultMeter,
): readonly RowCluster[] {
  const { words, hides } = index;
  // Copies in other indices are recognised by columns that are not read here.
  if (!words || hides !== undefined) return clusters;
  const showsAll = hasNoOther(index, streams);
  const isShown = (number: number, { streams: own }: Row): boolean =>
    (showsAll && number < index.messages) || (Array.isArray(own) && own.some((id) => streams.includes(id)));
  return clusters.flatMap((cluster) => {
    const rows = cluster.rows.filter(({ row }) => {
      const known = words.rows.get(row);
      if (known && isShown(row, known.row)) {
        meter.take(known.size);
        found.push(known.row);
      }
      return !known;
    });
    return rows.length > 0 ? [{ ...cluster, rows }] : [];
  });
}

const countOfRows = (clusters: readonly RowCluster[]): number =>
  clusters.reduce((sum, { rows }) => sum + rows.length, 0);

/**
 * Returns a comparison of rows by time and then by id, which is ASCII.
 * @param sign 1: oldest first, -1: newest first
 */
const byTime =
  (sign: 1 | -1) =>
  (one: Row, other: Row): number => {
    const apart = Number(one['s0']) - Number(other['s0']);
    const [id, otherId] = [String(one['s1']), String(other['s1'])];
    return sign * (apart !== 0 ? apart : id < otherId ? -1 : id > otherId ? 1 : 0);
  };

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
  /** Times of the oldest and the newest match, epoch milliseconds. */
  readonly first: number | undefined;
  readonly last: number | undefined;
}

export async function countMatches(store: MessageReader, match: Match, signal?: AbortSignal): Promise<MatchCount> {
  return withMatches(store, match, signal, async ({ found, scanned, firstRow }) => {
    const edges = found.length > 0 ? await store.inTurn(() => edgesOf(found, signal), signal) : undefined;
    const total = countOf(found);
    if (scanned.length === 0) return { total, first: edges?.first, last: edges?.last };
    const parameters = new Parameters();
    const rows = matchingRows(match, scanned, parameters, () => 'ts', firstRow);
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

/** Returns the time in epoch milliseconds of the oldest of the `most` newest messages. */
export async function newestFrom(
  store: MessageReader,
  match: Match,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const parameters = new Parameters();
  const rows = matchingRows(match, indicesOf(store, match), parameters, () => 'ts');
  const sql = `SELECT ts FROM (${rows}) ORDER BY ts DESC LIMIT 1 OFFSET ${most - 1}`;
  const [row] = await store.query(...parameters.bind(sql), signal);
  return Number(row?.['ts'] ?? match.range.from);
}

/**
 * Reads one message of one index by its id.
 * @returns undefined if the message does not exist
 */
export async function readMessage(
  store: MessageReader,
  indexName: string,
  id: string,
  signal?: AbortSignal,
): Promise<FoundMessage | undefined> {
  const index = store.indices().find(({ name }) => name === indexName);
  if (!index) return undefined;
  const select = `SELECT ${wantedColumns(index, [])} FROM ${index.catalog}.messages WHERE`;
  const loaded = loadedCondition(index);
  const instant = instantOfId(id);
  // The database finds a time in less than half of the time that it needs for a text.
  const [timed] =
    instant === undefined
      ? []
      : await store.query(
          `${select} ts = $1 AND id = $2 AND ${loaded} LIMIT 1`,
          [new Date(clampInstant(instant)), id],
          signal,
        );
  // The id of a message from before 1970 contains another time.
  const [row] = timed ? [timed] : await store.query(`${select} id = $1 AND ${loaded} LIMIT 1`, [id], signal);
  return row && messageOf(row, index, []);
}

/** Tells whether the message with an id is among the matches. */
export async function isAmong(store: MessageReader, match: Match, id: string, signal?: AbortSignal): Promise<boolean> {
  const indices = indicesOf(store, match);
  if (indices.length === 0 || match.streams.length === 0) return false;
  const parameters = new Parameters();
  const rows = matchingRows(match, indices, parameters, () => 'id');
  const sql = `SELECT 1 AS found FROM (${rows}) WHERE id = ${parameters.add(id)} LIMIT 1`;
  return (await store.query(...parameters.bind(sql), signal)).length > 0;
}

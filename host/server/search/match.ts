/** Selects the messages of a search type with SQL over the indices (contract search S4–S7). */
import type { QueryNode } from '../../../api/language/index.js';
import type { MessageReader, StoredIndex } from '../store/types.js';
import { compileQuery, joinConditions } from './compile.js';
import { withComputedFields, withoutComputedFields, type ComputedField } from './computed-fields.js';
import type { Parameters } from './parameters.js';
import { inStreams } from './stream-view.js';
import type { ResolvedRange } from './time-range.js';

export interface Match {
  readonly range: ResolvedRange;
  /** Ids of streams; a message matches when it is in any of them. */
  readonly streams: readonly string[];
  /** Queries, all of which a message must match. */
  readonly queries: readonly QueryNode[];
  /**
   * Conditions of the queries to which a guest is restricted. Computed fields, which a guest may define, have no effect
   * on them.
   */
  readonly forced?: readonly QueryNode[] | undefined;
  /** Present time in epoch milliseconds, for date math in the queries. */
  readonly now: number;
  /** IANA time zone in which days and longer buckets begin; absent: UTC. */
  readonly timezone?: string | undefined;
  /** Fields that are computed while the search runs; absent: there are none. */
  readonly computed?: readonly ComputedField[] | undefined;
}

/**
 * Returns the open indices that may contain messages of the range, oldest first. Each index has only the fields of
 * messages in the given streams, and the computed fields. An index whose messages are all hidden is left out.
 */
export function indicesOf(
  store: Pick<MessageReader, 'indices'>,
  { range: { from, to }, streams, computed }: Pick<Match, 'range' | 'streams' | 'computed'>,
): StoredIndex[] {
  return store
    .indices()
    .filter(
      ({ messages, minTimestamp, maxTimestamp, hides }) =>
        messages > 0 &&
        hides !== 'all' &&
        (minTimestamp === undefined || minTimestamp < to) &&
        (maxTimestamp === undefined || maxTimestamp >= from),
    )
    .map((index) => withComputedFields(inStreams(index, streams), computed));
}

/** Returns the SQL condition for the matching rows of an index's table `messages`. */
export async function matchCondition(match: Match, index: StoredIndex, parameters: Parameters): Promise<string> {
  const { range, streams, queries, forced, now } = match;
  const at = (instant: number): string => parameters.add(new Date(clampInstant(instant)));
  const conditions = [`ts >= ${at(range.from)}`, `ts < ${at(range.to)}`];
  conditions.push(streamCondition(index, streams, parameters));
  const stored = forced && forced.length > 0 ? withoutComputedFields(index) : index;
  for (const query of queries)
    conditions.push(await compileQuery(query, forced?.includes(query) ? stored : index, { parameters, now }));
  return joinConditions(conditions, 'AND');
}

/** Tells whether every message of the index, at the time of its snapshot, is known to be in one of the streams. */
export function hasNoOther({ knownStreams }: StoredIndex, streams: readonly string[]): boolean {
  if (!knownStreams || knownStreams.size > streams.length) return false;
  const wanted = new Set(streams);
  return [...knownStreams].every((stream) => wanted.has(stream));
}

/**
 * Returns the SQL condition that a row was loaded before the snapshot of the index was taken. The database shows rows
 * as soon as they are committed, but the snapshot does not know the columns and streams that came with later rows.
 */
export const loadedCondition = ({ rowsEnd }: StoredIndex): string =>
  rowsEnd === undefined ? 'true' : `rowid < ${rowsEnd}`;

/**
 * Returns the SQL condition that selects the messages of an index that
 * - are in any of the streams,
 * - are not hidden because another index contains them as well,
 * - and were loaded before the snapshot.
 */
export function streamCondition(index: StoredIndex, streams: readonly string[], parameters: Parameters): string {
  const loaded = loadedCondition(index);
  if (hasNoOther(index, streams)) return loaded;
  const [only] = streams;
  const inAny =
    streams.length === 1 && only !== undefined
      ? `list_contains(streams, ${parameters.add(only)})`
      : `list_has_any(streams, ${parameters.add([...streams])})`;
  const shown = shownCondition(index, parameters);
  return [loaded, inAny, ...(shown === undefined ? [] : [shown])].filter((part) => part !== 'true').join(' AND ');
}

/**
 * Returns the SQL condition that a message is not hidden because another index contains it as well. Returns undefined
 * if the index hides no messages.
 */
function shownCondition({ hides }: StoredIndex, parameters: Parameters): string | undefined {
  if (hides === undefined) return undefined;
  if (hides === 'all') return 'false';
  if ('before' in hides) return `rowid < ${hides.before}`;
  return `NOT coalesce(list_contains(${parameters.add([...hides.homes])}, ${hides.column}), false)`;
}

/**
 * Largest number of row numbers that are written as constants into the SQL. The database compares constants with the
 * rows of a block before it reads further columns; for a list in a parameter, it reads all columns of the range.
 */
const mostConstants = 1_000;

/**
 * Returns the SQL condition that selects rows by their numbers. The condition contains the range of the rows, with
 * which the database skips the rest of the file.
 * @param rows row numbers in ascending order, at least one
 */
export function listedRows(rows: readonly number[], parameters: Parameters): string {
  const range = `rowid BETWEEN ${rows[0] ?? 0} AND ${rows.at(-1) ?? 0}`;
  if (rows.length <= mostConstants) return `${range} AND rowid IN (${rows.join(', ')})`;
  return `${range} AND rowid IN (SELECT unnest(${parameters.add(rows.map(String))}::BIGINT[]))`;
}

/** Limits an instant to the years 1 to 9999, which the database's TIMESTAMP supports. */
export function clampInstant(instant: number): number {
  return Math.min(Math.max(instant, -62_135_596_800_000), 253_402_300_799_999);
}

/**
 * Returns the matching rows of all indices as one table.
 * @param firstRow returns the first row to examine in an index
 * @param columns SQL select list for one index, with the same names and types for each
 * @returns SQL of a query expression; the caller has to handle an empty list of indices
 */
export async function matchingRows(
  match: Match,
  indices: readonly StoredIndex[],
  parameters: Parameters,
  columns: (index: StoredIndex, position: number) => string | Promise<string>,
  firstRow: (index: StoredIndex) => number = () => 0,
): Promise<string> {
  const selected: string[] = [];
  for (const [position, index] of indices.entries()) {
    const first = firstRow(index);
    const rows = first > 0 ? ` AND rowid >= ${first}` : '';
    const list = await columns(index, position);
    const condition = await matchCondition(match, index, parameters);
    selected.push(`SELECT ${list} FROM ${index.catalog}.messages WHERE ${condition}${rows}`);
  }
  return selected.join(' UNION ALL ');
}

/** Returns a key for caches within a job: matches of one job with the same key find the same messages. */
export function matchKey({ range, streams, queries, forced = [], computed = [] }: Match): string {
  const fields = computed.map(({ name, source, type, expression }) => [name, source, type, expression('')]);
  return JSON.stringify([range, streams, queries, ...(fields.length > 0 ? [fields, forced.length] : [])]);
}

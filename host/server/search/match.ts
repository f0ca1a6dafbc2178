/** Which messages a search type looks at, as SQL over the indices (contract search S4–S7). */
import type { QueryNode } from '../../../api/language/index.js';
import type { MessageReader, StoredIndex } from '../store/types.js';
import { compileQuery, joinConditions } from './compile.js';
import type { Parameters } from './parameters.js';
import { inStreams } from './stream-view.js';
import type { ResolvedRange } from './time-range.js';

export interface Match {
  readonly range: ResolvedRange;
  /** A message matches when it is in any of these. */
  readonly streams: readonly string[];
  /** All of them must match. */
  readonly queries: readonly QueryNode[];
  /** Epoch milliseconds for date math in the queries. */
  readonly now: number;
}

/** Open indices that may hold messages of the range, oldest first, with the fields of messages in the streams alone. */
export function indicesOf(
  store: Pick<MessageReader, 'indices'>,
  { range: { from, to }, streams }: Pick<Match, 'range' | 'streams'>,
): StoredIndex[] {
  return store
    .indices()
    .filter(
      ({ messages, minTimestamp, maxTimestamp }) =>
        messages > 0 &&
        (minTimestamp === undefined || minTimestamp < to) &&
        (maxTimestamp === undefined || maxTimestamp >= from),
    )
    .map((index) => inStreams(index, streams));
}

/** SQL condition over `<catalog>.messages`. */
export function matchCondition(match: Match, index: StoredIndex, parameters: Parameters): string {
  const { range, streams, queries, now } = match;
  const at = (instant: number): string => parameters.add(new Date(clampInstant(instant)));
  const conditions = [`ts >= ${at(range.from)}`, `ts < ${at(range.to)}`];
  conditions.push(streamCondition(streams, parameters));
  for (const query of queries) conditions.push(compileQuery(query, index, { parameters, now }));
  return joinConditions(conditions, 'AND');
}

/** SQL: the message is in any of the streams. */
export function streamCondition(streams: readonly string[], parameters: Parameters): string {
  const [only] = streams;
  return streams.length === 1 && only !== undefined
    ? `list_contains(streams, ${parameters.add(only)})`
    : `list_has_any(streams, ${parameters.add([...streams])})`;
}

/** Years 1 to 9999: what the engine's TIMESTAMP surely holds. */
export function clampInstant(instant: number): number {
  return Math.min(Math.max(instant, -62_135_596_800_000), 253_402_300_799_999);
}

/**
 * The matching rows of all indices as one table.
 * @param firstRow number of the first row to look at
 * @param columns SQL select list for one index; must give the same names and types for each
 * @returns SQL of a query expression; with no index an empty table of the same shape is the caller's business
 */
export function matchingRows(
  match: Match,
  indices: readonly StoredIndex[],
  parameters: Parameters,
  columns: (index: StoredIndex, position: number) => string,
  firstRow: (index: StoredIndex) => number = () => 0,
): string {
  return indices
    .map((index, position) => {
      const first = firstRow(index);
      const rows = first > 0 ? ` AND rowid >= ${first}` : '';
      return `SELECT ${columns(index, position)} FROM ${index.catalog}.messages WHERE ${matchCondition(match, index, parameters)}${rows}`;
    })
    .join(' UNION ALL ');
}

/** Equal for matches that find the same messages. */
export function matchKey({ range, streams, queries }: Match): string {
  return JSON.stringify([range, streams, queries]);
}

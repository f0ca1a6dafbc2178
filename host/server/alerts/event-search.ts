/**
 * Searches events with filters, sorting and pages, without events of streams that the user may not read (contract
 * events.search).
 */
import type { EventsSearchParameters, FoundEvent } from '../../../api/contract/events.js';
import type { LeafNode, QueryNode } from '../../../api/language/index.js';
import { BadRequestError } from '../foundation/errors.js';
import {
  eventField,
  eventIdField,
  eventStreamIds,
  queriedSourceStreams,
  sourceStreamsField,
  storedEvent,
} from '../documents/event-documents.js';
import { readQuery } from '../search/compile.js';
import { countedRows } from '../search/reader.js';
import { fieldReader } from '../search/field-kinds.js';
import { indicesOf, matchingRows } from '../search/match.js';
import { Parameters } from '../search/parameters.js';
import { resolveRange } from '../search/time-range.js';
import type { MessageReader, StoredIndex } from '../store/types.js';

/** Every page of events must end within this number of events. */
const window = 10_000;
/** Largest size of one page of events in bytes, because event texts contain log texts of any length. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Rewrites conditions on source streams in a query: all stream ids of an event are in the text of one field, so a
 * stream is searched with a wildcard before and behind its id.
 */
export function withSourceStreams(node: QueryNode): QueryNode {
  if (node.kind === 'boolean')
    return {
      ...node,
      clauses: node.clauses.map(({ occur, node: inner }) => ({ occur, node: withSourceStreams(inner) })),
    };
  const isTerm = node.kind === 'term' || node.kind === 'phrase';
  if (!isTerm || node.field?.name !== queriedSourceStreams) return node;
  const { field, valueAt, from, to, value } = node;
  return { kind: 'wildcard', field, valueAt, from, to, parts: ['any', { text: value }, 'any'] } satisfies LeafNode;
}

export interface Readable {
  /**
   * Events are found if the ids of all their source streams are in this list; undefined: events of all streams,
   * including deleted streams, are found.
   */
  readonly streams: readonly string[] | undefined;
}

export interface EventPage {
  readonly events: FoundEvent[];
  readonly total: number;
  readonly indices: string[];
}

/** Parameters of a search for events with all defaults filled in. */
export type CompleteParameters = Required<EventsSearchParameters>;

export const completed = (given: EventsSearchParameters = {}): CompleteParameters => ({
  page: given.page ?? 1,
  per_page: given.per_page ?? 10,
  timerange: given.timerange ?? { type: 'relative', range: 3600 },
  query: given.query ?? '',
  filter: {
    alerts: given.filter?.alerts ?? 'include',
    event_definitions: given.filter?.event_definitions ?? [],
  },
  sort_by: given.sort_by ?? 'timestamp',
  sort_direction: given.sort_direction ?? 'desc',
});

/** Restricts events by id: `isIn` tells whether only the listed events are found, or all others. */
export interface OnlyEvents {
  readonly ids: readonly string[];
  readonly isIn: boolean;
}

/**
 * Matching events as a SQL table with the columns `part` (index within `indices`), `ts`, `id`, `s` (sort key), and the
 * columns of `eventColumns`.
 */
export interface FoundEvents {
  readonly indices: readonly StoredIndex[];
  readonly from: string;
  readonly parameters: Parameters;
}

/** Columns of the table that `FoundEvents.from` selects. */
export const eventColumns = {
  event: 'e0',
  definition: 'e2',
  alert: 'e3',
  eventId: 'e4',
  key: 'e5',
  priority: 'e6',
} as const;

/**
 * Returns SQL of the events that match a request.
 * @param readable source streams whose events the user may see
 * @param now present time in epoch milliseconds
 * @returns undefined: no index of the time range contains events
 * @throws BadRequestError, SearchTypeError or TimeRangeError for an invalid request
 */
export async function eventRows(
  store: MessageReader,
  requested: Pick<CompleteParameters, 'query' | 'timerange' | 'filter' | 'sort_by'>,
  readable: Readable,
  now: number,
  only?: OnlyEvents,
): Promise<FoundEvents | undefined> {
  const { filter, sort_by: sortBy } = requested;
  const node = readQuery(requested.query, { allowLeadingWildcard: true });
  const range = resolveRange(requested.timerange, now);
  const match = { range, streams: eventStreamIds, queries: node ? [withSourceStreams(node)] : [], now };
  const indices = indicesOf(store, match).filter(
    ({ fields }) => fields.has(eventField) && fields.has('event_definition_id'),
  );
  if (indices.length === 0) return undefined;
  const parameters = new Parameters();
  const sort = fieldReader(sortBy, indices);
  if (sort.list) throw new BadRequestError(`Events cannot be sorted by ${sortBy}.`);
  const columns = [eventField, sourceStreamsField, 'event_definition_id', 'alert', eventIdField];
  const [key, priority] = ['key', 'priority'].map((name) => fieldReader(name, indices));
  const rows = await matchingRows(match, indices, parameters, (index, at) =>
    [
      `${at} AS part, ts, id`,
      ...columns.map((name, n) => `${index.fields.get(name)?.column ?? 'NULL'} AS e${n}`),
      `${key?.read(index) ?? 'NULL'} AS e5`,
      `${priority?.read(index) ?? 'NULL'} AS e6`,
      `${sort.name === 'timestamp' ? 'ts' : sort.read(index)} AS s`,
    ].join(', '),
  );
  const conditions = ['e2 IS NOT NULL'];
  const isOf = (column: string, values: readonly string[]): string =>
    `${column} IN (SELECT unnest(${parameters.add([...values])}::VARCHAR[]))`;
  if (readable.streams)
    conditions.push(
      `(coalesce(e1, '') = '' OR list_has_all(${parameters.add([...readable.streams])}::VARCHAR[], string_split(e1, ' ')))`,
    );
  if (filter.alerts === 'only') conditions.push('coalesce(e3, false)');
  if (filter.alerts === 'exclude') conditions.push('NOT coalesce(e3, false)');
  const { event_definitions: definitions = [] } = filter;
  if (definitions.length > 0) conditions.push(isOf('e2', definitions));
  if (only) conditions.push(only.isIn ? isOf('e4', only.ids) : `NOT coalesce(${isOf('e4', only.ids)}, false)`);
  return { indices, parameters, from: `FROM (${rows}) WHERE ${conditions.join(' AND ')}` };
}

/**
 * Returns the number of rows before a page.
 * @param page number of the page, counted from 1
 * @param size rows per page
 * @throws BadRequestError for a page that ends beyond the first 10,000 rows
 */
export function pageStart(page: number, size: number): number {
  const before = (page - 1) * size;
  if (before + size > window)
    throw new BadRequestError(`Only the first ${window} events can be paged through. Choose a shorter time.`);
  return before;
}

/**
 * Returns one page of events.
 * @throws BadRequestError, SearchTypeError or TimeRangeError for an invalid request; BadRequestError also when the
 * events take too much memory
 */
export async function searchEvents(
  store: MessageReader,
  requested: CompleteParameters,
  readable: Readable,
  now: number,
  signal: AbortSignal,
  only?: OnlyEvents,
): Promise<EventPage> {
  const { page, per_page: size, sort_direction: direction } = requested;
  const offset = pageStart(page, size);
  const rows = await eventRows(store, requested, readable, now, only);
  if (!rows) return { events: [], total: 0, indices: [] };
  const { indices, from: found, parameters } = rows;
  const [counted] = await store.query(...parameters.bind(`SELECT count(*) AS total ${found}`), signal);
  const total = Number(counted?.['total'] ?? 0);
  if (total === 0) return { events: [], total, indices: indices.map(({ name }) => name) };
  const order = `ORDER BY s ${direction} NULLS LAST, ts ${direction}, id ${direction}`;
  const sql = `SELECT part, e0 ${found} ${order} LIMIT ${parameters.add(size)} OFFSET ${parameters.add(offset)}`;
  let taken = 0;
  const take = (bytes: number): void => {
    taken += bytes;
    if (taken > mostBytes)
      throw new BadRequestError(
        `These events take more than ${mostBytes / 1024 / 1024} MB of memory. Ask for fewer of them at once.`,
      );
  };
  const events: FoundEvent[] = [];
  for await (const part of countedRows(store, parameters.bind(sql), signal, take)) {
    for (const row of part)
      events.push({
        event: storedEvent(String(row['e0'])),
        index_name: indices[Number(row['part'])]?.name ?? '',
        index_type: 'message',
      });
  }
  return { events, total, indices: indices.map(({ name }) => name) };
}

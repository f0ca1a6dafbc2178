/** Computes statistics of events: a histogram over time, and groups of related events. */
import { alertGroupSorts, type AlertGroupSort } from '../../../api/contract/alerts.schema.js';
import type { Event } from '../../../api/contract/events.js';
import { BadRequestError } from '../foundation/errors.js';
import { storedEvent } from '../documents/event-documents.js';
import type { MessageReader } from '../store/types.js';
import { resolveRange } from '../search/time-range.js';
import {
  eventColumns,
  eventRows,
  pageStart,
  type CompleteParameters,
  type OnlyEvents,
  type Readable,
} from './event-search.js';
import type { KnownState } from './states/alert-states.js';

interface EventBucket {
  /** Start of the bucket, epoch milliseconds. */
  readonly at: number;
  readonly low: number;
  readonly normal: number;
  readonly high: number;
}
export interface EventTimeline {
  /** Start of the first bucket and end of the last one, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
  readonly buckets: readonly EventBucket[];
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
/** Bucket lengths in milliseconds: units of time that are easy to read. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * day),
];
const mostBuckets = 60;

/**
 * Returns the bucket length in milliseconds with which a time span has at most `mostBuckets` buckets, or one more,
 * because buckets begin at multiples of their length.
 */
function stepOf(span: number): number {
  const wide = span / mostBuckets;
  const step = steps.find((one) => one >= wide);
  const yearOfWeeks = 52 * 7 * day;
  return step ?? Math.ceil(wide / yearOfWeeks) * yearOfWeeks;
}

/**
 * Counts events by priority in buckets of time.
 * @param now present time in epoch milliseconds
 * @param only restricts the events by id
 * @throws BadRequestError, SearchTypeError or TimeRangeError for an invalid request
 */
export async function eventTimeline(
  store: MessageReader,
  requested: CompleteParameters,
  readable: Readable,
  now: number,
  signal: AbortSignal,
  only?: OnlyEvents,
): Promise<EventTimeline> {
  let { from, to } = resolveRange(requested.timerange, now);
  const isAllTime = from <= 0;
  const rows = await eventRows(store, { ...requested, sort_by: 'timestamp' }, readable, now, only);
  const nothing = { from: isAllTime ? to : from, to, intervalMs: stepOf(isAllTime ? 0 : to - from), buckets: [] };
  if (!rows) return nothing;
  if (isAllTime) {
    const sql = `SELECT epoch_ms(min(ts)) AS first, epoch_ms(max(ts)) AS last ${rows.from}`;
    const [edges] = await store.query(...rows.parameters.bind(sql), signal);
    if (typeof edges?.['first'] !== 'number') return nothing;
    from = edges['first'];
    to = Number(edges['last']) + 1;
  }
  const intervalMs = stepOf(to - from);
  const { priority } = eventColumns;
  const count = (condition: string, name: string) => `count(*) FILTER (${condition}) AS ${name}`;
  const level = `coalesce(TRY_CAST(${priority} AS DOUBLE), 2)`;
  const sql = `SELECT epoch_ms(ts) // ${intervalMs} AS bucket, ${[
    count(`${level} < 2`, 'low'),
    count(`${level} >= 2 AND ${level} < 3`, 'normal'),
    count(`${level} >= 3`, 'high'),
  ].join(', ')} ${rows.from} GROUP BY 1 ORDER BY 1`;
  const found = await store.query(...rows.parameters.bind(sql), signal);
  return {
    from: Math.floor(from / intervalMs) * intervalMs,
    to: Math.ceil(to / intervalMs) * intervalMs,
    intervalMs,
    buckets: found.map((row) => ({
      at: Number(row['bucket']) * intervalMs,
      low: Number(row['low']),
      normal: Number(row['normal']),
      high: Number(row['high']),
    })),
  };
}

export interface EventGroup {
  readonly definitionId: string;
  readonly key: string | null;
  readonly count: number;
  /** Time of the group's first event, epoch milliseconds. */
  readonly first: number;
  /** Last event of the group. */
  readonly event: Event;
}

/** Largest number of characters of all last events in one page, because event texts contain log texts of any length. */
const mostCharacters = 32 * 1024 * 1024;

/** Maps each order to the SQL expression of a group's sort key, which may use the group's last event and its state. */
const orders: Readonly<Record<AlertGroupSort, string>> = {
  timestamp: 'last',
  key: 'k',
  state: 'coalesce(state, 0)',
  since: 'coalesce(changed, first)',
  count: 'n',
};
const isOrder = (name: string): name is AlertGroupSort => Object.hasOwn(orders, name);

/**
 * Groups events by definition and key, and returns one page of the groups in the requested order.
 * @param known returns the states of events; called only if the order depends on them
 * @throws BadRequestError, SearchTypeError or TimeRangeError for an invalid request; BadRequestError also when the
 * events take too much memory
 */
export async function eventGroups(
  store: MessageReader,
  requested: CompleteParameters,
  readable: Readable,
  now: number,
  signal: AbortSignal,
  known: () => readonly KnownState[],
  only?: OnlyEvents,
): Promise<{ readonly groups: EventGroup[]; readonly total: number }> {
  const { sort_by: sort, sort_direction: direction, page, per_page: size } = requested;
  if (!isOrder(sort))
    throw new BadRequestError(`"sort_by" must be one of ${alertGroupSorts.join(', ')}, got ${JSON.stringify(sort)}.`);
  const offset = pageStart(page, size);
  const rows = await eventRows(store, { ...requested, sort_by: 'timestamp' }, readable, now, only);
  if (!rows) return { groups: [], total: 0 };
  const { from, parameters } = rows;
  const { definition, key, eventId } = eventColumns;
  const grouped = `SELECT ${definition} AS d, ${key} AS k, count(*) AS n, epoch_ms(min(ts)) AS first, max(ts) AS last, arg_max(${eventId}, (ts, id)) AS e ${from} GROUP BY 1, 2`;
  const [counted] = await store.query(...parameters.bind(`SELECT count(*) AS total FROM (${grouped})`), signal);
  const total = Number(counted?.['total'] ?? 0);
  const states = sort === 'state' || sort === 'since' ? known() : [];
  const column = (name: keyof KnownState, type: string) =>
    `unnest(${parameters.add(states.map((state) => String(state[name])))}::VARCHAR[]::${type}[])`;
  const joined = `SELECT ${column('id', 'VARCHAR')} AS known, ${column('rank', 'INTEGER')} AS state, ${column('at', 'BIGINT')} AS changed`;
  const order = `ORDER BY ${orders[sort]} ${direction} NULLS LAST, last DESC, e DESC`;
  const sql = `SELECT d, k, n, first, e FROM (${grouped}) LEFT JOIN (${joined}) ON known = e ${order} LIMIT ${parameters.add(size)} OFFSET ${parameters.add(offset)}`;
  const found = total > offset ? await store.query(...parameters.bind(sql), signal) : [];
  const ids = found.map((row) => String(row['e']));
  const last = await eventRows(store, { ...requested, query: '', sort_by: 'timestamp' }, readable, now, {
    ids,
    isIn: true,
  });
  const events = new Map<string, Event>();
  if (last && ids.length > 0) {
    const { event } = eventColumns;
    const [size] = await store.query(
      ...last.parameters.bind(`SELECT sum(length(${event})) AS characters ${last.from}`),
      signal,
    );
    if (Number(size?.['characters'] ?? 0) > mostCharacters)
      throw new BadRequestError('These events take too much memory. Choose a shorter time.');
    for (const row of await store.query(...last.parameters.bind(`SELECT ${event} AS event ${last.from}`), signal)) {
      const one = storedEvent(String(row['event']));
      events.set(one.id, one);
    }
  }
  const groups = found.flatMap((row) => {
    const event = events.get(String(row['e']));
    if (!event) return [];
    return [
      {
        definitionId: event.event_definition_id,
        key: event.key,
        count: Number(row['n']),
        first: Number(row['first']),
        event,
      },
    ];
  });
  return { groups, total };
}

/**
 * Stores each event once: an event that exists already is not stored again (contract dashboards-sharing-alerts
 * EVENT STORAGE).
 */
import type { Event } from '../../../api/contract/events.js';
import { eventField, eventIdField, eventMessage, eventStreamIds, storedEvent } from '../documents/event-documents.js';
import { indicesOf, matchingRows } from '../search/match.js';
import { Parameters } from '../search/parameters.js';
import type { MessageReader, MessageSink } from '../store/types.js';

export interface KeptEvent {
  readonly event: Event;
  readonly isKnown: boolean;
}

export class EventStore {
  constructor(private readonly store: MessageReader & Pick<MessageSink, 'append'>) {}

  /**
   * Finds stored events by their ids.
   * @param from earliest time of the events, epoch milliseconds
   * @param to exclusive end of their times, epoch milliseconds
   */
  async find(
    ids: readonly string[],
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<Map<string, { readonly event: Event; readonly index: string }>> {
    const match = { range: { from, to }, streams: eventStreamIds, queries: [], now: to };
    const indices = indicesOf(this.store, match).filter(({ fields }) => fields.has(eventIdField));
    const found = new Map<string, { readonly event: Event; readonly index: string }>();
    if (indices.length === 0 || ids.length === 0) return found;
    const parameters = new Parameters();
    const wanted = parameters.add([...ids]);
    const rows = await matchingRows(match, indices, parameters, ({ fields }, at) =>
      [
        `${at} AS part`,
        ...[eventIdField, eventField].map((name, n) => `${fields.get(name)?.column ?? 'NULL'} AS e${n}`),
      ].join(', '),
    );
    const sql = `SELECT part, e1 FROM (${rows}) WHERE e0 IN (SELECT unnest(${wanted}::VARCHAR[])) AND e1 IS NOT NULL`;
    for (const row of await this.store.query(...parameters.bind(sql), signal)) {
      const event = storedEvent(String(row['e1']));
      found.set(event.id, { event, index: indices[Number(row['part'])]?.name ?? '' });
    }
    return found;
  }

  /**
   * Stores events; resolves when all are durable. Events that were stored earlier must be searchable at the time of the
   * call.
   * @returns each event as stored, and whether it existed already
   * @throws an error of the store, after which it is unknown which events are stored
   */
  async keep(events: readonly Event[], signal?: AbortSignal): Promise<KeptEvent[]> {
    if (events.length === 0) return [];
    const unique = [...new Map(events.map((event) => [event.id, event])).values()];
    const times = unique.map(({ timestamp }) => Date.parse(timestamp));
    const [from, to] = times.reduce(
      ([least, most], time) => [Math.min(least, time), Math.max(most, time + 1)],
      [Infinity, -Infinity],
    );
    const known = await this.find(
      unique.map(({ id }) => id),
      from,
      to,
      signal,
    );
    const fresh = unique.filter(({ id }) => !known.has(id));
    if (fresh.length > 0) await this.store.append(fresh.map(eventMessage));
    return unique.map((event) => {
      const before = known.get(event.id)?.event;
      return { event: before ?? event, isKnown: before !== undefined };
    });
  }
}

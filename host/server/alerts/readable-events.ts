/** Selects the events that a caller may read: the caller must have read access to all source streams of an event. */
import type { FoundEvent } from '../../../api/contract/events.js';
import { can, type Caller } from '../auth/caller.js';
import { searchCaller } from '../entities/searches.js';
import { streamCollection } from '../intake/index.js';
import { readerFor } from '../search/reader.js';
import type { Documents, MessageStore } from '../store/types.js';
import { completed, searchEvents, type Readable } from './event-search.js';

interface Rooms {
  readonly documents: Documents;
  readonly store: MessageStore;
}

export function readableBy({ documents }: Pick<Rooms, 'documents'>, caller: Caller): Readable {
  if (can(caller, 'streams:read')) return { streams: undefined };
  const { mayReadStream } = searchCaller(documents, caller);
  return {
    streams: streamCollection(documents)
      .all()
      .map(({ id }) => id)
      .filter(mayReadStream),
  };
}

/**
 * Returns the events with the given ids that the caller may read.
 * @param ids at most 10,000 ids
 */
export async function readableEvents(
  rooms: Rooms,
  caller: Caller,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FoundEvent>> {
  const requested = completed({ timerange: { type: 'relative', range: 0 }, per_page: ids.length });
  const reader = readerFor(rooms.store, { username: caller.username, rank: 'interactive' });
  const only = { ids, isIn: true };
  const { events } = await searchEvents(reader, requested, readableBy(rooms, caller), Date.now(), signal, only);
  return new Map(events.map((found) => [found.event.id, found]));
}

/** Returns one event of any age; undefined: it does not exist, or the user may not read it. */
export async function readableEvent(
  rooms: Rooms,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<FoundEvent | undefined> {
  return (await readableEvents(rooms, caller, [id], signal)).get(id);
}

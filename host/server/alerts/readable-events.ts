/** Which events somebody may read: those that come from no stream beyond what the caller may read. */
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

/** One of them, whenever it was; undefined: there is none that the caller may read. */
export async function readableEvent(
  rooms: Rooms,
  caller: Caller,
  id: string,
  signal: AbortSignal,
): Promise<FoundEvent | undefined> {
  const everywhen = completed({ timerange: { type: 'relative', range: 0 }, per_page: 1 });
  const reader = readerFor(rooms.store, { username: caller.username, rank: 'interactive' });
  const { events } = await searchEvents(reader, everywhen, readableBy(rooms, caller), Date.now(), signal, id);
  return events[0];
}

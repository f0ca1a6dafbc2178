/** Creates events for tests, and stores them in the same form as the server. */
import type { Event } from '../api/contract/events.js';
import { eventMessage, eventsStreamId } from '../host/server/documents/event-documents.js';
import { createLog } from '../host/server/log/log.js';
import { openDocuments, openStore } from '../host/server/store/index.js';

export function anEvent(event: Pick<Event, 'id' | 'timestamp'> & Partial<Event>): Event {
  return {
    event_definition_type: 'aggregation-v1',
    event_definition_id: '65e000000000000000000001',
    origin_context: null,
    timestamp_processing: event.timestamp,
    timerange_start: null,
    timerange_end: null,
    streams: [eventsStreamId],
    source_streams: [],
    message: 'an alert',
    source: 'node-1',
    key_tuple: [],
    key: null,
    priority: 2,
    alert: false,
    fields: {},
    group_by_fields: {},
    replay_info: null,
    ...event,
  };
}

/** Stores events in a data directory on which no server runs yet. */
export async function storeEvents(directory: string, events: readonly Event[]): Promise<void> {
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'node-1', log: createLog('error') });
  try {
    await store.append(events.map(eventMessage));
    await store.settled();
  } finally {
    await store.close();
    await documents.close();
  }
}

/** Endpoints and shapes of stored events (contract dashboards-sharing-alerts, type Event, events.*). */
import { endpoint } from './endpoint.js';
import type { EventEntityTypes, EventsSearchParameters, EventsSearchResult, FoundEvent } from './events.schema.js';

export type * from './events.schema.js';

export interface EventReplayInfo {
  timerange_start: string;
  timerange_end: string;
  query: string;
  streams: string[];
}

/** Reason why no notification was sent for an event. Reference servers do not send it. */
export interface EventSilence {
  /** Id of the silence; null when no silence applied but an alert with the same key was muted. */
  silence_id: string | null;
  by: string;
  reason: string;
  until: string;
}

export interface Event {
  /** Id of the event, a ULID. */
  id: string;
  event_definition_type: string;
  event_definition_id: string;
  /** URN of the message or event that caused this event; null when there is no single cause. */
  origin_context: string | null;
  timestamp: string;
  timestamp_processing: string;
  timerange_start: string | null;
  timerange_end: string | null;
  /** Ids of the event streams in which this event is stored. */
  streams: string[];
  /** Ids of the streams with the messages that caused this event. */
  source_streams: string[];
  message: string;
  source: string;
  key_tuple: string[];
  key: string | null;
  priority: number;
  alert: boolean;
  fields: Record<string, string>;
  group_by_fields: Record<string, string>;
  replay_info: EventReplayInfo | null;
  /** Silence because of which no notification is sent; absent when notifications are sent. */
  silenced?: EventSilence;
}

const readable = { handler: 'events of streams that may be read: streams:read:{streamId} for each' } as const;

export const searchEvents = endpoint<{ body: EventsSearchParameters | undefined; answer: EventsSearchResult }>()(
  'POST',
  '/events/search',
  readable,
);
export const eventEntityTypes = endpoint<{ answer: EventEntityTypes }>()('GET', '/events/entity_types', 'session');
/** Returns an event; the answer is empty when the event does not exist or the caller may not see it. */
export const getEvent = endpoint<{ answer: FoundEvent | undefined }>()('GET', '/events/{eventId}', readable);

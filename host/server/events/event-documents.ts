/**
 * Event documents: kept among the messages, in the streams of events, which no search without these streams looks into
 * (contract dashboards-sharing-alerts "EVENT STORAGE", search G3). What an event has beside time, source and text stands
 * in fields that no input may set, so that logs and events never dispute the type of a field.
 */
import type { Event } from '../../../api/contract/events.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import type { IncomingMessage } from '../store/types.js';

/** Events of definitions that people make. */
export const eventsStreamId = '000000000000000000000002';
/** Events of the server's own definition. */
export const systemEventsStreamId = '000000000000000000000003';

export const eventStreamIds: readonly string[] = [eventsStreamId, systemEventsStreamId];

/** The whole event as JSON. */
export const eventField = 'gl2_event';
/** Ids of the source streams, separated by blanks. */
export const sourceStreamsField = 'gl2_event_source_streams';

/**
 * The event as the store takes it.
 * @throws TypeError for an event of other streams, or one whose timestamp cannot be read
 */
export function eventMessage(event: Event): IncomingMessage {
  const [timestamp, processed] = [event.timestamp, event.timestamp_processing].map((text) => Date.parse(text));
  if (timestamp === undefined || Number.isNaN(timestamp)) throw new TypeError(`No instant: ${event.timestamp}`);
  if (event.streams.length === 0 || !event.streams.every((id) => eventStreamIds.includes(id)))
    throw new TypeError(`Not the streams of events: ${event.streams.join(', ')}`);
  return {
    timestamp,
    source: event.source,
    message: event.message,
    fields: { [eventField]: stringifyJson(event), [sourceStreamsField]: event.source_streams.join(' ') },
    streams: [...event.streams],
    inputId: '',
    receivedAt: processed === undefined || Number.isNaN(processed) ? timestamp : processed,
  };
}

export const storedEvent = (text: string): Event => parseJson(text) as Event;

/**
 * Converts events to messages in the streams of events, which are searched only when a request names them (contract
 * dashboards-sharing-alerts "EVENT STORAGE", search G3). These streams have separate index sets, so that logs and
 * events never conflict about the type of a field.
 */
import type { Event } from '../../../api/contract/events.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import type { FieldValue, IncomingMessage } from '../store/types.js';

/** Stream of the events of definitions that users have created. */
export const eventsStreamId = '000000000000000000000002';
/** Stream of the events of the definition that the server itself provides. */
export const systemEventsStreamId = '000000000000000000000003';

export const eventStreamIds: readonly string[] = [eventsStreamId, systemEventsStreamId];

/** Field that contains the whole event as JSON. */
export const eventField = 'gl2_event';
/** Field that contains the ids of the source streams, separated by spaces. */
export const sourceStreamsField = 'gl2_event_source_streams';
/** Field name of the source streams in queries for events. */
export const queriedSourceStreams = 'source_streams';
export const eventIdField = 'id';

/**
 * Returns the searchable fields of an event besides its time, source and text. The custom fields of the event have the
 * prefixes `fields.` and `group_by_fields.`.
 */
function searched(event: Event): Record<string, FieldValue> {
  const texts = {
    [eventIdField]: event.id,
    event_definition_id: event.event_definition_id,
    event_definition_type: event.event_definition_type,
    origin_context: event.origin_context,
    timestamp_processing: event.timestamp_processing,
    timerange_start: event.timerange_start,
    timerange_end: event.timerange_end,
    key: event.key,
    priority: event.priority,
    alert: event.alert,
    [queriedSourceStreams]: event.source_streams.join(' '),
    silenced: event.silenced ? true : null,
  };
  const below = (prefix: string, fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([name, value]) => [`${prefix}.${name}`, value] as const);
  const all: (readonly [string, FieldValue | null])[] = [
    ...Object.entries(texts),
    ...below('fields', event.fields),
    ...below('group_by_fields', event.group_by_fields),
  ];
  return Object.fromEntries(all.filter((entry): entry is readonly [string, FieldValue] => entry[1] !== null));
}

/**
 * Converts an event to a message for the store.
 * @throws TypeError for an event without streams or of streams that are not for events, and for an invalid timestamp
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
    fields: {
      ...searched(event),
      [eventField]: stringifyJson(event),
      [sourceStreamsField]: event.source_streams.join(' '),
    },
    streams: [...event.streams],
    inputId: '',
    receivedAt: processed === undefined || Number.isNaN(processed) ? timestamp : processed,
  };
}

/** Parses the stored form of an event. Only this server writes it: `eventMessage` serialises an `Event`. */
export const storedEvent = (text: string): Event => parseJson(text) as Event;

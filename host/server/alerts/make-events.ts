/**
 * Creates events from the results of an event definition (contract dashboards-sharing-alerts FILTER EVENTS, AGGREGATION
 * EVENTS, FIELD SPEC).
 */
import type { AggregationConfig, AggregationSeries } from '../../../api/contract/event-definitions.schema.js';
import type { Event } from '../../../api/contract/events.js';
import { instantText } from '../../../api/instant-text.js';
import { eventField, eventStreamIds, storedEvent } from '../documents/event-documents.js';
import type { FoundMessage } from '../search/found-message.js';
import type { AggregationHit } from './aggregation-search.js';
import type { DefinitionDocument } from './definition-input.js';
import { eventId } from './event-ids.js';
import { renderTemplate } from './templates.js';
import type { Window } from './windows.js';

export type AggregationDefinition = DefinitionDocument & { readonly config: AggregationConfig };

export interface Made {
  /** Host name of this server. */
  readonly source: string;
  /** Present time in epoch milliseconds. */
  readonly now: number;
  /** Looks up values in lookup tables; if absent, no lookup tables exist. */
  readonly lookUp?: LookUp;
}

/** Looks up the value of a key; undefined: the table has no value for it, or the lookup failed. */
export type LookUp = (table: string, key: string) => Promise<string | undefined>;

/** Formats a double as the reference server does. */
const doubleText = (value: number | null): string =>
  value === null ? 'NaN' : Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);

/**
 * Computes the texts of an event's fields, in the order of the definition. A field is left out if it has no provider,
 * if its lookup finds nothing, or if its template lacks a value that it requires.
 */
async function fieldsOf(
  { field_spec: spec }: DefinitionDocument,
  source: ReadonlyMap<string, unknown>,
  lookUp: LookUp | undefined,
) {
  const fields: [string, string][] = [];
  for (const [name, { providers }] of Object.entries(spec)) {
    const [provider] = providers;
    if (!provider) continue;
    const text =
      provider.type === 'lookup-v1'
        ? await foundText(source.get(provider.key_field), provider.table_name, lookUp)
        : renderTemplate(provider.template, source, provider.require_values);
    if (text !== undefined) fields.push([name, text]);
  }
  return fields;
}

/**
 * Looks up the value of a message's field in a table; a missing key, or a key that is no single value, yields
 * undefined.
 */
async function foundText(key: unknown, table: string, lookUp: LookUp | undefined): Promise<string | undefined> {
  if (key === undefined || key === null || typeof key === 'object') return undefined;
  return lookUp?.(table, String(key));
}

/** Creates an object in which any name may be a key, even `__proto__`. */
const record = (entries: readonly (readonly [string, string])[]): Record<string, string> => Object.fromEntries(entries);

async function eventOf(
  definition: AggregationDefinition,
  window: Window,
  made: Made,
  sources: ReadonlyMap<string, unknown>,
  about: Pick<Event, 'id' | 'origin_context' | 'source_streams' | 'message' | 'group_by_fields'> & {
    readonly at: number;
    readonly isOfWindow: boolean;
  },
): Promise<Event> {
  const { at, isOfWindow, ...own } = about;
  const { config } = definition;
  const fields = await fieldsOf(definition, sources, made.lookUp);
  const byName = new Map(fields);
  const key_tuple = definition.key_spec.flatMap((name) => byName.get(name) ?? []);
  const range = { timerange_start: instantText(window.from), timerange_end: instantText(window.to) };
  return {
    ...own,
    event_definition_type: config.type,
    event_definition_id: definition.id,
    timestamp: instantText(at),
    timestamp_processing: instantText(made.now),
    ...(isOfWindow ? range : { timerange_start: null, timerange_end: null }),
    streams: definition.storage.flatMap(({ streams }) => streams),
    source: made.source,
    key_tuple,
    key: key_tuple.length > 0 ? key_tuple.join('|') : null,
    priority: definition.priority,
    alert: definition.alert,
    fields: record(fields),
    // A definition without streams searches all streams; a replay of its event searches the streams of the event
    // instead.
    replay_info: {
      ...range,
      query: config.query,
      streams: [...(config.streams.length > 0 ? config.streams : own.source_streams)],
    },
  };
}

/** Returns the message fields that the definition's templates and lookups use. */
export function templateFields({ field_spec: spec }: DefinitionDocument): string[] {
  const names = Object.values(spec).flatMap(({ providers: [provider] }) =>
    provider?.type === 'template-v1'
      ? Array.from(provider.template.matchAll(/\$\{\s*source\.([^{}]*?)\s*\}/g), ([, name = '']) => name)
      : provider
        ? [provider.key_field]
        : [],
  );
  return [...new Set(names)];
}

/**
 * Creates the event of a message that a definition without a condition has found.
 * @param message contains id, time, streams and the fields that templates use; a stored event contains all its fields
 */
export function eventOfMessage(
  definition: AggregationDefinition,
  window: Window,
  { index, message }: FoundMessage,
  made: Made,
): Promise<Event> {
  const id = String(message['_id']);
  const at = Date.parse(String(message['timestamp']));
  const configured = new Set(definition.config.streams);
  const streams = Array.isArray(message['streams']) ? message['streams'].map(String) : [];
  const text = message[eventField];
  const event = typeof text === 'string' ? storedEvent(text) : undefined;
  return eventOf(definition, window, made, new Map(Object.entries(message)), {
    id: eventId(at, [definition.id, 'message', id]),
    at,
    isOfWindow: false,
    origin_context: event
      ? `urn:graylog:event:es:${index.name}:${event.id}`
      : `urn:graylog:message:es:${index.name}:${id}`,
    // An event is visible to the users who may read the messages that caused it.
    source_streams: event?.source_streams ?? streams.filter((one) => configured.size === 0 || configured.has(one)),
    message: definition.title,
    group_by_fields: {},
  });
}

/** Returns the names by which templates use the values of the series; formulas after the first have numbers. */
function seriesNames(series: readonly AggregationSeries[]): string[] {
  let formulas = 0;
  return series.map(({ function: name, field }) => {
    if (name === 'formula') return `aggregation_value_formula${++formulas > 1 ? `_${formulas}` : ''}`;
    return field === null ? `aggregation_value_${name}` : `aggregation_value_${name}_${field}`;
  });
}

const seriesText = ({ function: name, field, formula }: AggregationSeries): string =>
  formula ?? `${name}(${field ?? ''})`;

/**
 * Creates the event of a group that satisfies the condition of its definition.
 * @param allStreams ids of all streams that contain no events; they are the source streams of a window without messages
 * if the definition configures no streams
 */
export function eventOfGroup(
  definition: AggregationDefinition,
  window: Window,
  { keys, values, streams }: AggregationHit,
  made: Made,
  allStreams: readonly string[],
): Promise<Event> {
  const { config, title } = definition;
  const key = keys.join('|');
  const groups = config.group_by.map((name, at) => [name, keys[at] ?? ''] as const);
  const figures = config.series.map((one) => doubleText(values.get(one.id) ?? null));
  const valuesText = config.series.map((one, at) => `${seriesText(one)}=${figures[at] ?? ''}`).join(' ');
  const sources = new Map<string, unknown>([
    ...groups,
    ...seriesNames(config.series).map((name, at) => [name, figures[at]] as const),
    ['aggregation_key', key],
  ]);
  const found = streams.filter((id) => !eventStreamIds.includes(id) || config.streams.includes(id));
  return eventOf(definition, window, made, sources, {
    id: eventId(window.to, [definition.id, 'window', window.from, window.to, ...keys]),
    at: window.to,
    isOfWindow: true,
    origin_context: null,
    source_streams: found.length > 0 ? found : [...(config.streams.length > 0 ? config.streams : allStreams)],
    message: keys.length > 0 ? `${title}: ${key} - ${valuesText}` : `${title}: ${valuesText}`,
    group_by_fields: record(groups),
  });
}

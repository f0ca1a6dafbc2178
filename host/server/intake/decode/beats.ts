/** Decodes events of Beats and of Logstash, each of which is a JSON object (contract data-intake, Beats). */
import { newFields, type Decode, type DecodedMessage } from './decoded.js';
import { collectorFields, setField } from './field-names.js';
import { fromIso } from './instants.js';
import { Flattening } from './flatten.js';
import { jsonDecoder } from './heavy-json.js';
import { asObject, own, type JsonObject } from './json-object.js';
import type { TextOf } from './text.js';
import { utc } from './time-zone.js';
import { isObject } from '../../foundation/is-object.js';

export interface BeatsSettings {
  readonly textOf: TextOf;
  /**
   * True: field names begin with the name of the beat (`beats` if unknown) and `_`, except `beats_type` and the
   * collector fields.
   */
  readonly prefixed: boolean;
}

/** Members that become no fields, because they are other parts of the message or describe only the transport. */
const taken: ReadonlySet<string> = new Set(['@metadata', '@timestamp', 'message']);

/** Returns the text at a path of names; undefined: the value is missing, no text, or only whitespace. */
function textAt(object: JsonObject, ...path: readonly string[]): string | undefined {
  let value: unknown = object;
  for (const name of path) value = isObject(value) ? own(value, name) : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function decodeEvent(event: JsonObject, { prefixed }: BeatsSettings): DecodedMessage {
  const beat = textAt(event, '@metadata', 'beat') ?? textAt(event, 'agent', 'type');
  const source =
    textAt(event, 'agent', 'hostname') ??
    textAt(event, 'beat', 'hostname') ??
    textAt(event, 'host', 'name') ??
    textAt(event, 'host', 'hostname') ??
    textAt(event, 'agent', 'name') ??
    textAt(event, 'host');
  const timestamp = fromIso(textAt(event, '@timestamp') ?? '', utc);
  // Events of metrics, such as Metricbeat's, have no text, so the name of their data set or beat becomes the message.
  const message = textAt(event, 'message') ?? textAt(event, 'event', 'dataset') ?? `${beat ?? 'beats'} event`;
  const fields = newFields();
  if (beat !== undefined) setField(fields, 'beats_type', beat);
  // Collector fields link a message with its sidecar and have fixed names, so they never get the prefix of the beat.
  for (const name of collectorFields) setField(fields, name, textAt(event, name) ?? '');
  const rest = Object.entries(event).filter(([name]) => !taken.has(name) && !collectorFields.has(name));
  new Flattening(fields).add(rest, prefixed ? `${beat ?? 'beats'}_` : '');
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(source === undefined ? {} : { source }),
    message,
    fields,
  };
}

export const beatsDecoder = (settings: BeatsSettings): Decode =>
  jsonDecoder({ textOf: settings.textOf, decode: (value, text) => decodeEvent(asObject(value, text), settings) });

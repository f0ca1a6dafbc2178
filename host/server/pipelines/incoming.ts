/** Converts incoming messages to the messages that rules process, and back. */
import type { FieldValue, IncomingMessage } from '../store/types.js';
import { Message } from './message.js';
import { plainOf, taggedValue } from './plain-values.js';
import { textOf } from './value-text.js';
import { stringifyJson } from '../../../api/json.js';
import { DateTime, Integer, type Value } from './values.js';

/** Fields that the store sets; changes by rules are ignored. Rules can read only those that `messageOf` sets. */
const ownFields: ReadonlySet<string> = new Set([
  'gl2_source_input',
  'gl2_source_node',
  'gl2_remote_ip',
  'gl2_remote_port',
  'gl2_receive_timestamp',
  'gl2_processing_timestamp',
  'gl2_message_id',
  'gl2_accounted_message_size',
  'streams',
]);

/** Field of a message that contains the errors of rules. */
export const processingErrorField = 'gl2_processing_error';

/**
 * Converts an incoming message for rules.
 * @param newId creates the id that rules see; the store assigns a different id
 */
export function messageOf(incoming: IncomingMessage, newId: () => string, nodeId: string): Message {
  const fields = new Map<string, Value>();
  fields.set('message', incoming.message);
  fields.set('source', incoming.source);
  fields.set('timestamp', new DateTime(incoming.timestamp));
  if (incoming.fullMessage !== undefined) fields.set('full_message', incoming.fullMessage);
  for (const name in incoming.fields) {
    const value = incoming.fields[name];
    fields.set(name, typeof value === 'string' ? value : taggedValue(value));
  }
  fields.set('gl2_source_input', incoming.inputId);
  fields.set('gl2_source_node', nodeId);
  if (incoming.remote) {
    fields.set('gl2_remote_ip', incoming.remote.address);
    fields.set('gl2_remote_port', Integer.of(incoming.remote.port));
  }
  return new Message(newId, fields, incoming.streams, incoming.inputId);
}

/**
 * Converts a value to the form that the store keeps: dates become ISO text, lists and maps JSON text; undefined: the
 * value cannot be stored.
 */
function fieldValueOf(value: Value): FieldValue | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (value === null) return undefined;
  if (value instanceof Integer) return value.value;
  const plain = plainOf(value);
  if (typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'bigint' || typeof plain === 'boolean')
    return plain;
  return plain === null || plain === undefined ? undefined : stringifyJson(plain);
}

/**
 * Parses a date and time of ISO 8601. A space may take the place of the `T`, because the reference server writes dates
 * in this form. UTC is assumed if the zone is missing. Returns epoch milliseconds; undefined: the text is no such date.
 */
function instantOfText(text: string): number | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:[.,]\d+)?)(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim());
  if (!iso) return undefined;
  const instant = Date.parse(`${iso[1]}T${iso[2]?.replace(',', '.')}${iso[3] ?? 'Z'}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Latest time that the store accepts, the end of the year 9999 in epoch milliseconds; times before 1970 are not
 * accepted either.
 */
const latestMs = Date.UTC(10_000, 0, 1) - 1;

/** Largest length of all errors of one message in UTF-16 units. */
const longestErrors = 16_384;

/** Appends an error to the errors of a message, unless they would exceed the length limit. */
export function addProcessingError(message: Message, text: string): void {
  const before = message.get(processingErrorField);
  const all = typeof before === 'string' ? `${before}, ${text}` : text;
  if (all.length <= longestErrors || before === null) message.set(processingErrorField, all.slice(0, longestErrors));
}

/**
 * Converts a message of rules to its stored form.
 * @param original the incoming message from which the server or a rule created `message`
 * @param now epoch milliseconds; used as the time of a message whose timestamp is no date or outside of the years 1970
 * to 9999
 */
export function incomingOf(message: Message, original: IncomingMessage, now: number): IncomingMessage {
  const timestamp = message.get('timestamp');
  let time = timestamp instanceof DateTime ? timestamp.millis : instantOfText(textOf(timestamp) ?? '');
  if (time === undefined || time < 0 || time > latestMs) {
    addProcessingError(message, `The timestamp is no date - ${textOf(timestamp) ?? 'null'}`);
    time = now;
  }
  const fields = Object.create(null) as Record<string, FieldValue>;
  for (const [name, value] of message.entries()) {
    if (name === 'message' || name === 'source' || name === 'timestamp' || name === 'full_message') continue;
    if (ownFields.has(name)) continue;
    const stored = fieldValueOf(value);
    if (stored !== undefined) fields[name] = stored;
  }
  const full = message.get('full_message');
  const { inputId, remote, receivedAt } = original;
  return {
    timestamp: time,
    source: textOf(message.get('source')) ?? '',
    message: textOf(message.get('message')) ?? '',
    ...(full !== null && { fullMessage: textOf(full) ?? '' }),
    fields,
    streams: [...message.streams],
    inputId,
    ...(remote && { remote }),
    receivedAt,
  };
}

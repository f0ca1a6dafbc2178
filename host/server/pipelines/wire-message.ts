/** Converts messages of the API (JSON fields) to messages for rules, and back. */
import { newEntityId } from '../foundation/ids.js';
import { processingErrorField } from './incoming.js';
import { Message } from './message.js';
import { plainOf, taggedValue } from './plain-values.js';
import { textOf } from './value-text.js';
import { DateTime, type Value } from './values.js';

/** Members of a message in the API that are not fields of the message. */
const beside: ReadonlySet<string> = new Set(['_id', 'streams', '_index', '_type', '_source', '_score']);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/**
 * Creates a message for rules.
 * @param fields fields of the API; missing `_id`, `message`, `source` and `timestamp` get defaults
 * @param streams streams of the message in addition to the streams in its fields
 * @param now time of a message without a timestamp, epoch milliseconds
 */
export function messageOfFields(
  fields: Readonly<Record<string, unknown>>,
  streams: readonly string[],
  now: number,
  inputId?: string,
): Message {
  const values = new Map<string, Value>([
    ['message', ''],
    ['source', ''],
    ['timestamp', new DateTime(now)],
  ]);
  for (const [name, value] of Object.entries(fields)) {
    if (beside.has(name) || value === null || value === undefined) continue;
    values.set(name, taggedValue(value));
  }
  const timestamp = values.get('timestamp') ?? null;
  const instant = typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  if (!Number.isNaN(instant)) values.set('timestamp', new DateTime(instant));
  const id = typeof fields['_id'] === 'string' && fields['_id'] !== '' ? fields['_id'] : newEntityId();
  const source = fields['gl2_source_input'];
  return new Message(
    id,
    values,
    new Set([...textsOf(fields['streams']), ...streams]),
    inputId ?? (typeof source === 'string' ? source : undefined),
  );
}

/**
 * Returns the fields of a stored message for processing it again. The errors of its first processing are left out, so
 * that the errors of the second processing are not appended to them.
 */
export function fieldsToProcess(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { [processingErrorField]: _former, ...rest } = fields;
  return rest;
}

/** Returns the fields of a message, including `_id` and `streams`. */
export function fieldsOfMessage(message: Message): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of message.entries()) fields[name] = plainOf(value);
  return { _id: message.id, ...fields, streams: [...message.streams] };
}

/** Returns the `timestamp` of a message as ISO text. */
export const timestampText = (message: Message): string => textOf(message.get('timestamp')) ?? '';

export interface FieldChanges {
  readonly added_fields: Record<string, unknown>;
  /** Former values of the changed fields. */
  readonly changed_fields: Record<string, unknown>;
  readonly removed_fields: Record<string, unknown>;
}

/** Returns the differences between the fields of a message before and after processing; `_id` is ignored. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChanges {
  const changes: FieldChanges = { added_fields: {}, changed_fields: {}, removed_fields: {} };
  const text = (value: unknown): string =>
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? '';
  for (const [name, value] of Object.entries(after)) {
    if (name === '_id') continue;
    if (!Object.hasOwn(before, name)) changes.added_fields[name] = value;
    else if (text(before[name]) !== text(value)) changes.changed_fields[name] = before[name];
  }
  for (const [name, value] of Object.entries(before))
    if (name !== '_id' && !Object.hasOwn(after, name)) changes.removed_fields[name] = value;
  return changes;
}

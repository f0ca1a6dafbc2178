/** Between values of rules and plain ones: JSON on the wire, fields of incoming and stored messages. */
import type { Message } from './message.js';
import { textOf } from './value-text.js';
import { Integer, isList, isMap, jsonInteger, JsonNode, type Value } from './values.js';

/** A value of an incoming message, or of JSON, with the tag that the reference's reader would give it. */
export function taggedValue(value: unknown): Value {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isInteger(value) && Number.isSafeInteger(value) ? jsonInteger(value) : value;
    case 'bigint':
      return jsonInteger(value);
    case 'object':
      if (value === null) return null;
      if (isList(value)) return value.map(taggedValue);
      if (isMap(value)) return value;
      return new Map(Object.entries(value).map(([name, part]) => [name, taggedValue(part)]));
    default:
      return null;
  }
}

/** A value of a rule as JSON answers show it: dates become ISO text, lists arrays, maps objects. */
export function plainOf(value: Value): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
    return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Integer) return value.value;
  if (value instanceof JsonNode) return value.tree === undefined ? null : plainOf(value.tree as Value);
  if (isList(value)) return value.map(plainOf);
  if (isMap(value)) return Object.fromEntries([...value].map(([name, part]) => [name, plainOf(part)]));
  return textOf(value);
}

/** Accounted size of a message in bytes: names and values of its fields, as texts in UTF-8. */
export function accountedSize(message: Message): number {
  let bytes = 0;
  for (const [name, value] of message.entries())
    bytes += Buffer.byteLength(name) + Buffer.byteLength(textOf(value) ?? '');
  return bytes;
}

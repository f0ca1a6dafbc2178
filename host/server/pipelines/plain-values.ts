/** Converts values of the rule language to plain values (JSON of the API, fields of messages), and back. */
import type { Message } from './message.js';
import { textOf } from './value-text.js';
import { Integer, isList, isMap, jsonInteger, JsonNode, type Value } from './values.js';

/**
 * Converts a value of JSON or of an incoming message to a value of the rule language, with the reference server's
 * number types.
 */
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

/** Converts a value of the rule language to JSON: dates become ISO text, lists arrays, and maps objects. */
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

/** Returns the accounted size of a message: the bytes of the names and values of its fields as texts in UTF-8. */
export function accountedSize(message: Message): number {
  let bytes = 0;
  for (const [name, value] of message.entries())
    bytes += Buffer.byteLength(name) + Buffer.byteLength(textOf(value) ?? '');
  return bytes;
}

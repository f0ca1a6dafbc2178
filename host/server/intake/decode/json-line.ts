/** One JSON object per line, as applications log: nested objects are flattened, well-known names find their place. */
import { EmptyMessage, newFields, type Decode, type DecodedMessage, type Fields } from './decoded.js';
import { setField } from './field-names.js';
import { containerText, fieldValue, setLevel } from './field-values.js';
import { fromIso, plausible } from './instants.js';
import { jsonObject, own, type JsonObject } from './json-object.js';
import type { TextOf } from './text.js';
import { utc } from './time-zone.js';

const messageNames = ['message', 'msg', 'short_message', 'log', 'text', 'event'];
const timestampNames = ['timestamp', '@timestamp', 'time', 'ts', 'datetime', 'date'];
const sourceNames = ['source', 'host', 'hostname'];
const levelNames = ['level', 'severity', 'loglevel', 'log_level'];

const keySeparator = '_';
const listSeparator = ', ';
/** Deeper objects are kept as JSON text. */
const maxDepth = 20;
const maxFields = 2_000;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listText(list: readonly unknown[]): string {
  if (list.some((item) => typeof item === 'object' && item !== null)) return containerText(list);
  return list.map(String).join(listSeparator);
}

export interface Walk {
  readonly fields: Fields;
  count: number;
}

/** Objects become fields of their own, named by their path; lists one text. @throws DecodeFailure */
export function flatten(value: unknown, name: string, depth: number, walk: Walk): void {
  if (walk.count >= maxFields) return;
  if (isObject(value) && depth < maxDepth) {
    for (const key of Object.keys(value)) flatten(value[key], `${name}${keySeparator}${key}`, depth + 1, walk);
    return;
  }
  walk.count += 1;
  const flat = Array.isArray(value) ? listText(value) : fieldValue(value);
  if (flat !== undefined) setField(walk.fields, name, flat);
}

/** Text as ISO 8601 (UTC without an offset), a number as seconds or, from 1e11 on, milliseconds. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'string') return fromIso(value.trim(), utc);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return plausible(Math.round(value >= 1e11 ? value : value * 1000));
}

function firstText(object: JsonObject, names: readonly string[]): [string, string] | undefined {
  for (const name of names) {
    const value = own(object, name);
    if (typeof value === 'string' && value.trim() !== '') return [name, value];
  }
  return undefined;
}

/** @throws DecodeFailure when the line is not a JSON object */
export function decodeJsonLine(line: string): DecodedMessage {
  const object = jsonObject(line);
  const used = new Set<string>();
  const take = (found: [string, string] | undefined) => {
    if (found) used.add(found[0]);
    return found?.[1];
  };
  const decoded: DecodedMessage = { message: take(firstText(object, messageNames)) ?? line, fields: newFields() };
  const source = take(firstText(object, sourceNames));
  if (source !== undefined) decoded.source = source;
  const full = take(firstText(object, ['full_message']));
  if (full !== undefined) decoded.fullMessage = full;
  for (const name of timestampNames) {
    const instant = instantOf(own(object, name));
    if (instant === undefined) continue;
    decoded.timestamp = instant;
    used.add(name);
    break;
  }
  const level = levelNames.find((name) => {
    const value = own(object, name);
    return typeof value === 'string' || typeof value === 'number';
  });
  if (level !== undefined) {
    setLevel(decoded.fields, own(object, level));
    used.add(level);
  }
  const walk: Walk = { fields: decoded.fields, count: 0 };
  for (const name of Object.keys(object)) if (!used.has(name)) flatten(object[name], name, 0, walk);
  return decoded;
}

export function jsonLineDecoder(textOf: TextOf): Decode {
  return (bytes) => {
    const line = textOf(bytes).trim();
    if (line === '') throw new EmptyMessage('The line is empty.');
    return decodeJsonLine(line);
  };
}

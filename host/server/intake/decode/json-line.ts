/** One JSON object per line, as applications log: nested objects are flattened, well-known names find their place. */
import { EmptyMessage, newFields, type Decode, type DecodedMessage } from './decoded.js';
import { setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromIso, fromSecondsOrMilliseconds } from './instants.js';
import { jsonObject, own, type JsonObject } from './json-object.js';
import { firstText, type TextOf } from './text.js';
import { utc } from './time-zone.js';

const messageNames = ['message', 'msg', 'short_message', 'log', 'text', 'event'];
const timestampNames = ['timestamp', '@timestamp', 'time', 'ts', 'datetime', 'date'];
const sourceNames = ['source', 'host', 'hostname'];
const levelNames = ['level', 'severity', 'loglevel', 'log_level', 'lvl'];

/** Text as ISO 8601 (UTC without an offset), a number as seconds or milliseconds. */
const instantOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? fromIso(value.trim(), utc) : fromSecondsOrMilliseconds(value);

/** @throws DecodeFailure when the line is not a JSON object */
export const decodeJsonLine = (line: string): DecodedMessage => decodeNamed(jsonObject(line), line);

/** @param line what the values were read from; the message unless one of them is */
export function decodeNamed(object: JsonObject, line: string): DecodedMessage {
  const used = new Set<string>();
  const take = (names: readonly string[]) => {
    const found = firstText(names, (name) => own(object, name));
    if (found) used.add(found.name);
    return found?.text;
  };
  const decoded: DecodedMessage = { message: take(messageNames) ?? line, fields: newFields() };
  const source = take(sourceNames);
  if (source !== undefined) decoded.source = source;
  const full = take(['full_message']);
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
  const rest = Object.entries(object).filter(([name]) => !used.has(name));
  new Flattening(decoded.fields).add(rest);
  return decoded;
}

export function jsonLineDecoder(textOf: TextOf): Decode {
  return (bytes) => {
    const line = textOf(bytes).trim();
    if (line === '') throw new EmptyMessage('The line is empty.');
    return decodeJsonLine(line);
  };
}

/**
 * Converts values of the rule language to text as Java does (function `to_string`); other parts of the
 * language depend on these forms.
 */
import { offsetAt, offsetText } from '../date-formats/zones.js';
import { localClock } from './dates.js';
import { Message } from './message.js';
import {
  Bean,
  DateTime,
  Duration,
  Integer,
  IpAddress,
  isList,
  isMap,
  JsonNode,
  Period,
  UrlValue,
  type JsonTree,
  type Value,
} from './values.js';

/** Returns the text of a value; undefined for null and for values without a text (URLs, beans). */
export function textOf(value: Value): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return doubleText(value);
    case 'bigint':
    case 'boolean':
      return value.toString();
  }
  if (value === null || value instanceof Bean || value instanceof UrlValue) return undefined;
  if (value instanceof Integer) return String(value.value);
  if (value instanceof DateTime) return dateText(value);
  if (value instanceof IpAddress) return value.text;
  if (value instanceof JsonNode) return jsonText(value.tree);
  if (value instanceof Period) return periodText(value);
  if (value instanceof Duration) return durationText(value.millis);
  if (value instanceof Message) return messageText(value);
  if (isList(value)) return `[${value.map(innerText).join(', ')}]`;
  if (isMap(value)) return `{${[...value].map(([name, part]) => `${name}=${innerText(part)}`).join(', ')}}`;
  return undefined;
}

function innerText(value: Value): string {
  if (value instanceof UrlValue) return value.text;
  // Only the id of a message is written, because a message may contain itself.
  if (value instanceof Message) return `Message ${value.id}`;
  return textOf(value) ?? 'null';
}

/** Returns a double as Java's `Double.toString` does: `3.0`, `1.0E10`, `1.0E-5`. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const absolute = Math.abs(value);
  if (absolute >= 1e-3 && absolute < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Returns a date in ISO 8601 with milliseconds and offset, such as `2010-07-30T16:03:25.000Z`. */
function dateText(date: DateTime): string {
  const iso = localClock(date).toISOString();
  const offset = offsetAt(date.millis, date.zone);
  return offset === 0 ? iso : `${iso.slice(0, -1)}${offsetText(offset, true)}`;
}

/** Returns a period in ISO 8601, such as `P1YT1M`; `PT0S` for an empty period. */
function periodText({ years, months, weeks, days, hours, minutes, seconds, millis }: Period): string {
  const part = (value: number, letter: string): string => (value === 0 ? '' : `${value}${letter}`);
  const date = part(years, 'Y') + part(months, 'M') + part(weeks, 'W') + part(days, 'D');
  const time =
    part(hours, 'H') + part(minutes, 'M') + (seconds === 0 && millis === 0 ? '' : secondsText(seconds * 1000 + millis));
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}

const durationText = (millis: number): string => `PT${secondsText(millis)}`;

function secondsText(millis: number): string {
  const absolute = Math.abs(millis);
  const fraction = absolute % 1000;
  return `${millis < 0 ? '-' : ''}${Math.floor(absolute / 1000)}${fraction === 0 ? '' : `.${pad(fraction, 3)}`}S`;
}

/** Returns the JSON text of a tree; the empty text for the missing node. */
export function jsonText(tree: JsonTree): string {
  return tree === undefined ? '' : innerJson(tree);
}

/**
 * Returns the JSON text of a tree. A Double always has decimals (`2.0`), so that it is parsed as a Double again. NaN
 * and the infinities become texts.
 */
function innerJson(tree: JsonTree): string {
  if (typeof tree === 'number') return Number.isFinite(tree) ? doubleText(tree) : `"${tree}"`;
  if (tree instanceof Integer || typeof tree === 'bigint')
    return tree instanceof Integer ? String(tree.value) : String(tree);
  if (isList(tree)) return `[${tree.map(innerJson).join(',')}]`;
  if (!(tree instanceof Map)) return JSON.stringify(tree ?? null);
  const entries = [...(tree as ReadonlyMap<string, JsonTree>)];
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${innerJson(part)}`).join(',')}}`;
}

function messageText(message: Message): string {
  const more = [...message.entries()].filter(([name]) => !['message', 'source', 'timestamp'].includes(name));
  const fields = more.map(([name, value]) => `${name}: ${innerText(value)}`).join(' | ');
  return `source: ${innerText(message.get('source'))} | message: ${innerText(message.get('message'))}${fields === '' ? '' : ` { ${fields} }`}`;
}

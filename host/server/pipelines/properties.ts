/** Evaluates `a.b`: keys of maps and properties of other values. Unknown names yield null. */
import { anonymized, urlProperties } from './addresses.js';
import { dateProperties } from './dates.js';
import { Message } from './message.js';
import {
  Bean,
  DateTime,
  Duration,
  Integer,
  IpAddress,
  isMap,
  MatchResult,
  Period,
  UrlValue,
  type Value,
} from './values.js';

/** Converts `day_of_week` to `dayOfWeek`. */
const camelCase = (name: string): string =>
  name.toLowerCase().replace(/_+(.)/g, (_whole, letter: string) => letter.toUpperCase());

const messageProperties: Readonly<Record<string, (message: Message) => Value>> = {
  id: ({ id }) => id,
  message: (message) => message.get('message'),
  source: (message) => message.get('source'),
  timestamp: (message) => message.get('timestamp'),
  fields: (message) => new Map(message.entries()),
  streams: ({ streams }) => [...streams],
  size: (message) => BigInt([...message.names()].length),
};

const durationProperties: Readonly<Record<string, (duration: Duration) => Value>> = {
  millis: ({ millis }) => BigInt(millis),
  standardSeconds: ({ millis }) => BigInt(Math.trunc(millis / 1000)),
  standardMinutes: ({ millis }) => BigInt(Math.trunc(millis / 60_000)),
  standardHours: ({ millis }) => BigInt(Math.trunc(millis / 3_600_000)),
  standardDays: ({ millis }) => BigInt(Math.trunc(millis / 86_400_000)),
};

const periodProperties: Readonly<Record<string, (period: Period) => Value>> = {
  years: ({ years }) => Integer.of(years),
  months: ({ months }) => Integer.of(months),
  weeks: ({ weeks }) => Integer.of(weeks),
  days: ({ days }) => Integer.of(days),
  hours: ({ hours }) => Integer.of(hours),
  minutes: ({ minutes }) => Integer.of(minutes),
  seconds: ({ seconds }) => Integer.of(seconds),
  millis: ({ millis }) => Integer.of(millis),
};

function ofTable<T>(table: Readonly<Record<string, (value: T) => Value>>, value: T, name: string): Value {
  const read = Object.hasOwn(table, name) ? table[name] : undefined;
  if (read) return read(value);
  const camel = camelCase(name);
  const other = Object.hasOwn(table, camel) ? table[camel] : undefined;
  return other ? other(value) : null;
}

export function propertyOf(value: Value, name: string): Value {
  if (value === null || typeof value !== 'object') return null;
  if (isMap(value)) {
    const found = value.get(name);
    if (found !== undefined) return found;
    if (value instanceof MatchResult) return name === 'matches' ? value.matches : name === 'groups' ? value : null;
    return null;
  }
  if (value instanceof DateTime) return ofTable(dateProperties, value, name);
  if (value instanceof Duration) return ofTable(durationProperties, value, name);
  if (value instanceof Period) return ofTable(periodProperties, value, name);
  if (value instanceof Bean) return value.properties.get(name) ?? value.properties.get(camelCase(name)) ?? null;
  if (value instanceof IpAddress) return name === 'anonymized' ? anonymized(value) : null;
  if (value instanceof UrlValue) return ofTable(urlProperties, value, name);
  if (value instanceof Message) return ofTable(messageProperties, value, name);
  return null;
}

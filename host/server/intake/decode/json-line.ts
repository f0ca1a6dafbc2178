/**
 * Decodes one JSON object per line, as applications log: nested objects are flattened, well-known members become
 * message, time, level and source.
 */
import { EmptyMessage, newFields, type Decode, type DecodedMessage } from './decoded.js';
import { setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromIso, fromSecondsOrMilliseconds, plausible, type ZoneToUtc } from './instants.js';
import { journalMessage } from './journal-entry.js';
import { jsonDecoder } from './heavy-json.js';
import { asObject, jsonObject, own, type JsonObject } from './json-object.js';
import { findValue, type FoundValue } from './json-paths.js';
import { levelOfLetter } from './level-letters.js';
import { readDate } from './syslog-date.js';
import { isText, withoutEnding, type TextOf } from './text.js';
import { utc } from './time-zone.js';
import { isObject } from '../../foundation/is-object.js';

/** Members that may contain the message, by priority; `event` is written by Python's structlog, `@m` by Serilog. */
const messageNames = [
  ...['message', 'msg', 'short_message', 'log', 'text', 'event', '@m', 'Message', 'RenderedMessage'],
  ...['textPayload', 'jsonPayload.message', 'jsonPayload.msg'],
];
/**
 * Less frequent members that contain the time, written by Serilog (CLEF and JSON), AWS CloudTrail, the audit log of
 * Kubernetes, nginx, NXLog and Google Cloud.
 */
const laterTimes = [
  ...['@t', 'Timestamp', 'eventTime', 'requestReceivedTimestamp', 'stageTimestamp'],
  ...['time_iso8601', 'time_local', 'EventTime', 'receiveTimestamp', 'timestampSeconds'],
];
const timestampNames = ['timestamp', '@timestamp', 'time', 'ts', 'datetime', 'date', 'asctime', ...laterTimes];
const sourceNames = ['source', 'host', 'hostname', 'host.name', 'host.hostname', 'Hostname'];
const levelNames = [
  'level',
  'severity',
  'loglevel',
  'log_level',
  'lvl',
  'log.level',
  'levelname',
  '@l',
  'Level',
  'error_severity',
];

/** Numeric levels of the loggers pino and bunyan, with the names of the levels. */
const tens: ReadonlyMap<number | string | undefined, string> = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

/** Tells whether a text may be a host: Go's loggers write file and line of the program as `source`. */
const isSource = (value: unknown): value is string => isText(value) && !/\.[a-z]{1,4}:\d{1,7}$/.test(value);

const isLevel = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/**
 * Parses a date such as `22/Nov/2026:10:00:00 +0000`, which nginx writes, or `2026-11-22 10:00:00 UTC`; undefined: the
 * text is no such date.
 */
function fromOtherNotation(text: string, toUtc: ZoneToUtc): number | undefined {
  if (text.length > 60 || !/\d{4}/.test(text) || !text.includes(':')) return undefined;
  const { timestamp, rest } = readDate(text, 0, toUtc);
  return rest === '' ? timestamp : undefined;
}

/**
 * Parses a time:
 *
 * - a text in ISO 8601 or in another notation with a year
 * - a number of seconds or milliseconds
 * - an object in the form of Google Cloud's timestamp
 *
 * @returns epoch milliseconds; undefined: the value is no time
 */
function instantOf(value: unknown, toUtc: ZoneToUtc): number | undefined {
  if (typeof value === 'string') return fromIso(value.trim(), toUtc) ?? fromOtherNotation(value.trim(), toUtc);
  if (!isObject(value)) return fromSecondsOrMilliseconds(value);
  // Google Cloud writes `{"seconds": 1767322800, "nanos": 123000000}`.
  const [seconds, nanos] = [own(value, 'seconds'), own(value, 'nanos') ?? 0];
  if (!/^\d{9,11}$/.test(String(seconds)) || typeof nanos !== 'number') return undefined;
  return plausible(Number(seconds) * 1000 + Math.floor(nanos / 1e6));
}

const holes = /\{\{|\}\}|\{[@$]?([\w.]{1,100})(?:,-?\d{1,3})?(?::[^{}]{0,50})?\}/g;

/** Renders the message template `@mt` of CLEF with the values of the object; undefined: the object is no CLEF event. */
function rendered(object: JsonObject): string | undefined {
  const template = own(object, '@mt');
  if (typeof template !== 'string' || typeof own(object, '@t') !== 'string') return undefined;
  return template.replace(holes, (whole, name?: string) => {
    if (name === undefined) return whole.charAt(0);
    const value = own(object, name);
    if (value === undefined) return whole;
    return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  });
}

/** Decodes an entry of `journalctl -o json`; undefined: the object is no journal entry. */
function journalEntry(object: JsonObject): DecodedMessage | undefined {
  if (typeof own(object, '__REALTIME_TIMESTAMP') !== 'string' || own(object, 'MESSAGE') === undefined) return undefined;
  const bytes = (value: unknown): Buffer =>
    Array.isArray(value) && value.every((one) => typeof one === 'number')
      ? Buffer.from(value)
      : Buffer.from(String(value));
  return journalMessage(new Map(Object.entries(object).map(([name, value]) => [name, [bytes(value)]])));
}

/**
 * Decodes a line that is a JSON object.
 * @param toUtc time zone of times that name none
 * @throws DecodeFailure when the line is not a JSON object
 */
export const decodeJsonLine = (line: string, toUtc: ZoneToUtc): DecodedMessage =>
  decodeParsed(jsonObject(line), line, toUtc);

function decodeParsed(object: JsonObject, line: string, toUtc: ZoneToUtc): DecodedMessage {
  const decoded = decodeNamed(object, line, toUtc);
  return { ...decoded, message: withoutEnding(decoded.message) };
}

/** Tells whether a numeric level may come from pino or bunyan: both write a numeric `time`, or `pid` and `hostname`. */
const countsByTens = (object: JsonObject): boolean =>
  typeof own(object, 'time') === 'number' ||
  (typeof own(object, 'pid') === 'number' && typeof own(object, 'hostname') === 'string');

/**
 * Reads time and level from MongoDB's members `t: {$date}` and `s`; undefined: the object does not have valid values in
 * both.
 */
function mongoHead(
  object: JsonObject,
  toUtc: ZoneToUtc,
): { readonly instant: number; readonly level: string } | undefined {
  const [time, severity] = [own(object, 't'), own(object, 's')];
  if (!isObject(time) || typeof severity !== 'string' || !/^[FEWI]$|^D[1-5]?$/.test(severity)) return undefined;
  const instant = instantOf(own(time, '$date'), toUtc);
  const level = levelOfLetter(severity.charAt(0));
  return instant === undefined || level === undefined ? undefined : { instant, level };
}

/**
 * Converts a JSON object to a message by the names of its members.
 * @param line text of the object, used as the message if no member contains one
 * @param toUtc time zone of times that name none
 */
export function decodeNamed(object: JsonObject, line: string, toUtc: ZoneToUtc): DecodedMessage {
  const entry = journalEntry(object);
  if (entry) return entry;
  const used = new Set<string>();
  const take = <T>(found: FoundValue<T> | undefined): T | undefined => {
    if (found?.key !== undefined) used.add(found.key);
    return found?.value;
  };
  const takeText = (names: readonly string[]) => take(findValue(object, names, isText));
  const decoded: DecodedMessage = { message: takeText(messageNames) ?? rendered(object) ?? line, fields: newFields() };
  const source = take(findValue(object, sourceNames, isSource));
  if (source !== undefined) decoded.source = source;
  const full = takeText(['full_message']);
  if (full !== undefined) decoded.fullMessage = full;
  const mongo = mongoHead(object, toUtc);
  if (mongo) for (const name of ['t', 's']) used.add(name);
  const isTime = (value: unknown): value is string | number | JsonObject => instantOf(value, toUtc) !== undefined;
  const instant = mongo?.instant ?? instantOf(take(findValue(object, timestampNames, isTime)), toUtc);
  if (instant !== undefined) decoded.timestamp = instant;
  const level = mongo?.level ?? take(findValue(object, levelNames, isLevel));
  const ten = countsByTens(object) ? tens.get(level) : undefined;
  setLevel(decoded.fields, ten ?? level);
  const rest = Object.entries(object).filter(([name]) => !used.has(name));
  new Flattening(decoded.fields).add(rest);
  return decoded;
}

/** Creates the decoder of JSON lines for network inputs; times without a time zone are UTC. */
export const jsonLineDecoder = (textOf: TextOf): Decode =>
  jsonDecoder({
    textOf: (bytes) => {
      const line = textOf(bytes).trim();
      if (line === '') throw new EmptyMessage('The line is empty.');
      return line;
    },
    decode: (value, line) => decodeParsed(asObject(value, line), line, utc),
  });

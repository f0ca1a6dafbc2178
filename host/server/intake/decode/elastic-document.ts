/** Converts documents of Elasticsearch shippers (Elastic Common Schema, or the names of an application) to messages. */
import { newFields, type DecodedMessage } from './decoded.js';
import { setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromIso, plausible } from './instants.js';
import { own, type JsonObject } from './json-object.js';
import { findValue, type FoundValue } from './json-paths.js';
import { setTime } from './set-time.js';
import { isText } from './text.js';
import { utc } from './time-zone.js';

/**
 * Paths of the members that may contain the message, in the order in which they are searched; `sourcePaths` and
 * `levelPaths` are the same for the source and the level.
 */
const messagePaths = ['message', 'msg', 'log', 'event.original'];
const sourcePaths = ['host.name', 'host.hostname', 'host', 'hostname', 'agent.hostname', 'source'];
const levelPaths = ['log.level', 'level', 'severity', 'log_level', 'loglevel'];

const isLevel = (value: unknown): value is string | number => isText(value) || typeof value === 'number';

/**
 * Parses a date: ISO text (UTC if it has no offset), or milliseconds since 1970 as number or text; undefined: the value
 * is no date.
 */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return plausible(Math.round(value));
  if (typeof value !== 'string') return undefined;
  return /^\d{10,14}$/.test(value) ? plausible(Number(value)) : fromIso(value.trim(), utc);
}

/**
 * Converts a key to a field name: each dot becomes `_`, because `a.b` has the same meaning as `b` in the object `a`.
 */
const nameOf = (key: string) => (key.includes('.') ? key.replaceAll('.', '_') : key);

/**
 * Converts a document to a message.
 * @param text unchanged JSON text of the document, which is the message if no member contains one
 */
export function elasticMessage(document: JsonObject, text: string): DecodedMessage {
  const fields = newFields();
  const used = new Set<string>(['@timestamp']);
  const take = <T>(found: FoundValue<T> | undefined): T | undefined => {
    if (found?.key !== undefined) used.add(found.key);
    return found?.value;
  };
  const message = take(findValue(document, messagePaths, isText));
  const decoded: DecodedMessage = { message: message ?? text, fields };
  const source = take(findValue(document, sourcePaths, isText));
  if (source !== undefined) decoded.source = source;
  const full = own(document, 'full_message');
  if (isText(full)) decoded.fullMessage = full;
  const level = take(findValue(document, levelPaths, isLevel));
  if (level !== undefined) setLevel(fields, level);
  const written = own(document, '@timestamp') ?? own(document, 'timestamp');
  setTime(decoded, written, instantOf(written));
  const rest: [string, unknown][] = [];
  for (const key of Object.keys(document)) if (!used.has(key)) rest.push([key, document[key]]);
  new Flattening(fields, nameOf, 'document_').add(rest);
  return decoded;
}

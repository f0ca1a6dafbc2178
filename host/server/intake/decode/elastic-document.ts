/** A document as shippers index it (Elastic Common Schema, or whatever an application logs), as a message. */
import { newFields, type DecodedMessage } from './decoded.js';
import { setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromIso, plausible } from './instants.js';
import { own, type JsonObject } from './json-object.js';
import { findValue, type FoundValue } from './json-paths.js';
import { setTime } from './set-time.js';
import { isText } from './text.js';
import { utc } from './time-zone.js';

/** Paths in the order in which they are looked for. */
const messagePaths = ['message', 'msg', 'log', 'event.original'];
const sourcePaths = ['host.name', 'host.hostname', 'host', 'hostname', 'agent.hostname', 'source'];
const levelPaths = ['log.level', 'level', 'severity', 'log_level', 'loglevel'];

const isLevel = (value: unknown): value is string | number => isText(value) || typeof value === 'number';

/** A date as text (UTC without an offset), or milliseconds since 1970. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return plausible(Math.round(value));
  if (typeof value !== 'string') return undefined;
  return /^\d{10,14}$/.test(value) ? plausible(Number(value)) : fromIso(value.trim(), utc);
}

/** A dot in a key says the same as an object within an object. */
const nameOf = (key: string) => key.replaceAll('.', '_');

/** @param text JSON text of the document, unchanged */
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
  new Flattening(fields, nameOf, 'document_').add(Object.entries(document).filter(([key]) => !used.has(key)));
  return decoded;
}

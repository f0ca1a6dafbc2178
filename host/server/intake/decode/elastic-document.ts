/** A document as shippers index it (Elastic Common Schema, or whatever an application logs), as a message. */
import { newFields, type DecodedMessage } from './decoded.js';
import { setLevel } from './field-values.js';
import { Flattening, isObject } from './flatten.js';
import { fromIso, plausible } from './instants.js';
import { own, type JsonObject } from './json-object.js';
import { setTime } from './set-time.js';
import { isText } from './text.js';
import { utc } from './time-zone.js';

/** Paths in the order in which they are looked for; `a.b` is written so, or as objects. */
const messagePaths = ['message', 'msg', 'log', 'event.original'];
const sourcePaths = ['host.name', 'host.hostname', 'host', 'hostname', 'agent.hostname', 'source'];
const levelPaths = ['log.level', 'level', 'severity', 'log_level', 'loglevel'];

interface Found {
  /** The key that it stands for altogether, so that it needs no field of its own. */
  readonly key: string | undefined;
  readonly value: unknown;
}

function find(document: JsonObject, paths: readonly string[], fits: (value: unknown) => boolean): Found | undefined {
  for (const path of paths) {
    const direct = own(document, path);
    if (fits(direct)) return { key: path.includes('.') ? undefined : path, value: direct };
    const [first = '', second = ''] = path.split('.', 2);
    const outer = own(document, first);
    const inner = isObject(outer) ? own(outer, second) : undefined;
    if (fits(inner)) return { key: undefined, value: inner };
  }
  return undefined;
}

const isLevel = (value: unknown) => isText(value) || typeof value === 'number';

/** A date as text (UTC without an offset), or milliseconds since 1970. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return plausible(Math.round(value));
  if (typeof value !== 'string') return undefined;
  return /^\d{10,14}$/.test(value) ? plausible(Number(value)) : fromIso(value.trim(), utc);
}

/** A dot in a key says the same as an object within an object. */
const nameOf = (key: string) => key.replaceAll('.', '_');

/** @param text of the document, as it came */
export function elasticMessage(document: JsonObject, text: string): DecodedMessage {
  const fields = newFields();
  const used = new Set<string>(['@timestamp']);
  const take = (found: Found | undefined): unknown => {
    if (found?.key !== undefined) used.add(found.key);
    return found?.value;
  };
  const message = take(find(document, messagePaths, isText));
  const decoded: DecodedMessage = { message: typeof message === 'string' ? message : text, fields };
  const source = take(find(document, sourcePaths, isText));
  if (typeof source === 'string') decoded.source = source;
  const full = own(document, 'full_message');
  if (isText(full)) decoded.fullMessage = full;
  const level = take(find(document, levelPaths, isLevel));
  if (level !== undefined) setLevel(fields, level);
  const written = own(document, '@timestamp') ?? own(document, 'timestamp');
  setTime(decoded, written, instantOf(written));
  new Flattening(fields, nameOf, 'document_').add(Object.entries(document).filter(([key]) => !used.has(key)));
  return decoded;
}

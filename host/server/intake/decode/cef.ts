/** Decodes Common Event Format (CEF), with or without a syslog header (contract data-intake, CEF). */
import { cefFullName, cefValue } from '../../cef/cef-names.js';
import { cefBegin, cefExtensions, cefHeader, headerParts, mostExtensions } from '../../cef/cef-text.js';
import { DecodeFailure, EmptyMessage, newFields, type Decode, type DecodedMessage, type Fields } from './decoded.js';
import { setField } from './field-names.js';
import { plausible, type ZoneToUtc } from './instants.js';
import { parseRfc3164 } from './syslog-rfc3164.js';
import { parseRfc5424 } from './syslog-rfc5424.js';
import { withoutEnding, type TextOf } from './text.js';

export interface CefSettings {
  readonly textOf: TextOf;
  /** Converts local times to UTC, for dates without a time zone. */
  readonly toUtc: ZoneToUtc;
  /** Replaces the name of a month in the senders' language by the English one. */
  readonly inEnglish: (text: string) => string;
  /** True: the fields of extensions have the full names of the CEF dictionary instead of the short ones. */
  readonly useFullNames: boolean;
}

interface Envelope {
  readonly timestamp?: number | undefined;
  readonly host?: string | undefined;
}

function readEnvelope(text: string, now: number, { toUtc, inEnglish }: CefSettings): Envelope {
  const rest = text.trim().replace(/^<\d{1,3}>/, '');
  if (rest === '') return {};
  // The syslog parsers expect a message after the header, so a placeholder is appended.
  const line = `${rest} CEF`;
  return parseRfc5424(line) ?? parseRfc3164(inEnglish(line), now, toUtc);
}

/**
 * Parses the extension `rt`: milliseconds since 1970, or a date in one of the syslog formats; undefined: the extension
 * is missing, or is no such time.
 */
function receiptTime(text: string | undefined, now: number, { toUtc, inEnglish }: CefSettings): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,16}$/.test(text)) return plausible(Number(text));
  return parseRfc3164(`${inEnglish(text)} `, now, toUtc).timestamp;
}

function decodeCefText(text: string, now: number, settings: CefSettings): DecodedMessage {
  if (text.trim() === '') throw new EmptyMessage('The CEF message is empty.');
  const at = text.search(cefBegin);
  if (at < 0) throw new DecodeFailure('There is no CEF header ("CEF:0|…").');
  const { parts, rest } = cefHeader(text.slice(at));
  if (parts.length < headerParts)
    throw new DecodeFailure(`The CEF header has ${parts.length} of ${headerParts} parts.`);
  const [, vendor = '', product = '', version = '', eventClass = '', name = '', severity = ''] = parts;
  const fields: Fields = newFields();
  const own = { device_vendor: vendor, device_product: product, device_version: version, event_class_id: eventClass };
  for (const [key, value] of Object.entries({ ...own, name, severity })) setField(fields, key, value);
  let receipt: string | undefined;
  let count = 0;
  for (const [key, value] of cefExtensions(rest)) {
    if ((count += 1) > mostExtensions) break;
    if (key === 'rt') receipt ??= value;
    setField(fields, settings.useFullNames ? cefFullName(key) : key, cefValue(key, value));
  }
  const envelope = readEnvelope(text.slice(0, at), now, settings);
  const timestamp = envelope.timestamp ?? receiptTime(receipt, now, settings);
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(envelope.host === undefined ? {} : { source: envelope.host }),
    message: `${product}: [${eventClass}, ${severity}] ${name}`,
    fields,
  };
}

export function cefDecoder(settings: CefSettings): Decode {
  return (bytes, receivedAt) => decodeCefText(withoutEnding(settings.textOf(bytes)), receivedAt, settings);
}

const english = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Creates a function that replaces the first word of three to nine letters in a text by the English short name of a
 * month, if the word is the short name of a month in the locale. Other texts stay unchanged.
 * @param locale locale such as `de` or `fr-CA`; empty: English
 * @throws RangeError when `locale` is no valid locale
 */
export function monthsToEnglish(locale: string): (text: string) => string {
  if (locale.trim() === '') return (text) => text;
  const format = new Intl.DateTimeFormat(locale.trim().replaceAll('_', '-'), { month: 'short', timeZone: 'UTC' });
  const months = new Map(english.map((name, month) => [bare(format.format(Date.UTC(2020, month, 15))), name]));
  return (text) => text.replace(/\p{L}{3,9}\.?/u, (word) => months.get(bare(word)) ?? word);
}

const bare = (month: string): string => month.toLowerCase().replace('.', '');

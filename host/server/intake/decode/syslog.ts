/**
 * Decodes syslog (contract data-intake, Syslog): RFC 5424 if a version follows the PRI, otherwise the formats of
 * devices, otherwise RFC 3164 with its variants.
 */
import { DecodeFailure, EmptyMessage, newFields, type Decode, type DecodedMessage, type Fields } from './decoded.js';
import { fieldName, setField } from './field-names.js';
import type { ZoneToUtc } from './instants.js';
import { parseCisco } from './syslog-cisco.js';
import { parsePairs } from './syslog-pairs.js';
import { facilityName } from './syslog-priority.js';
import { parseRfc3164 } from './syslog-rfc3164.js';
import { parseRfc5424, type Rfc5424 } from './syslog-rfc5424.js';
import { withoutEnding, type TextOf } from './text.js';

export interface SyslogSettings {
  readonly textOf: TextOf;
  /** Converts local times to UTC, for dates that name no time zone. */
  readonly toUtc: ZoneToUtc;
  /**
   * True: a message whose date is invalid, or missing in the RFC 3164 format, gets the time of receipt; false: such a
   * message is refused.
   */
  readonly allowOverrideDate: boolean;
  /** True: the raw line is stored as the full message. */
  readonly storeFullMessage: boolean;
  /**
   * True: the program name of a message in the RFC 3164 format stays in front of the text, as in the reference server;
   * it becomes a field in any case.
   */
  readonly keepProgramName?: boolean;
  /** True: fields of structured data are named `<SD-ID>_<name>`; false: `<name>`. */
  readonly expandStructuredData: boolean;
}

const priority = /^<(\d{1,3})>/;
const highestPriority = 191;
/** Matches the version of RFC 5424 in front of a date of RFC 3164, as written by carrier routers of HP and Huawei. */
const versionBeforeDate = /^ ?1 +(?=[A-Z][a-z]{2} {1,2}\d{1,2} (?:\d{4} )?\d\d:)/;
/** Matches version and time of RFC 5424 in a line whose PRI a relay has removed. */
const modernWithoutPriority = /^1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function setPriority(fields: Fields, value: number): void {
  fields['level'] = value & 7;
  fields['facility'] = facilityName(value >> 3);
  fields['facility_num'] = value >> 3;
}

function setStructured(fields: Fields, parsed: Rfc5424, expand: boolean): void {
  for (const { id, parameters } of parsed.structured) {
    for (const [name, value] of parameters) setField(fields, fieldName(expand ? `${id}_${name}` : name), value);
  }
}

function from5424(parsed: Rfc5424, fields: Fields, settings: SyslogSettings): DecodedMessage {
  const message = [parsed.message, parsed.structuredText].find((text) => text.trim() !== '');
  if (message === undefined) throw new EmptyMessage('The syslog message is empty.');
  if (parsed.application !== undefined) fields['application_name'] = parsed.application;
  if (parsed.processId !== undefined) fields['process_id'] = parsed.processId;
  if (parsed.messageId !== undefined) fields['message_id'] = parsed.messageId;
  setStructured(fields, parsed, settings.expandStructuredData);
  if (parsed.timestamp === undefined && parsed.writtenTime !== undefined && !settings.allowOverrideDate) {
    throw new DecodeFailure(`Syslog date cannot be read: ${parsed.writtenTime.slice(0, 60)}`);
  }
  return {
    ...(parsed.timestamp === undefined ? {} : { timestamp: parsed.timestamp }),
    ...(parsed.host === undefined ? {} : { source: parsed.host }),
    message,
    fields,
  };
}

function from3164(text: string, now: number, fields: Fields, settings: SyslogSettings): DecodedMessage {
  const parsed = parseRfc3164(text, now, settings.toUtc);
  if (parsed.message.trim() === '') throw new EmptyMessage('The syslog message is empty.');
  if (parsed.timestamp === undefined && !settings.allowOverrideDate) {
    throw new DecodeFailure('Syslog date is missing or cannot be read.');
  }
  if (parsed.application !== undefined) fields['application_name'] = parsed.application;
  if (parsed.processId !== undefined) fields['process_id'] = parsed.processId;
  return {
    ...(parsed.timestamp === undefined ? {} : { timestamp: parsed.timestamp }),
    ...(parsed.host === undefined ? {} : { source: parsed.host }),
    message: settings.keepProgramName ? parsed.tagged : parsed.message,
    fields,
  };
}

/**
 * Decodes a line of a Cisco device; undefined: the line has another format, or lacks a valid date that is mandatory.
 */
function fromCisco(text: string, now: number, fields: Fields, settings: SyslogSettings): DecodedMessage | undefined {
  const parsed = parseCisco(text, now, settings.toUtc);
  if (!parsed || (parsed.timestamp === undefined && !settings.allowOverrideDate)) return undefined;
  if (parsed.sequenceNumber !== undefined) fields['sequence_number'] = parsed.sequenceNumber;
  return {
    ...(parsed.timestamp === undefined ? {} : { timestamp: parsed.timestamp }),
    ...(parsed.host === undefined ? {} : { source: parsed.host }),
    message: parsed.message,
    fields,
  };
}

/**
 * Decodes a line of a firewall that consists of `key=value` pairs; undefined: the line has another format, or lacks a
 * valid date that is mandatory.
 */
function fromPairs(text: string, fields: Fields, settings: SyslogSettings): DecodedMessage | undefined {
  const parsed = parsePairs(text, settings.toUtc);
  if (!parsed || (parsed.timestamp === undefined && !settings.allowOverrideDate)) return undefined;
  for (const [name, value] of parsed.pairs) setField(fields, fieldName(name), value);
  return {
    ...(parsed.timestamp === undefined ? {} : { timestamp: parsed.timestamp }),
    ...(parsed.host === undefined ? {} : { source: parsed.host }),
    message: text,
    fields,
  };
}

/**
 * Adds the `key=value` pairs of a firewall as fields, if the message behind the header consists of pairs and one of the
 * keys is `logid`, `log_id` or `devname`. Time and host of the header are kept. The device name becomes the source only
 * if the header has no host.
 */
function addPairs(decoded: DecodedMessage, settings: SyslogSettings): DecodedMessage {
  const parsed = parsePairs(decoded.message.trimStart(), settings.toUtc);
  if (!parsed || !(parsed.pairs.has('logid') || parsed.pairs.has('log_id') || parsed.pairs.has('devname')))
    return decoded;
  for (const [name, value] of parsed.pairs) {
    const field = fieldName(name);
    if (decoded.fields[field] === undefined) setField(decoded.fields, field, value);
  }
  return decoded.source === undefined && parsed.host !== undefined ? { ...decoded, source: parsed.host } : decoded;
}

/**
 * Decodes a syslog line.
 * @param now time of receipt, epoch milliseconds, from which a missing year is derived
 * @throws DecodeFailure when the line or its message is empty, or when its date is unusable and `allowOverrideDate` is
 * false
 */
export function decodeSyslogText(line: string, now: number, settings: SyslogSettings): DecodedMessage {
  const text = withoutEnding(line).trimStart();
  if (text === '') throw new EmptyMessage('The syslog message is empty.');
  const fields = newFields();
  const match = priority.exec(text);
  const value = Number(match?.[1] ?? -1);
  const known = match !== null && value <= highestPriority;
  if (known) setPriority(fields, value);
  const rest = (known ? text.slice(match[0].length) : text).replace(versionBeforeDate, '');
  const modern =
    known || modernWithoutPriority.test(rest) ? parseRfc5424(rest.replace(/^ +(?=1 \d{4}-)/, '')) : undefined;
  const decoded = modern
    ? addPairs(from5424(modern, fields, settings), settings)
    : (fromCisco(rest.trimStart(), now, fields, settings) ??
      fromPairs(rest.trimStart(), fields, settings) ??
      addPairs(from3164(rest, now, fields, settings), settings));
  if (settings.storeFullMessage) decoded.fullMessage = text;
  return decoded;
}

export function syslogDecoder(settings: SyslogSettings): Decode {
  return (bytes, receivedAt) => decodeSyslogText(settings.textOf(bytes), receivedAt, settings);
}

/**
 * Decodes lines of followed files whose format is not recognised: JSON objects, syslog by its date, and other lines as
 * text, with the time from a date at their beginning.
 */
import { basename } from 'node:path';
import { DecodeFailure, EmptyMessage, newFields, type Decode, type DecodedMessage } from '../decode/decoded.js';
import { setField } from '../decode/field-names.js';
import { fromIso, type ZoneToUtc } from '../decode/instants.js';
import { decodeJsonLine } from '../decode/json-line.js';
import { parseRfc3164 } from '../decode/syslog-rfc3164.js';
import { withoutEnding, type TextOf } from '../decode/text.js';
import { believed, type LineContext } from '../log-formats/log-format.js';

const syslogDate = /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d /;
const leadingDate = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)(?=[\]\s]|$)/;

function syslogLine(line: string, now: number, toUtc: ZoneToUtc): DecodedMessage {
  const { timestamp, host, application, processId, message: text } = parseRfc3164(line, now, toUtc);
  // A line without text after its date is itself the message.
  const message = text.trim() === '' ? line : text;
  const fields = newFields();
  if (application !== undefined) fields['application_name'] = application;
  if (processId !== undefined) fields['process_id'] = processId;
  return {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(host === undefined ? {} : { source: host }),
    message,
    fields,
  };
}

function textLine(line: string, toUtc: ZoneToUtc): DecodedMessage {
  const date = leadingDate.exec(line)?.[1];
  const timestamp = date === undefined ? undefined : fromIso(date, toUtc);
  return { ...(timestamp === undefined ? {} : { timestamp }), message: line, fields: newFields() };
}

function readLine(line: string, now: number, toUtc: ZoneToUtc): DecodedMessage {
  if (line.startsWith('{')) {
    try {
      return decodeJsonLine(line, toUtc);
    } catch (error) {
      // A line of text may begin with a brace without being JSON.
      if (!(error instanceof DecodeFailure)) throw error;
    }
  }
  return syslogDate.test(line) ? syslogLine(line, now, toUtc) : textLine(line, toUtc);
}

/** Decodes a line of a file whose format is not recognised; an implausible time is removed. */
export const decodeLine = (line: string, { now, toUtc }: LineContext): DecodedMessage =>
  believed(readLine(line, now, toUtc), line, now);

/** Returns a message with the field `file`; the file name is also the source of a message that has no source. */
export function ofFile(decoded: DecodedMessage, file: string): DecodedMessage {
  setField(decoded.fields, 'file', file);
  return decoded.source === undefined ? { ...decoded, source: file } : decoded;
}

/**
 * Creates the decoder of the lines of a file.
 * @param path path of the file
 */
export function lineDecoder(path: string, textOf: TextOf, toUtc: ZoneToUtc): Decode {
  const file = basename(path);
  return (bytes, receivedAt) => {
    const line = withoutEnding(textOf(bytes));
    if (line.trim() === '') throw new EmptyMessage('The line is empty.');
    return ofFile(decodeLine(line, { now: receivedAt, toUtc }), file);
  };
}

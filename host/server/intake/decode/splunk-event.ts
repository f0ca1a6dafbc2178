/**
 * Decodes an event of Splunk's HTTP Event Collector
 * (https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector).
 */
import { DecodeFailure, newFields, type DecodedMessage } from './decoded.js';
import { setField } from './field-names.js';
import { fieldValue, setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromSecondsOrMilliseconds } from './instants.js';
import { jsonObject, own, type JsonObject } from './json-object.js';
import { setTime } from './set-time.js';
import { firstText, isText } from './text.js';
import { isObject } from '../../foundation/is-object.js';

/**
 * Contains the metadata of an event: members of its envelope or, for an event without an envelope, parameters in the
 * query of the request.
 */
export interface SplunkAbout {
  readonly host?: string | undefined;
  readonly source?: string | undefined;
  readonly sourcetype?: string | undefined;
  readonly index?: string | undefined;
}

/** Thrown when an envelope lacks the member `event`; the protocol has its own error code for this. */
export class NoEvent extends DecodeFailure {
  override name = 'NoEvent';
}
export class BlankEvent extends DecodeFailure {
  override name = 'BlankEvent';
}

/** Members that may contain the message; `line` is written by Docker's log driver. */
const messageNames = ['message', 'msg', 'line', 'log', 'text'];
const levelNames = ['level', 'severity', 'log_level', 'loglevel'];

/**
 * Returns the text of an event, and `key`, the name of the member that contains it if the event is an object.
 * @throws NoEvent when the event is missing; BlankEvent when it is only whitespace
 */
function textOf(event: unknown): { readonly text: string; readonly key?: string } {
  if (isText(event)) return { text: event };
  if (event === undefined || event === null) throw new NoEvent('The event has no field "event".');
  if (typeof event === 'string') throw new BlankEvent('The field "event" is blank.');
  if (isObject(event)) {
    const found = firstText(messageNames, (name) => own(event, name));
    if (found) return { text: found.text, key: found.name };
  }
  return { text: String(fieldValue(event)) };
}

function setAbout(decoded: DecodedMessage, { host, source, sourcetype, index }: SplunkAbout): void {
  if (isText(host)) decoded.source = host;
  const named = { splunk_source: source, splunk_sourcetype: sourcetype, splunk_index: index };
  for (const [name, value] of Object.entries(named)) if (isText(value)) setField(decoded.fields, name, value);
}

function instantOf(time: unknown): number | undefined {
  const number = typeof time === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(time) ? Number(time) : time;
  return fromSecondsOrMilliseconds(number);
}

function setLevelOf(decoded: DecodedMessage, ...objects: unknown[]): void {
  for (const object of objects) {
    if (!isObject(object)) continue;
    const name = levelNames.find((one) => isText(own(object, one)) || typeof own(object, one) === 'number');
    if (name !== undefined) return setLevel(decoded.fields, own(object, name));
  }
}

const textIn = (object: JsonObject, name: string) => {
  const value = own(object, name);
  return typeof value === 'string' ? value : undefined;
};

/**
 * Decodes an event with its envelope.
 * @throws DecodeFailure when the text is no JSON object, or has an invalid member
 */
export function splunkEvent(text: string): DecodedMessage {
  const envelope = jsonObject(text);
  const event = own(envelope, 'event');
  const fields = own(envelope, 'fields');
  if (fields !== undefined && fields !== null && !isObject(fields))
    throw new DecodeFailure('The field "fields" must be an object.');
  const { text: message, key: used } = textOf(event);
  const decoded: DecodedMessage = { message, fields: newFields() };
  const time = own(envelope, 'time');
  setTime(decoded, time, instantOf(time));
  setAbout(decoded, {
    host: textIn(envelope, 'host'),
    source: textIn(envelope, 'source'),
    sourcetype: textIn(envelope, 'sourcetype'),
    index: textIn(envelope, 'index'),
  });
  setLevelOf(decoded, event, fields);
  const flattening = new Flattening(decoded.fields, undefined, 'event_');
  if (isObject(fields)) flattening.add(Object.entries(fields));
  if (isObject(event)) flattening.add(Object.entries(event).filter(([key]) => key !== used));
  return decoded;
}

/** Converts a line of a raw request, which has no envelope, to a message. */
export function splunkLine(line: string, about: SplunkAbout): DecodedMessage {
  const decoded: DecodedMessage = { message: line, fields: newFields() };
  setAbout(decoded, about);
  return decoded;
}

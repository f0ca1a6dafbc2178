/**
 * Converts an OpenTelemetry log record into a message, for the protobuf and the JSON encoding
 * (https://opentelemetry.io/docs/specs/otel/logs/data-model/).
 */
import { DecodeFailure, newFields, type DecodedMessage } from './decoded.js';
import { setField } from './field-names.js';
import { containerText, fieldValue, setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromNanoseconds } from './instants.js';
import { own } from './json-object.js';
import { firstText, firstTextOf, textOrBase64 } from './text.js';
import { isObject } from '../../foundation/is-object.js';

/** Contains names and values of attributes in the order of arrival. Values are JSON values, bigint or Buffer. */
export type OtlpAttributes = readonly (readonly [string, unknown])[];

/** Largest number of attributes of a resource or scope, because they are copied to each of its records. */
const maxShared = 1_000;
const maxSharedCharacters = 256 * 1024;

export interface OtlpScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: OtlpAttributes;
}

export interface OtlpResource {
  readonly attributes: OtlpAttributes;
  /** Source name from the resource's attributes; undefined: the sender's address is used. */
  readonly source: string | undefined;
}

export interface OtlpRecord {
  /** Nanoseconds since 1970, as integer or digits; 0 or undefined: unknown. */
  readonly time: unknown;
  readonly observedTime: unknown;
  readonly severity: number;
  readonly severityText: string;
  readonly body: unknown;
  readonly attributes: OtlpAttributes;
  /** Trace id in hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly flags: number;
  readonly eventName: string;
}

/** Combines one record of a batch with its scope and resource. */
export interface OtlpEntry {
  readonly resource: OtlpResource;
  readonly scope: OtlpScope;
  /** Decodes the record. @throws DecodeFailure when the record is invalid */
  readonly record: () => OtlpRecord;
  readonly excerpt: () => Buffer;
  /** Size of the encoded record in bytes; 0 for JSON. */
  readonly bytes: number;
}

/** Maps the severity numbers 1 to 24 to syslog severities (Logs Data Model, appendix B), other numbers to undefined. */
function levelOf(severity: number): number | undefined {
  if (severity < 1 || severity > 24) return undefined;
  const bounds: [from: number, level: number][] = [
    [21, 0],
    [19, 1],
    [18, 2],
    [17, 3],
    [13, 4],
    [10, 5],
    [9, 6],
  ];
  return bounds.find(([from]) => severity >= from)?.[1] ?? 7;
}

/** Converts each byte string in a value to text if it is valid text, otherwise to Base64. */
function readable(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return textOrBase64(value);
  if (Array.isArray(value)) return value.map(readable);
  if (!isObject(value)) return value;
  const made: Record<string, unknown> = newFields();
  for (const [key, one] of Object.entries(value)) made[key] = readable(one);
  return made;
}

const messageNames = ['message', 'msg', 'log', 'text'];

function textOf(body: unknown): string {
  if (isObject(body)) {
    const found = firstText(messageNames, (name) => own(body, name));
    if (found) return found.text;
  }
  const value = fieldValue(body);
  return value === undefined ? '' : String(value);
}

/**
 * Converts `service.name` to `service_name`, the same name as nested objects get from other inputs, so that all senders
 * share one column.
 */
const nameOf = (key: string) => key.replaceAll('.', '_');
const noBody = 'Log record without a body';
const isId = (hex: string, digits: number) => hex.length === digits && /^[0-9a-f]+$/i.test(hex) && /[^0]/.test(hex);

export const noScope: OtlpScope = { name: '', version: '', attributes: [] };

/**
 * Returns the attributes of a resource or scope, with the first value of each name.
 * @throws DecodeFailure when the attributes are too many or too long
 */
function shared(attributes: OtlpAttributes): OtlpAttributes {
  const found = new Map<string, unknown>();
  let characters = 0;
  for (const [name, value] of attributes) {
    if (found.has(name)) continue;
    const readableText = readable(value);
    characters += name.length + String(fieldValue(readableText) ?? '').length;
    found.set(name, readableText);
    if (found.size > maxShared || characters > maxSharedCharacters)
      throw new DecodeFailure(
        `A resource or scope has more than ${maxShared} attributes, or ${maxSharedCharacters} characters of them.`,
      );
  }
  return [...found];
}

/**
 * Creates a scope.
 * @throws DecodeFailure when its name and version are too long, or its attributes too many or too long
 */
export function scopeOf(name: string, version: string, attributes: OtlpAttributes): OtlpScope {
  if (name.length + version.length > maxSharedCharacters) throw new DecodeFailure('The name of a scope is too long.');
  return { name, version, attributes: shared(attributes) };
}

/**
 * Creates a resource.
 * @throws DecodeFailure when its attributes are too many or too long
 */
export function resourceOf(written: OtlpAttributes): OtlpResource {
  const attributes = shared(written);
  const source = firstTextOf(attributes, ['host.name', 'k8s.pod.name', 'service.name']);
  // The SDKs' default name `unknown_service` is less useful than the sender's address.
  return { attributes, source: source?.startsWith('unknown_service') ? undefined : source };
}

/** Converts a log record to a message. @throws DecodeFailure when the record is invalid */
export function otlpMessage(entry: OtlpEntry): DecodedMessage {
  const { resource, scope } = entry;
  const record = entry.record();
  const fields = newFields();
  const level = levelOf(record.severity);
  if (level !== undefined) fields['level'] = level;
  if (record.severityText !== '') {
    if (level === undefined) setLevel(fields, record.severityText);
    else setField(fields, 'level_name', record.severityText);
  }
  if (isId(record.traceId, 32)) fields['trace_id'] = record.traceId.toLowerCase();
  if (isId(record.spanId, 16)) fields['span_id'] = record.spanId.toLowerCase();
  if (record.flags !== 0) fields['trace_flags'] = record.flags;
  if (record.eventName !== '') setField(fields, 'event_name', record.eventName);

  const body = readable(record.body);
  const flattening = new Flattening(fields, nameOf, 'attribute_');
  // Attributes of the record take precedence over attributes of its scope and resource.
  flattening.add(record.attributes.map(([name, value]) => [name, readable(value)] as const));
  if (isObject(body)) flattening.add(Object.entries(body), 'body_');
  setField(fields, 'scope_name', scope.name);
  setField(fields, 'scope_version', scope.version);
  flattening.add(scope.attributes);
  flattening.add(resource.attributes);

  const text = textOf(body);
  const instead = record.eventName || (firstTextOf(record.attributes, ['exception.message']) ?? noBody);
  const decoded: DecodedMessage = { message: text.trim() === '' ? instead : text, fields };
  if (isObject(body) && text !== '') {
    const whole = containerText(body);
    if (whole !== text) decoded.fullMessage = whole;
  }
  const timestamp = fromNanoseconds(record.time) ?? fromNanoseconds(record.observedTime);
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  if (resource.source !== undefined) decoded.source = resource.source;
  return decoded;
}

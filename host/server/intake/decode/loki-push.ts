/**
 * Decodes entries of Loki's push API (POST /loki/api/v1/push,
 * https://grafana.com/docs/loki/latest/reference/loki-http-api/): labels and structured metadata become fields.
 */
import { DecodeFailure, EmptyMessage, newFields, type DecodedMessage } from './decoded.js';
import { fieldValue, setLevel } from './field-values.js';
import { Flattening } from './flatten.js';
import { fromNanoseconds } from './instants.js';
import { jsonExcerpt, jsonObjectLater, own, type JsonObject } from './json-object.js';
import { ProtobufReader, repeatedParts } from './protobuf.js';
import { firstTextOf } from './text.js';
import { isObject } from '../../foundation/is-object.js';
import { intakeTurn } from './intake-turn.js';

type Labels = readonly (readonly [string, unknown])[];

export interface LokiEntry {
  /** Returns the labels of the entry's stream. @throws DecodeFailure when they are invalid */
  readonly labels: () => Labels;
  /** Decodes the entry. @throws DecodeFailure when it is invalid */
  readonly read: () => LokiLine;
  readonly excerpt: () => Buffer;
}

interface LokiLine {
  /** Time of the entry, epoch milliseconds. */
  readonly timestamp: number | undefined;
  readonly line: string;
  readonly metadata: Labels;
}

const sourceNames = ['host', 'hostname', 'host_name', 'node_name', 'nodename', 'instance', 'pod'];
const levelNames = ['level', 'detected_level', 'severity', 'severity_text'];
const maxStreams = 50_000;
const maxLabels = 2_000;
/** Largest number of labels of one stream, because labels are copied to each entry. */
const maxStreamLabels = 500;
const maxLabelsLength = 64 * 1024;

/**
 * Returns the first text with visible characters that one of the names has in the metadata of the entry, or else in the
 * labels of its stream; undefined: none of the names has such a text.
 */
const labelOf = ([metadata, labels]: readonly [Labels, Labels], names: readonly string[]): string | undefined =>
  firstTextOf(metadata, names) ?? firstTextOf(labels, names);

/**
 * Converts an entry to a message.
 * @throws DecodeFailure when the entry or its labels are invalid, or its line is empty
 */
export function lokiMessage(entry: LokiEntry): DecodedMessage {
  const labels = entry.labels();
  const { timestamp, line, metadata } = entry.read();
  if (line.trim() === '') throw new EmptyMessage('The line is empty.');
  const decoded: DecodedMessage = { message: line, fields: newFields() };
  if (timestamp !== undefined) decoded.timestamp = timestamp;
  const both = [metadata, labels] as const;
  const source = labelOf(both, sourceNames);
  if (source !== undefined) decoded.source = source;
  const level = labelOf(both, levelNames);
  if (level !== undefined) setLevel(decoded.fields, level);
  const flattening = new Flattening(decoded.fields, undefined, 'label_');
  for (const list of both) flattening.add(list);
  return decoded;
}

/**
 * Parses labels such as `{job="a", path="C:\\x"}`, by which the protobuf encoding identifies a stream.
 * @throws DecodeFailure when the text has another form, is too long, or has too many labels
 */
export function labelsOf(text: string): Labels {
  const broken = () => new DecodeFailure(`The labels ${text.slice(0, 100)} cannot be read.`);
  if (text.length > maxLabelsLength || !text.startsWith('{') || !text.endsWith('}')) throw broken();
  const inner = text.slice(1, -1).trim();
  const labels: [string, string][] = [];
  const label = /\s*([A-Za-z_][\w.]*)\s*=\s*("(?:[^"\\]|\\[^])*"|`[^`]*`)\s*(,|$)/y;
  for (let end = 0; end < inner.length; end = label.lastIndex) {
    label.lastIndex = end;
    const [, name = '', quoted = ''] = label.exec(inner) ?? [];
    if (name === '' || labels.length >= maxStreamLabels) throw broken();
    labels.push([name, unquoted(quoted)]);
  }
  return labels;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Decodes a string literal of Go, in double quotes or backquotes. */
function unquoted(quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inner;
  return inner.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|([^]))/gi,
    (_, byte?: string, short?: string, long?: string, one = '') => {
      const hex = byte ?? short ?? long;
      if (hex === undefined) return escapes[one] ?? one;
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

/**
 * Decodes a protobuf timestamp of seconds and nanoseconds to epoch milliseconds; undefined: the time is 0 or
 * implausible.
 */
function timestampOf(bytes: Buffer): number | undefined {
  const reader = new ProtobufReader(bytes);
  let seconds = 0n;
  let nanos = 0n;
  while (reader.next()) {
    if (reader.field === 1) seconds = reader.int64();
    else if (reader.field === 2) nanos = reader.int64();
    else reader.skip();
  }
  return fromNanoseconds(seconds * 1_000_000_000n + nanos);
}

function pairOf(bytes: Buffer): readonly [string, string] {
  const reader = new ProtobufReader(bytes);
  const pair: [string, string] = ['', ''];
  while (reader.next()) {
    if (reader.field === 1) pair[0] = reader.text();
    else if (reader.field === 2) pair[1] = reader.text();
    else reader.skip();
  }
  return pair;
}

function entryOf(bytes: Buffer): LokiLine {
  const reader = new ProtobufReader(bytes);
  let timestamp: number | undefined;
  let line = '';
  const metadata: (readonly [string, string])[] = [];
  while (reader.next()) {
    if (reader.field === 1) timestamp = timestampOf(reader.part());
    else if (reader.field === 2) line = reader.text();
    else if (reader.field === 3 && metadata.length < maxLabels) metadata.push(pairOf(reader.part()));
    else reader.skip();
  }
  return { timestamp, line, metadata };
}

/**
 * Returns the labels of a stream.
 * @throws DecodeFailure when the labels are too many or too long to be copied to each entry
 */
function boundedLabels(stream: JsonObject): Labels {
  const labels = Object.entries(stream);
  const characters = labels.reduce((sum, [name, value]) => sum + name.length + String(fieldValue(value)).length, 0);
  if (labels.length <= maxStreamLabels && characters <= maxLabelsLength) return labels;
  throw new DecodeFailure(
    `A stream has more than ${maxStreamLabels} labels, or ${maxLabelsLength} characters of them.`,
  );
}

/**
 * Reads the labels of a stream immediately. An error is thrown only when the labels are used, so that only the entries
 * of this stream fail.
 */
function labelsOr(read: () => Labels): () => Labels {
  try {
    const labels = read();
    return () => labels;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Yields the entries of a request in protobuf.
 * @param body decompressed bytes
 * @throws DecodeFailure when the request is invalid
 */
export async function* lokiEntriesOfProtobuf(body: Buffer): AsyncGenerator<LokiEntry> {
  await intakeTurn.room();
  for (const stream of repeatedParts(body, 1, maxStreams)) {
    if (intakeTurn.isOver) await intakeTurn.room();
    const [name] = repeatedParts(stream, 1, 1);
    const labels = labelsOr(() => (name ? labelsOf(name.toString('utf8').trim()) : []));
    for (const entry of repeatedParts(stream, 2, maxStreams))
      yield { labels, read: () => entryOf(entry), excerpt: () => entry };
  }
}

function lineOf(value: unknown): LokiLine {
  if (!Array.isArray(value)) throw new DecodeFailure('An entry must be a list of time and line.');
  const [time, line, metadata] = value as unknown[];
  if (typeof line !== 'string') throw new DecodeFailure('The line of an entry must be a text.');
  const timestamp = fromNanoseconds(time);
  if (timestamp === undefined) throw new DecodeFailure('The time of an entry must be nanoseconds since 1970, as text.');
  return { timestamp, line, metadata: isObject(metadata) ? Object.entries(metadata) : [] };
}

/** Yields the entries of a request in JSON. @throws DecodeFailure when the request is invalid */
export async function* lokiEntriesOfJson(body: Buffer): AsyncGenerator<LokiEntry> {
  const streams = own(await jsonObjectLater(body.toString('utf8')), 'streams');
  if (!Array.isArray(streams)) throw new DecodeFailure('"streams" must be a list.');
  for (const one of streams as unknown[]) {
    if (intakeTurn.isOver) await intakeTurn.room();
    const values = isObject(one) ? own(one, 'values') : undefined;
    const stream = isObject(one) ? own(one, 'stream') : undefined;
    const labels = labelsOr(() => {
      if (!Array.isArray(values)) throw new DecodeFailure('A stream must have a list of "values".');
      return isObject(stream) ? boundedLabels(stream) : [];
    });
    for (const value of Array.isArray(values) ? (values as unknown[]) : [one])
      yield { labels, read: () => lineOf(value), excerpt: () => jsonExcerpt(value) };
  }
}

/** Encodes an accepted message for the journal as one line with a JSON array, and decodes such a line. */
import type { FieldValue, IncomingMessage } from './types.js';

/** An incoming message with the values that the store adds. */
export interface AcceptedMessage extends IncomingMessage {
  readonly id: string;
  /** Time of acceptance, epoch milliseconds; stored as `gl2_processing_timestamp`. */
  readonly processedAt: number;
  /** Length of the encoded message in characters; stored as `gl2_accounted_message_size`. */
  readonly size: number;
  /** Name of the home index, which also contains the message; absent: the message is no copy. */
  readonly home?: string;
}

/** Earliest and latest time that the API can represent (years 0 to 9999), epoch milliseconds. */
const earliestTime = -62_167_219_200_000;
const latestTime = 253_402_300_799_999;

/** Returns the timestamp in whole milliseconds, or the time of receipt if the timestamp is out of range. */
export function storableTime(timestamp: number, receivedAt: number): number {
  return timestamp >= earliestTime && timestamp <= latestTime ? Math.floor(timestamp) : receivedAt;
}

/** Replaces a bigint, which JSON does not have, by `{"$n":"digits"}`, which cannot be a field value. */
function exactNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { $n: value.toString() } : value;
}

function toText(parts: unknown): string {
  try {
    return JSON.stringify(parts);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return JSON.stringify(parts, exactNumbers);
  }
}

/** Returns the members of the encoded array; the last member contains the fields. */
const partsOf = (message: IncomingMessage, id: string, processedAt: number) =>
  [
    id,
    message.timestamp,
    message.source,
    message.message,
    message.fullMessage ?? null,
    message.streams,
    message.inputId,
    message.remote ? [message.remote.address, message.remote.port] : null,
    message.receivedAt,
    processedAt,
    message.fields,
  ] as const;

/** Encodes a message as one line, without the line end. */
export function encodeMessage(message: IncomingMessage, id: string, processedAt: number): string {
  return toText(partsOf(message, id, processedAt));
}

/** Number of characters that are encoded without a pause, which takes about a millisecond. */
const sliceCharacters = 256 * 1024;

/** Returns the end of a slice of a text; it is never between the two halves of a surrogate pair. */
function sliceEnd(text: string, from: number): number {
  const end = from + sliceCharacters;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}

/**
 * Encodes a large message to the same line as `encodeMessage`. It works in slices, because encoding a text of megabytes
 * takes tens of milliseconds.
 * @param pause called between slices; it waits while the event loop has other work
 */
export async function encodeLargeMessage(
  message: IncomingMessage,
  id: string,
  processedAt: number,
  pause: () => Promise<void>,
): Promise<string> {
  // The line grows by `+=`: the engine then copies no text, whereas `join` would copy all of it.
  let line = '';
  let characters = 0;
  const add = async (value: unknown): Promise<void> => {
    if (typeof value !== 'string' || value.length <= sliceCharacters) {
      const text = toText(value);
      line += text;
      characters += text.length;
      if (characters < sliceCharacters) return;
      characters = 0;
      return pause();
    }
    line += '"';
    for (let from = 0, end: number; from < value.length; from = end) {
      await pause();
      end = sliceEnd(value, from);
      line += JSON.stringify(value.slice(from, end)).slice(1, -1);
    }
    line += '"';
  };
  const parts = partsOf(message, id, processedAt);
  for (const part of parts.slice(0, -1)) {
    line += line === '' ? '[' : ',';
    await add(part);
  }
  line += ',{';
  let isFirst = true;
  for (const [name, value] of Object.entries(message.fields)) {
    // A member without a value has no JSON text.
    if (value === undefined) continue;
    line += `${isFirst ? '' : ','}${JSON.stringify(name)}:`;
    isFirst = false;
    await add(value);
  }
  return `${line}}]`;
}

type Encoded = [
  string,
  number,
  string,
  string,
  string | null,
  string[],
  string,
  [string, number] | null,
  number,
  number,
  Record<string, FieldValue | { $n: string } | null>,
];

const isText = (value: unknown): value is string => typeof value === 'string';

/** Tells whether a value is an encoded message; members are checked because somebody may have modified the file. */
function isEncoded(value: unknown): value is Encoded {
  if (!Array.isArray(value) || value.length !== 11) return false;
  const [id, timestamp, source, message, fullMessage, streams, inputId, remote, receivedAt, processedAt, raw] =
    value as unknown[];
  return (
    [id, source, message, inputId].every(isText) &&
    [timestamp, processedAt].every(Number.isFinite) &&
    // A time of receipt that is no number is encoded as null. The journal accepts it; the index refuses the message.
    (receivedAt === null || Number.isFinite(receivedAt)) &&
    (fullMessage === null || isText(fullMessage)) &&
    Array.isArray(streams) &&
    streams.every(isText) &&
    (remote === null || (Array.isArray(remote) && isText(remote[0]))) &&
    typeof raw === 'object' &&
    raw !== null &&
    !Array.isArray(raw)
  );
}

/**
 * Decodes the result of `encodeMessage`.
 * @throws SyntaxError for an invalid line
 */
export function decodeMessage(line: string): AcceptedMessage {
  const encoded: unknown = JSON.parse(line);
  if (!isEncoded(encoded)) throw new SyntaxError('The line is not the text form of a message.');
  const [id, timestamp, source, message, fullMessage, streams, inputId, remote, receivedAt, processedAt, raw] = encoded;
  if (line.includes('{"$n":')) {
    for (const [name, value] of Object.entries(raw)) {
      if (typeof value === 'object' && value !== null && typeof value.$n === 'string') raw[name] = BigInt(value.$n);
    }
  }
  return {
    id,
    timestamp,
    source,
    message,
    ...(fullMessage !== null && { fullMessage }),
    fields: raw as Record<string, FieldValue>,
    streams,
    inputId,
    ...(remote && { remote: { address: remote[0], port: remote[1] } }),
    receivedAt,
    processedAt,
    size: line.length,
  };
}

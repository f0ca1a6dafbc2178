/** A message as the journal holds it, and its text form: one JSON array per line. */
import type { FieldValue, IncomingMessage } from './types.js';

/** An incoming message with what the store adds. */
export interface AcceptedMessage extends IncomingMessage {
  readonly id: string;
  /** Epoch milliseconds at which the store took it in; becomes `gl2_processing_timestamp`. */
  readonly processedAt: number;
  /** Length of its text form; becomes `gl2_accounted_message_size`. */
  readonly size: number;
  /** For a copy: the name of the index that also holds the message. */
  readonly home?: string;
}

/** Latest and earliest time that every reader of the wire format can show: years 0 to 9999. */
const earliestTime = -62_167_219_200_000;
const latestTime = 253_402_300_799_999;

/** @returns the timestamp, in whole milliseconds; when it is no time that can be shown, the time of reception. */
export function storableTime(timestamp: number, receivedAt: number): number {
  return timestamp >= earliestTime && timestamp <= latestTime ? Math.floor(timestamp) : receivedAt;
}

/** bigint has no JSON form: it travels as `{"$n":"digits"}`, which no field value can be. */
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

/** The text form of a message: one line, without the line end. */
export function encodeMessage(message: IncomingMessage, id: string, processedAt: number): string {
  return toText([
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
  ]);
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

/** Checks the members that the code relies on, because a file may have been changed by somebody. */
function isEncoded(value: unknown): value is Encoded {
  if (!Array.isArray(value) || value.length !== 11) return false;
  const [id, timestamp, source, message, fullMessage, streams, inputId, remote, receivedAt, processedAt, raw] =
    value as unknown[];
  return (
    [id, source, message, inputId].every(isText) &&
    [timestamp, processedAt].every(Number.isFinite) &&
    // A time of reception that is no number is refused by the index, not by the journal: its text form is null.
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

/** The reverse of encodeMessage. @throws SyntaxError when the line is not the text form of a message. */
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

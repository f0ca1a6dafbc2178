/**
 * Reads the message of a program from the line of its container runtime: programs in containers write JSON or logfmt.
 */
import type { DecodedMessage } from '../decode/decoded.js';
import { decodeJsonLine } from '../decode/json-line.js';
import { utc } from '../decode/time-zone.js';
import { readable } from './log-format.js';
import { logfmt } from './logfmt.js';

function innerOf(text: string): DecodedMessage | undefined {
  if (text.startsWith('{') && text.endsWith('}')) return readable(() => decodeJsonLine(text, utc));
  return logfmt.read(text, { now: Number.MAX_SAFE_INTEGER, toUtc: utc });
}

/**
 * Returns a message with the text, source and fields that the program has written as JSON or logfmt; the level is one
 * of these fields. The time and the fields of the runtime are kept. A message in another format is returned unchanged.
 */
export function withInnerMessage(decoded: DecodedMessage): DecodedMessage {
  const inner = innerOf(decoded.message.trim());
  if (!inner) return decoded;
  const { source } = inner;
  const fields = { ...inner.fields, ...decoded.fields };
  return { ...decoded, message: inner.message, fields, ...(source !== undefined && { source }) };
}

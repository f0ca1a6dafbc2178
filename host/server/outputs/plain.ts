/** Formats messages as flat JSON objects, whose keys are the names of the fields, and as text. */
import type { IncomingMessage } from '../store/types.js';

/**
 * Formats a message as a line of JSON. An integer that a double cannot represent is written as a text with all its
 * digits.
 */
export function plainJson(message: IncomingMessage): string {
  const { fields, timestamp, source, message: text, fullMessage } = message;
  const whole = {
    ...fields,
    timestamp: new Date(timestamp).toISOString(),
    source,
    message: text,
    ...(fullMessage !== undefined && { full_message: fullMessage }),
  };
  return JSON.stringify(whole, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Formats a message as a readable line: time, source and text, without control characters. */
export const plainText = ({ timestamp, source, message }: IncomingMessage): string =>
  `${new Date(timestamp).toISOString()} ${source} ${message}`.replace(/\p{Cc}+/gu, ' ');

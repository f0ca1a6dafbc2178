/** Formats messages as flat JSON objects with the names of the fields as keys. */
import type { IncomingMessage } from '../store/types.js';

/** Formats a message as one line of JSON. An integer that a double cannot represent is written with all its digits. */
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

/** Formats a message as one readable line: time, source, text. */
export const plainText = ({ timestamp, source, message }: IncomingMessage): string =>
  `${new Date(timestamp).toISOString()} ${source} ${message}`.replace(/\p{Cc}+/gu, ' ');

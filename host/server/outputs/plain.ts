/** Messages as flat JSON objects: their fields by their own names. */
import type { IncomingMessage } from '../store/types.js';

/** One line. An integer that doubles cannot hold goes as its digits. */
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

/** One line for people: when, from where, what. */
export const plainText = ({ timestamp, source, message }: IncomingMessage): string =>
  `${new Date(timestamp).toISOString()} ${source} ${message}`.replace(/\p{Cc}+/gu, ' ');

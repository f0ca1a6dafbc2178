/** Derives the ids of events from their causes, so that an event that is created again has an equal id. */
import { createHash } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const latest = 2 ** 48 - 1;

function timePart(timestamp: number): string {
  let left = Math.min(Math.max(Math.floor(timestamp), 0), latest);
  let text = '';
  for (let digit = 0; digit < 10; digit += 1) {
    text = (alphabet[left % 32] ?? '0') + text;
    left = Math.floor(left / 32);
  }
  return text;
}

/**
 * Returns a ULID (https://github.com/ulid/spec): the event's time, and 80 bits of a hash of its causes.
 * @param timestamp epoch milliseconds
 * @param parts causes of the event: the definition, and a message, or a window and a group
 */
export function eventId(timestamp: number, parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  const rest = Array.from({ length: 16 }, (_, at) => alphabet[(digest[at] ?? 0) & 31]);
  return timePart(timestamp) + rest.join('');
}

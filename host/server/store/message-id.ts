import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pairs = Array.from({ length: 1024 }, (_, pair) => `${alphabet[pair >> 5]}${alphabet[pair & 31]}`);
const latest = 2 ** 48 - 1;

/** Ten characters for a number below 2^50, most significant first. */
function encode(value: number): string {
  let text = '';
  for (let block = 0; block < 5; block++) {
    text = (pairs[value % 1024] ?? '') + text;
    value = Math.floor(value / 1024);
  }
  return text;
}

/**
 * Makes message ids: 26 characters of a ULID (upper-case Crockford base 32). The first ten are the message's own time, so ids sort by
 * time; the next ten count upwards over the life of the installation, so messages of one millisecond sort as they came; the rest is random.
 *
 * @param start where to count from; by default the clock times 256, which is ahead of every earlier run up to 256,000 messages a second
 */
export function createMessageIds(start = Date.now() * 256): (timestamp: number) => string {
  let sequence = start;
  let lastTime = -1;
  let lastText = '';
  const random = [...randomBytes(6)].map((byte) => alphabet[byte & 31]).join('');
  return (timestamp) => {
    if (timestamp !== lastTime) {
      lastTime = timestamp;
      lastText = encode(Math.min(Math.max(Math.floor(timestamp), 0), latest));
    }
    sequence += 1;
    return lastText + encode(sequence) + random;
  };
}

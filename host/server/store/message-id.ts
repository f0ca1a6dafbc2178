import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pairs = Array.from({ length: 1024 }, (_, pair) => `${alphabet[pair >> 5]}${alphabet[pair & 31]}`);
const latest = 2 ** 48 - 1;

/** Encodes a number below 2^50 as ten characters, the most significant first. */
function encode(value: number): string {
  let text = '';
  for (let block = 0; block < 5; block++) {
    text = (pairs[value % 1024] ?? '') + text;
    value = Math.floor(value / 1024);
  }
  return text;
}

/**
 * Returns a function that creates message ids with the 26 characters of a ULID (upper-case Crockford base 32).
 * - The first ten characters are the timestamp of the message, so ids sort by time.
 * - The next ten are a counter that grows over the life of the installation, so messages of the same millisecond sort
 *   in the order of their arrival.
 * - The last six are random, and equal in all ids of one run.
 * @param start start of the counter; by default the clock in milliseconds times 256. This is beyond the counters of all
 * earlier runs if these have accepted fewer than 256,000 messages per second.
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

/**
 * The parts of an id of `createMessageIds`: the timestamp in its first ten characters, the counter in its next ten
 * characters, and its last six characters.
 */
export interface IdParts {
  readonly time: number;
  readonly sequence: number;
  readonly run: string;
}

const idLength = 26;
const digits = new Int8Array(128).fill(-1);
for (const [digit, character] of [...alphabet].entries()) digits[character.charCodeAt(0)] = digit;

/** Returns the number that ten characters represent; undefined: they are not all in the alphabet. */
function decode(text: string, from: number): number | undefined {
  let value = 0;
  for (let at = from; at < from + 10; at += 1) {
    const digit = digits[text.charCodeAt(at)] ?? -1;
    if (digit < 0) return undefined;
    value = value * 32 + digit;
  }
  return value;
}

/** Splits an id into numbers below 2^50 and a rest of six characters; undefined: the text has another form. */
export function splitId(id: string): IdParts | undefined {
  if (id.length !== idLength) return undefined;
  const [time, sequence] = [decode(id, 0), decode(id, 10)];
  return time === undefined || sequence === undefined ? undefined : { time, sequence, run: id.slice(20) };
}

/** Returns the id with the given parts. */
export const joinId = ({ time, sequence, run }: IdParts): string => encode(time) + encode(sequence) + run;

const form = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Returns the time that an id of `createMessageIds` contains, epoch milliseconds. It is the timestamp of the message if
 * this lies between the years 1970 and 10889.
 * @returns undefined: the id has another form
 */
export function instantOfId(id: string): number | undefined {
  if (!form.test(id)) return undefined;
  const instant = decode(id, 0);
  return instant !== undefined && instant <= latest ? instant : undefined;
}

/**
 * Messages for search benches. Each has sixteen words, of which a few are frequent, one unique word, and fields. The
 * same number always gives the same message.
 */
import type { IncomingMessage } from '../../host/server/store/types.js';
import { createRandom } from './seed.js';

export interface WordMessagesOptions {
  readonly count: number;
  /** Times of the first and the last message, epoch milliseconds; timestamps increase evenly between them. */
  readonly from: number;
  readonly to: number;
}

const wordCount = 4000;
const stems = ['conn', 'serv', 'quer', 'user', 'cach', 'disk', 'auth', 'node', 'time', 'lock'];
export const vocabulary = Array.from(
  { length: wordCount },
  (_, at) => `${stems[at % stems.length] ?? ''}${((at * 7919) % wordCount).toString(36)}`,
);

/** Returns the unique word of a message. */
export const ownWord = (number: number): string => `x${((number * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}`;

/** Number of consecutive messages that share a trace id. */
const traceLength = 8;
/** Returns the trace id of a message: 32 hexadecimal digits. */
export const traceOf = (number: number): string => {
  const trace = Math.floor(number / traceLength);
  return [1, 2, 3, 4]
    .map((part) => ((trace * 2_654_435_761 * part + part) >>> 0).toString(16).padStart(8, '0'))
    .join('');
};

const paths = Array.from({ length: 40 }, (_, at) => `/api/v${at % 3}/${stems[at % stems.length] ?? ''}/${at}`);
const statuses = [200, 200, 200, 200, 200, 201, 204, 302, 304, 400, 404, 500, 503];
const countries = ['de', 'us', 'fr', 'jp', 'br', 'in', 'za', 'au', 'pl', 'ca', 'mx', 'se'];

/** Picks words by Zipf's law: the word of rank n has a share proportional to 1/n. */
const zipf = (random: () => number): number => Math.floor(wordCount ** random()) - 1;

/** Yields batches of up to 2,000 messages in the order of time. */
export function* wordMessages({ count, from, to }: WordMessagesOptions): Generator<IncomingMessage[]> {
  const random = createRandom(11);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  for (let first = 0; first < count; first += 2000)
    yield Array.from({ length: Math.min(2000, count - first) }, (_, at) => {
      const number = first + at;
      const words = Array.from({ length: 16 }, () => vocabulary[zipf(random)] ?? '');
      const place = Math.floor(random() * 14);
      const kind = random();
      // A quarter of all messages contain the word, and a quarter of these contain the phrase.
      if (kind < 0.25) words[place + 1] = 'timeout';
      if (kind < 0.0625) words[place] = 'session';
      const timestamp = Math.floor(from + number * step);
      return {
        timestamp,
        source: `web-${number % 20}.example.org`,
        message: [...words, ownWord(number)].join(' '),
        fields: {
          level: random() < 0.1 ? 3 : 6,
          status: pick(statuses),
          took: Math.floor(random() ** 4 * 3000) + 1,
          path: pick(paths),
          user: `u${Math.floor(random() * 50_000)}`,
          country: pick(countries),
          trace_id: traceOf(number),
        },
        streams: ['000000000000000000000001'],
        inputId: '5f0000000000000000000001',
        receivedAt: timestamp + 3,
      };
    });
}

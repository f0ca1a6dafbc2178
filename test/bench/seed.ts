/** Generates access, application and system logs of a web shop for benches and tests, equal for equal seeds. */
import type { FieldValue, IncomingMessage, MessageStore } from '../../host/server/store/types.js';

export interface SeedOptions {
  readonly count: number;
  /** Epoch milliseconds of the first and the last message; timestamps rise evenly between them. */
  readonly from: number;
  readonly to: number;
  readonly seed?: number;
  readonly streams?: readonly string[];
  readonly inputId?: string;
}

/** Returns a generator of pseudo-random numbers in [0, 1), equal for equal seeds (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const methods = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE'];
const resources = ['/login', '/users', '/posts', '/posts/45326', '/cart', '/search', '/health', '/api/v1/orders'];
const controllers = ['LoginController', 'UsersController', 'PostsController', 'CartController', 'SearchController'];
const actions = ['index', 'show', 'create', 'edit', 'destroy'];
const statuses = [200, 200, 200, 200, 200, 200, 201, 204, 301, 304, 400, 401, 404, 500, 504];
const agents = ['Mozilla/5.0 (X11; Linux x86_64)', 'curl/8.5.0', 'Mozilla/5.0 (Macintosh)', 'okhttp/4.12.0'];
const services = ['checkout', 'catalog', 'identity', 'shipping', 'gateway', 'recommendations'];
const troubles = [
  'Connection refused while connecting to upstream',
  'Timeout waiting for connection from pool',
  'Retrying request after transient failure',
  'Cache miss for key, loading from database',
  'Slow query detected, consider adding an index',
  'Payment authorised, order confirmed',
  'Session expired, user must sign in again',
  'Circuit breaker opened for remote service',
];
const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november'.split(' ');

/** Yields batches of up to 2,000 messages in the order of time. */
export function* seedMessages(options: SeedOptions): Generator<IncomingMessage[]> {
  const { count, from, to } = options;
  const random = createRandom(options.seed ?? 1);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const streams = [...(options.streams ?? ['000000000000000000000001'])];
  const inputId = options.inputId ?? '5f0000000000000000000001';
  const remote = { address: '127.0.0.1', port: 40_000 };
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  let batch: IncomingMessage[] = [];
  for (let number = 0; number < count; number++) {
    const timestamp = Math.floor(from + number * step);
    const kind = random();
    let message: string;
    let fields: Record<string, FieldValue>;
    if (kind < 0.7) {
      const method = pick(methods);
      const resource = pick(resources);
      const status = pick(statuses);
      const took = Math.floor(random() ** 4 * 3000) + 5;
      message = `${method} ${resource} [${status}] ${took}ms ${pick(words)} ${pick(words)} from 10.${number % 7}.${number % 251}.${number % 13} "${pick(agents)}"`;
      fields = {
        http_method: method,
        http_response_code: status,
        resource,
        controller: pick(controllers),
        action: pick(actions),
        user_id: Math.floor(random() * 100_000),
        took_ms: took,
        bytes_sent: Math.floor(random() * 200_000),
        request_id: `${number.toString(16)}-${Math.floor(random() * 0xffffffff).toString(16)}`,
        level: status >= 500 ? 3 : 6,
      };
    } else if (kind < 0.95) {
      const service = pick(services);
      message = `[${service}] ${pick(troubles)} (attempt ${number % 5}, ${pick(words)}-${pick(words)}-${number % 997})`;
      fields = {
        service,
        level: pick([3, 4, 5, 6, 6, 6, 7]),
        facility: 'app',
        thread: `worker-${number % 32}`,
        duration: Math.round(random() * 1e6) / 1000,
        cached: random() < 0.4,
      };
    } else {
      const process = pick(['sshd', 'cron', 'systemd', 'kernel']);
      message = `${process}[${number % 32768}]: ${pick(words)} ${pick(words)} ${pick(words)} for user ${pick(words)}`;
      fields = { application_name: process, process_id: String(number % 32768), facility: 'auth', level: 6 };
    }
    batch.push({
      timestamp,
      source: `${kind < 0.7 ? 'web' : 'app'}-${number % 12}.example.org`,
      message,
      fields,
      streams,
      inputId,
      remote,
      receivedAt: timestamp + 3,
    });
    if (batch.length === 2000) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Stores the messages of `seedMessages` as fast as the store accepts them; resolves when searches find all of them. */
export const seed = (store: MessageStore, options: SeedOptions): Promise<void> => load(store, seedMessages(options));

export async function load(store: MessageStore, batches: Iterable<readonly IncomingMessage[]>): Promise<void> {
  let under: Promise<void>[] = [];
  for (const batch of batches) {
    await store.whenOpen();
    under.push(store.append(batch));
    if (under.length >= 4) {
      await Promise.all(under);
      under = [];
    }
  }
  await Promise.all(under);
  await store.settled();
}

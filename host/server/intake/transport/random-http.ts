/** Generates messages of an imaginary web shop for demonstrations (contract data-intake, Random generator). */
import type { IncomingMessage } from '../../store/types.js';
import { newFields, type DecodedMessage } from '../decode/decoded.js';
import type { Receiver } from './receiver.js';
import type { Listening, Transport } from './transport.js';

export interface RandomHttpSettings {
  readonly source: string;
  /** Average number of milliseconds between two messages. */
  readonly sleep: number;
  /** Random spread of the pause, in percent. */
  readonly deviation: number;
  /** True: the input pauses while the server is behind; false: it pauses only while the server accepts no messages. */
  readonly throttled: boolean;
}

interface Resource {
  readonly path: string;
  readonly controller: string;
  readonly action: string;
  readonly weight: number;
}

const resources: readonly Resource[] = [
  { path: '/login', controller: 'LoginController', action: 'login', weight: 10 },
  { path: '/users', controller: 'UsersController', action: 'index', weight: 20 },
  { path: '/posts', controller: 'PostsController', action: 'index', weight: 40 },
  { path: '/posts/45326', controller: 'PostsController', action: 'show', weight: 25 },
  { path: '/posts/45326/edit', controller: 'PostsController', action: 'edit', weight: 5 },
];
const users = [9_001, 54_351, 74_422, 6_469_981, 6_476_752];

export type Random = () => number;

function pick<T>(choices: readonly (readonly [choice: T, weight: number])[], random: Random): T | undefined {
  let left = random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  return choices.at(-1)?.[0];
}

type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';
const methods: readonly (readonly [Method, number])[] = [
  ['GET', 86],
  ['POST', 5],
  ['DELETE', 5],
  ['PUT', 4],
];
const success: Record<Method, number> = { GET: 200, POST: 201, DELETE: 204, PUT: 200 };

function responseCode(method: Method, random: Random): number {
  if (random() >= 0.02) return success[method];
  return random() < 0.2 ? 504 : 500;
}

function tookMs(code: number, random: Random): number {
  if (code === 504) return 5_000 + Math.floor(random() * 500);
  if (random() < 0.01) return 200 + Math.floor(random() * 300);
  return Math.floor(random() * 100) + (code === 201 ? 60 : 30);
}

/**
 * Generates a message about an imaginary request.
 * @param sequence number of the message, which becomes a field
 * @param now epoch milliseconds
 */
export function randomHttpMessage(sequence: number, now: number, source: string, random: Random): DecodedMessage {
  const method = pick(methods, random) ?? 'GET';
  const resource = pick(
    resources.map((choice) => [choice, choice.weight] as const),
    random,
  ) as Resource;
  const code = responseCode(method, random);
  const took = tookMs(code, random);
  const date = new Date(now);
  const time = date.toISOString();
  const timeout = code === 504 ? ' (upstream timed out)' : '';
  const fields = Object.assign(newFields(), {
    http_method: method,
    http_response_code: code,
    resource: resource.path,
    controller: resource.controller,
    action: resource.action,
    user_id: users[Math.floor(random() * users.length)] ?? 0,
    took_ms: took,
    sequence_nr: sequence,
    ticks: now * 10_000,
    ingest_time: time,
    ingest_time_epoch: now,
    ingest_time_second: date.getUTCSeconds(),
    ingest_time_minute: date.getUTCMinutes(),
    ingest_time_hour: date.getUTCHours(),
    ingest_time_day: date.getUTCDate(),
    ingest_time_month: date.getUTCMonth() + 1,
    ingest_time_year: date.getUTCFullYear(),
  });
  return {
    timestamp: now,
    source,
    message: `${time} ${method} ${resource.path} [${code}] ${took}ms${timeout}`,
    fields,
  };
}

/** Shortest timer in milliseconds: if the pause between messages is shorter, several messages are created together. */
const finestTimerMs = 5;
const mostAtOnce = 10_000;

export class RandomHttpTransport implements Transport {
  #timer: NodeJS.Timeout | undefined;
  #end = new AbortController();
  #sequence = 0;
  #underway: Promise<void> = Promise.resolve();
  /** Time at which the next message is due, epoch milliseconds with a fraction. */
  #due = 0;

  constructor(
    private readonly settings: RandomHttpSettings,
    private readonly receiver: Receiver,
    private readonly random: Random = Math.random,
  ) {}

  async start(): Promise<Listening | undefined> {
    this.#end = new AbortController();
    this.#due = this.receiver.now();
    this.#schedule();
    return undefined;
  }

  async stop(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#underway;
  }

  #pause(): number {
    const { sleep, deviation } = this.settings;
    return Math.max(0.1, sleep * (1 + ((this.random() * 2 - 1) * deviation) / 100));
  }

  #schedule(): void {
    if (this.#end.signal.aborted) return;
    const wait = Math.max(finestTimerMs, this.#due - this.receiver.now());
    this.#timer = setTimeout(() => (this.#underway = this.#make()), wait);
  }

  async #make(): Promise<void> {
    const { receiver, settings } = this;
    const now = receiver.now();
    const messages: IncomingMessage[] = [];
    while (this.#due <= now && messages.length < mostAtOnce) {
      const decoded = randomHttpMessage(this.#sequence, now, settings.source, this.random);
      this.#sequence += 1;
      messages.push(receiver.message(decoded, undefined, now));
      this.#due += this.#pause();
    }
    // After a longer pause (suspended machine, slow store), more than `mostAtOnce` overdue messages are not generated.
    if (this.#due < now) this.#due = now;
    receiver.counters.received.mark(messages.length);
    try {
      await receiver.submit(messages, messages.length * 300);
      await receiver.whenReady(settings.throttled, this.#end.signal);
    } catch {
      // The messages are counted as dropped; a lost generated message is no error.
    }
    this.#schedule();
  }
}

/**
 * Shared part of inputs that fetch from a broker: the connection is made again whenever it is lost, after growing pauses, and the inputs
 * page shows why it is lost.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '../../foundation/pause.js';
import type { Listening, Transport } from './transport.js';

/**
 * One connection from its beginning to its end. Calls `onUp` as soon as it takes messages in. What it took is settled when it ends.
 * @param signal the input stops
 * @throws Error whose message says why it could not be made, or broke
 */
export type BrokerSession = (signal: AbortSignal, onUp: () => void) => Promise<void>;

export interface BrokerSettings {
  /** Address of the broker without secrets. */
  readonly told: string;
  /** Called with the present problem; undefined when it is over. */
  readonly onTrouble: (reason: string | undefined) => void;
}

export interface BrokerPauses {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A connection that held so long was a good one: the next pause is a short one again. */
  readonly goodMs: number;
}

const usualPauses: BrokerPauses = { firstMs: 500, longestMs: 30_000, goodMs: 10_000 };

const mostReasonCharacters = 300;

/** Limits and cleans the text of a broker, which may be long and contain anything. */
const shown = (text: string): string => {
  const line = text.slice(0, 4 * mostReasonCharacters).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > mostReasonCharacters
    ? `${line.slice(0, mostReasonCharacters).replace(/\p{Surrogate}/gu, '')}…`
    : line;
};

/** Of an OpenSSL error only the reason is useful; the rest names a place in its sources. */
const messageOf = (error: Error): string =>
  'library' in error && 'reason' in error && typeof error.reason === 'string' ? `TLS: ${error.reason}` : error.message;

export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? messageOf(error) : String(error);
  // Several addresses of one name that all refuse have no message of their own.
  if (text === '' && error instanceof AggregateError) return shown(error.errors.map(reasonOf).join('; '));
  return text === '' ? 'no reason was given' : shown(text);
};

const isOwn = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/** Said of a password that goes over the network as it is; undefined: it does not leave the machine. */
export function readablePassword(hosts: readonly string[], remedy: string): string | undefined {
  const host = hosts.find((one) => !isOwn(one));
  return host === undefined
    ? undefined
    : `The password goes to ${host} without TLS, so it can be read in transit (${remedy}).`;
}

/** Resolves when it is aborted. Leaves nothing behind when it is stopped. */
export function whenAborted(signal: AbortSignal): { readonly aborted: Promise<undefined>; readonly stop: () => void } {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    const end = () => resolve(undefined);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    stop = () => signal.removeEventListener('abort', end);
  });
  return { aborted, stop };
}

export class BrokerTransport implements Transport {
  readonly #ended = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: BrokerSettings,
    private readonly session: BrokerSession,
    private readonly pauses: BrokerPauses = usualPauses,
  ) {}

  async start(): Promise<Listening | undefined> {
    this.#running = this.#run();
    return undefined;
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ended;
    const { told, onTrouble } = this.settings;
    const { firstMs, longestMs, goodMs } = this.pauses;
    // Trouble is reported later, for an input that runs.
    await nextTurn();
    for (let failures = 0; !signal.aborted;) {
      let upAt: number | undefined;
      let reason = 'the connection ended.';
      try {
        await this.session(signal, () => {
          upAt = performance.now();
          onTrouble(undefined);
        });
      } catch (error) {
        reason = reasonOf(error);
      }
      if (signal.aborted) return;
      onTrouble(`${told} cannot be used: ${reason}`);
      failures = upAt !== undefined && performance.now() - upAt >= goodMs ? 1 : failures + 1;
      await pause(Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16)), signal);
    }
  }
}

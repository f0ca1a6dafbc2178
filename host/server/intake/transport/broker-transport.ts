/**
 * Handles the connections of inputs that fetch from a broker: reconnects after growing pauses, and reports the cause of
 * a lost connection to the page of inputs.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pause } from '../../foundation/pause.js';
import type { Listening, Transport } from './transport.js';

/**
 * Runs a connection to the broker from connecting to closing, and calls `onUp` as soon as messages are consumed. When
 * the promise settles, no consumed message is being processed any more.
 * @param signal aborted when the input stops
 * @throws Error that explains why the connection failed or was lost
 */
export type BrokerSession = (signal: AbortSignal, onUp: () => void) => Promise<void>;

export interface BrokerSettings {
  /** Address of the broker without secrets. */
  readonly shownAddress: string;
  /** Called with the present problem of the connection, and with `undefined` when the problem is over. */
  readonly onTrouble: (reason: string | undefined) => void;
}

export interface BrokerPauses {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Duration in milliseconds after which a connection counts as stable: the next pause is short again. */
  readonly goodMs: number;
}

const usualPauses: BrokerPauses = { firstMs: 500, longestMs: 30_000, goodMs: 10_000 };

const mostReasonCharacters = 300;

/** Truncates text from a broker and removes control characters, because the text is untrusted. */
const shown = (text: string): string => {
  const line = text.slice(0, 4 * mostReasonCharacters).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return line.length > mostReasonCharacters
    ? `${line.slice(0, mostReasonCharacters).replace(/\p{Surrogate}/gu, '')}…`
    : line;
};

/**
 * Returns the message of an error. For an error of OpenSSL this is only its reason, because the rest of the message
 * names a place in OpenSSL's source code.
 */
const messageOf = (error: Error): string =>
  'library' in error && 'reason' in error && typeof error.reason === 'string' ? `TLS: ${error.reason}` : error.message;

export const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? messageOf(error) : String(error);
  // If all addresses of a host name refuse, the error that combines them has an empty message.
  if (text === '' && error instanceof AggregateError) return shown(error.errors.map(reasonOf).join('; '));
  return text === '' ? 'no reason was given' : shown(text);
};

const isOwn = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

/**
 * Returns a warning about a password that is sent without TLS; undefined: the connection does not leave the machine.
 */
export function readablePassword(hosts: readonly string[], remedy: string): string | undefined {
  const host = hosts.find((one) => !isOwn(one));
  return host === undefined
    ? undefined
    : `The password goes to ${host} without TLS, so it can be read in transit (${remedy}).`;
}

/** Returns a promise that resolves when the signal is aborted, and a function that removes its listener. */
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
    const { shownAddress, onTrouble } = this.settings;
    const { firstMs, longestMs, goodMs } = this.pauses;
    // Problems are reported from the next turn on, when the input is registered as running.
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
      onTrouble(`${shownAddress} cannot be used: ${reason}`);
      failures = upAt !== undefined && performance.now() - upAt >= goodMs ? 1 : failures + 1;
      await pause(Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 16)), signal);
    }
  }
}

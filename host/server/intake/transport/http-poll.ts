/** Polls a document from an HTTP API. Before each request, the URL whitelist is checked. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { httpAgent, httpCall } from '../../outgoing/http-call.js';
import { EgressRefusedError, shownAddress, type EgressGuard, type AllowedTarget } from '../../outgoing/egress-guard.js';
import { DecodeFailure } from '../decode/decoded.js';
import type { Receiver } from './receiver.js';
import { errorOf } from '../../foundation/caught.js';
import type { Listening, Transport } from './transport.js';

export interface HttpPollSettings {
  /**
   * True: polling pauses while the server is behind; false: polling pauses only while the server accepts no messages.
   */
  readonly throttled: boolean;
  readonly url: string;
  readonly headers: string;
  /** Returns the decrypted text of the headers that are stored encrypted; called when the input starts. */
  readonly secretHeaders: () => Promise<string>;
  readonly intervalMs: number;
  readonly egress: EgressGuard;
  /** Called after each poll with its problem; `undefined`: the poll has succeeded. */
  readonly onTrouble: (reason: string | undefined) => void;
}

const answerMs = 10_000;
const mostBytes = 1024 * 1024;
const mostHeaders = 50;
/** Headers that cannot be configured, because they belong to the connection. */
const ownHeaders: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/**
 * Parses headers in the form `Name: value, Other: value`; a comma ends a value only if a header name follows.
 * @throws RangeError when a header is invalid (the message names it without its value), or there are too many headers
 */
export function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const parts = text.split(/,(?=\s*[\w-]{1,100}\s*:)/).filter((part) => part.trim() !== '');
  if (parts.length > mostHeaders) throw new RangeError(`At most ${mostHeaders} headers are sent.`);
  for (const part of parts) {
    const colon = part.indexOf(':');
    const name = part.slice(0, Math.max(0, colon)).trim();
    const value = part.slice(colon + 1).trim();
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new RangeError(`The header "${name}" cannot be sent; write headers as Name: value, Other: value.`);
    }
    if (ownHeaders.has(name.toLowerCase())) throw new RangeError(`The header "${name}" cannot be set.`);
    headers[name] = value;
  }
  return headers;
}

export class HttpPollTransport implements Transport {
  readonly #ended = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #headers: Record<string, string> = {};
  #underway: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: HttpPollSettings,
    private readonly receiver: Receiver,
  ) {}

  async start(): Promise<Listening | undefined> {
    const { headers, secretHeaders } = this.settings;
    this.#headers = { Accept: 'application/json', ...headersOf(headers), ...headersOf(await secretHeaders()) };
    // The first poll begins in a later turn of the event loop, when the input is registered as running.
    this.#timer = setTimeout(() => this.#ask(), 0);
    return undefined;
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    clearTimeout(this.#timer);
    await this.#underway;
  }

  #ask(): void {
    const begun = performance.now();
    this.#underway = this.#poll().then((trouble) => {
      if (this.#ended.signal.aborted) return;
      this.settings.onTrouble(trouble);
      const wait = Math.max(0, this.settings.intervalMs - (performance.now() - begun));
      this.#timer = setTimeout(() => this.#ask(), wait);
    });
  }

  /**
   * Polls once.
   * @returns a description of the problem; undefined: the document was accepted, or the input stops
   */
  async #poll(): Promise<string | undefined> {
    const { url, egress, throttled } = this.settings;
    const { receiver } = this;
    try {
      // The backpressure is awaited before the request, because a value that could not be stored need not be fetched.
      await receiver.whenReady(throttled, this.#ended.signal);
      if (this.#ended.signal.aborted) return undefined;
      const body = await this.#fetch(await egress.open(url));
      await receiver.whenReady(throttled, this.#ended.signal);
      if (this.#ended.signal.aborted) return undefined;
      const taken = await receiver.takeAny(body, undefined, receiver.now());
      if (taken instanceof DecodeFailure) return taken.message;
      await receiver.submit([taken], body.length);
      return undefined;
    } catch (error) {
      if (error instanceof EgressRefusedError) return error.message;
      return `${shownAddress(url)} cannot be asked: ${reasonOf(error)}`;
    }
  }

  /**
   * Fetches the document. Redirects are not followed, because their targets are not checked against the whitelist.
   * @throws Error when the request fails, the status is not 200, or the document is too large
   */
  async #fetch(passage: AllowedTarget): Promise<Buffer> {
    const url = new URL(this.settings.url);
    const agent = httpAgent(url, { verify: true, trusted: undefined }, 1, false);
    const call = {
      url,
      method: 'GET',
      // Compression is not requested, because the decompressed size would have to be limited as well.
      headers: { 'Accept-Encoding': 'identity', ...this.#headers },
      body: Buffer.alloc(0),
      agent,
      passage,
      timeoutMs: answerMs,
      answerBytes: mostBytes + 1,
    };
    try {
      const { status, bytes } = await httpCall(call, this.#ended.signal);
      if (status !== 200) throw new Error(`it answers with status ${status}.`);
      if (bytes.length > mostBytes) throw new Error(`its answer has more than ${mostBytes} bytes.`);
      this.receiver.counters.readBytes.mark(bytes.length);
      return bytes;
    } finally {
      agent.destroy();
    }
  }
}

const reasonOf = (error: unknown): string => errorOf(error).message;

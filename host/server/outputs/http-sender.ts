/** Sends messages in POST requests over HTTP or HTTPS. Of the response, only the status is used. */
import type { Agent } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { EgressRefusedError, type AllowedTarget } from '../outgoing/egress-guard.js';
import type { IncomingMessage } from '../store/types.js';
import { httpAgent, httpCall } from '../outgoing/http-call.js';
import { sendError, type ReceiverTls, type Sender } from '../outgoing/sender.js';

const compress = promisify(gzip);

export interface HttpTarget {
  readonly url: URL;
  readonly contentType: string;
  /** Value of the Authorization header; undefined: the header is not sent. */
  readonly authorization: string | undefined;
  readonly compressed: boolean;
  /** Time limit of one request in milliseconds, from its start to the response. */
  readonly timeoutMs: number;
  /** Largest number of messages per request. */
  readonly batchMessages: number;
  /** Largest number of concurrent requests. */
  readonly calls: number;
  readonly tls: ReceiverTls;
  /** Checks the URL, once for all requests of a batch. @throws Error when the URL must not be called */
  readonly open: () => Promise<AllowedTarget>;
}

/**
 * Statuses (RFC 9110 §15.5) by which a receiver refuses the content of messages, so that repeating the request cannot
 * succeed.
 */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

export class HttpSender implements Sender {
  readonly #target: HttpTarget;
  readonly #agent: Agent;
  readonly #body: (messages: readonly IncomingMessage[]) => string;

  constructor(target: HttpTarget, body: (messages: readonly IncomingMessage[]) => string) {
    this.#target = target;
    this.#body = body;
    this.#agent = httpAgent(target.url, target.tls, target.calls);
  }

  async send(
    messages: readonly IncomingMessage[],
    refused: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { batchMessages, calls } = this.#target;
    const passage = await this.#open();
    const parts: (readonly IncomingMessage[])[] = [];
    for (let at = 0; at < messages.length; at += batchMessages) parts.push(messages.slice(at, at + batchMessages));
    for (let at = 0; at < parts.length; at += calls)
      await Promise.all(parts.slice(at, at + calls).map((part) => this.#deliver(part, passage, refused, signal)));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #open(): Promise<AllowedTarget> {
    const { url, open } = this.#target;
    try {
      return await open();
    } catch (error) {
      throw error instanceof EgressRefusedError ? error : sendError(url.host, error);
    }
  }

  /**
   * Sends messages in a request. If the receiver refuses the request, the messages are sent again in two halves, so
   * that the refused messages are found.
   */
  async #deliver(
    messages: readonly IncomingMessage[],
    passage: AllowedTarget,
    refused: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const status = await this.#post(this.#body(messages), passage, signal);
    if (status >= 200 && status < 300) return;
    const reason = `${this.#target.url.host}: the receiver answers with status ${status}`;
    if (!refusals.has(status)) throw new Error(reason);
    if (messages.length === 1) return refused(reason);
    const half = Math.ceil(messages.length / 2);
    await this.#deliver(messages.slice(0, half), passage, refused, signal);
    await this.#deliver(messages.slice(half), passage, refused, signal);
  }

  async #post(text: string, passage: AllowedTarget, signal: AbortSignal): Promise<number> {
    const { url, contentType, authorization, compressed, timeoutMs } = this.#target;
    const body = compressed ? await compress(text) : Buffer.from(text);
    const headers = {
      'Content-Type': contentType,
      ...(compressed && { 'Content-Encoding': 'gzip' }),
      ...(authorization !== undefined && { Authorization: authorization }),
    };
    return (await httpCall({ url, headers, body, agent: this.#agent, passage, timeoutMs }, signal)).status;
  }
}

/** Posts messages over HTTP or HTTPS. Redirections are not followed, and of an answer only its status is read. */
import { Agent as PlainAgent, request as requestPlain } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { IncomingMessage } from '../store/types.js';
import { sendError, tlsOptions, type ReceiverTls, type Sender } from './sender.js';

const compress = promisify(gzip);

export interface HttpTarget {
  readonly url: URL;
  readonly contentType: string;
  /** Value of the header; undefined: none. */
  readonly authorization: string | undefined;
  readonly compressed: boolean;
  /** For one call, from its beginning to the answer. */
  readonly timeoutMs: number;
  /** Messages of one call. */
  readonly batchMessages: number;
  /** Calls at the same time. */
  readonly calls: number;
  readonly tls: ReceiverTls;
}

/** It is the messages that are not wanted: sent again they would be refused again. */
const refusals: ReadonlySet<number> = new Set([400, 413, 422]);

export class HttpSender implements Sender {
  readonly #target: HttpTarget;
  readonly #agent: PlainAgent;
  readonly #body: (messages: readonly IncomingMessage[]) => string;

  constructor(target: HttpTarget, body: (messages: readonly IncomingMessage[]) => string) {
    this.#target = target;
    this.#body = body;
    const { url, calls, tls } = target;
    const options = { keepAlive: true, maxSockets: calls };
    this.#agent =
      url.protocol === 'https:' ? new TlsAgent({ ...options, ...tlsOptions(tls) }) : new PlainAgent(options);
  }

  async send(
    messages: readonly IncomingMessage[],
    refused: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { batchMessages, calls } = this.#target;
    const parts: (readonly IncomingMessage[])[] = [];
    for (let at = 0; at < messages.length; at += batchMessages) parts.push(messages.slice(at, at + batchMessages));
    for (let at = 0; at < parts.length; at += calls)
      await Promise.all(parts.slice(at, at + calls).map((part) => this.#deliver(part, refused, signal)));
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Of messages that are refused together, each half is sent for itself. */
  async #deliver(
    messages: readonly IncomingMessage[],
    refused: (reason: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const status = await this.#post(this.#body(messages), signal);
    if (status >= 200 && status < 300) return;
    const reason = `${this.#target.url.host}: the receiver answers with status ${status}`;
    if (!refusals.has(status)) throw new Error(reason);
    if (messages.length === 1) return refused(reason);
    const half = Math.ceil(messages.length / 2);
    await this.#deliver(messages.slice(0, half), refused, signal);
    await this.#deliver(messages.slice(half), refused, signal);
  }

  async #post(text: string, signal: AbortSignal): Promise<number> {
    const { url, contentType, authorization, compressed, timeoutMs } = this.#target;
    const body = compressed ? await compress(text) : Buffer.from(text);
    const begin = url.protocol === 'https:' ? requestTls : requestPlain;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      return await new Promise<number>((resolve, reject) => {
        const request = begin(
          url,
          {
            method: 'POST',
            agent: this.#agent,
            signal: AbortSignal.any([signal, timeout]),
            headers: {
              'Content-Type': contentType,
              'Content-Length': body.length,
              ...(compressed && { 'Content-Encoding': 'gzip' }),
              ...(authorization !== undefined && { Authorization: authorization }),
            },
          },
          (response) => {
            response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
            response.resume();
          },
        );
        request.on('error', reject);
        request.end(body);
      });
    } catch (error) {
      throw sendError(
        url.host,
        timeout.aborted ? new Error(`there was no answer within ${timeoutMs} ms`, { cause: error }) : error,
      );
    }
  }
}

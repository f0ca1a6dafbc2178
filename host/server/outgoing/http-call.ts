/** One call over HTTP or HTTPS. Redirections are not followed: where they lead, nobody has allowed. */
import {
  Agent as PlainAgent,
  request as requestPlain,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import type { AllowedTarget } from './egress-guard.js';
import { sendError, tlsOptions, type ReceiverTls } from './sender.js';

export interface HttpCall {
  readonly url: URL;
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly agent: PlainAgent;
  /** Resolved address of the host; absent for one of our own. */
  readonly passage?: AllowedTarget;
  /** Time limit from the start of the call to the answer. */
  readonly timeoutMs: number;
  /** Bytes of the answer's body that are kept, behind which it is broken off; none, if not said. */
  readonly answerBytes?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body up to the limit that was asked for. */
  readonly bytes: Buffer;
  readonly body: string;
}

/** Bytes read of an answer that nobody keeps, so that its connection can be reused. */
const unkeptBytes = 64 * 1024;

/** @param sockets connections at the same time */
export function httpAgent({ protocol }: URL, tls: ReceiverTls, sockets: number, keepAlive = true): PlainAgent {
  const options = { keepAlive, maxSockets: sockets };
  return protocol === 'https:' ? new TlsAgent({ ...options, ...tlsOptions(tls) }) : new PlainAgent(options);
}

/** @throws Error that names the host and says why there is no answer */
export async function httpCall(call: HttpCall, signal: AbortSignal): Promise<HttpAnswer> {
  const { url, method = 'POST', headers, body, agent, passage, timeoutMs, answerBytes } = call;
  const begin = url.protocol === 'https:' ? requestTls : requestPlain;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await new Promise<HttpAnswer>((resolve, reject) => {
      const request = begin(
        url,
        {
          method,
          agent,
          ...(passage && { lookup: passage.lookup }),
          signal: AbortSignal.any([signal, timeout]),
          headers: { ...headers, ...((method !== 'GET' || body.length > 0) && { 'Content-Length': body.length }) },
        },
        (response) => {
          const kept: Buffer[] = [];
          let left = answerBytes ?? unkeptBytes;
          const answer = (): void => {
            const bytes = Buffer.concat(kept);
            const { statusCode: status = 0, headers: answered } = response;
            resolve({ status, headers: answered, bytes, body: bytes.toString() });
          };
          response.on('error', reject).on('end', answer);
          response.on('data', (piece: Buffer) => {
            if (answerBytes !== undefined) kept.push(piece.subarray(0, left));
            left -= piece.length;
            if (left > 0) return;
            answer();
            response.destroy();
          });
        },
      );
      request.on('error', reject);
      // Otherwise neither answer nor error would arrive, and aborting the call would not reach the socket.
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the receiver answers in another protocol'));
      });
      request.end(body);
    });
  } catch (error) {
    throw sendError(
      url.host,
      timeout.aborted ? new Error(`there was no answer within ${timeoutMs} ms`, { cause: error }) : error,
    );
  }
}

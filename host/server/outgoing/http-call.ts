/** Sends an HTTP or HTTPS request. Redirects are not followed, because their targets have not been checked. */
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
  /** The checked addresses of the host; absent: the URL is a constant of the program, so it need not be checked. */
  readonly passage?: AllowedTarget;
  /** Time limit in milliseconds, from the start of the request to the end of the response. */
  readonly timeoutMs: number;
  /**
   * Largest number of bytes of the response body that are kept; the rest of a longer response is not read. Absent:
   * the body is discarded.
   */
  readonly answerBytes?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Response body, truncated to the requested limit. */
  readonly bytes: Buffer;
  readonly body: string;
}

/** Largest number of bytes of a discarded response body that are read, so that the connection can be reused. */
const unkeptBytes = 64 * 1024;

/** Creates the agent for requests to a URL. @param sockets largest number of concurrent connections */
export function httpAgent({ protocol }: URL, tls: ReceiverTls, sockets: number, keepAlive = true): PlainAgent {
  const options = { keepAlive, maxSockets: sockets };
  return protocol === 'https:' ? new TlsAgent({ ...options, ...tlsOptions(tls) }) : new PlainAgent(options);
}

/**
 * Sends a request and returns the response with any status.
 * @throws Error with the host and the reason when it fails
 */
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
      // Without this handler, a response that switches the protocol would cause neither a response nor an error event.
      request.on('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the receiver switched to another protocol instead of answering with HTTP'));
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

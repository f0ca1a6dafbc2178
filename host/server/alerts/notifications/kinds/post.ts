/**
 * Sends one HTTP request to a receiver, and only to addresses that are allowed. `EventNotifications.tell` removes the
 * secrets from its reports and errors.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { EgressRefusedError, type AllowedTarget } from '../../../outgoing/egress-guard.js';
import { httpAgent, httpCall, type HttpAnswer } from '../../../outgoing/http-call.js';
import { sendError } from '../../../outgoing/sender.js';
import { LaterError, NeverError } from '../delivery-errors.js';
import type { Means, NotificationAttempt } from '../kind.js';
import { errorOf } from '../../../foundation/caught.js';

const timeoutMs = 20_000;
/** Largest number of bytes of a receiver's answer that errors and reports contain. */
const answerBytes = 500;

/** HTTP status codes below 500 after which a retry may succeed (RFC 9110 §15.5, RFC 8470, RFC 6585). */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

export interface Message {
  readonly url: URL;
  /**
   * The address as entered, to be compared with the URL whitelist; absent: the address is built in and needs no entry.
   */
  readonly entered?: string;
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  readonly verify?: boolean;
  /** Target of the message as reports show it. */
  readonly to: string;
}

/**
 * Thrown when an address is not on the URL whitelist, or its host name resolves to an address that is not permitted.
 */
export class NotAllowedError extends LaterError {
  override name = 'NotAllowedError';
}

/**
 * Checks that the target of a message is allowed, and returns it; undefined: the address is built in, so it needs no
 * check.
 * @throws NotAllowedError when the target is not allowed, LaterError when it cannot be checked at present
 */
async function opened({ entered, url, to }: Message, { egress }: Means): Promise<AllowedTarget | undefined> {
  try {
    return entered === undefined ? undefined : await egress.open(entered, to);
  } catch (error) {
    if (error instanceof EgressRefusedError) throw new NotAllowedError(error.message);
    throw new LaterError(sendError(url.host, error).message);
  }
}

/**
 * Sends a message and returns the receiver's answer.
 * @throws LaterError when a retry may succeed, NeverError when it cannot; both contain the receiver's answer, if any
 */
export async function postTo(message: Message, { means, signal, report }: NotificationAttempt): Promise<HttpAnswer> {
  const { url, method, headers, body, verify = true, to } = message;
  const later = (error: LaterError): LaterError => {
    report({ to, body, error: error.message, isLater: true });
    return error;
  };
  const passage = await opened(message, means).catch((error: LaterError) => {
    throw later(error);
  });
  const keepAlive = means.keepAlive();
  const agent = httpAgent(url, { verify, trusted: undefined }, 1, keepAlive);
  let answer: HttpAnswer;
  try {
    answer = await httpCall(
      {
        url,
        ...(method !== undefined && { method }),
        headers,
        body: Buffer.from(body),
        agent,
        ...(passage && { passage }),
        timeoutMs,
        answerBytes,
      },
      signal,
    );
  } catch (error) {
    throw later(new LaterError(errorOf(error).message));
  } finally {
    agent.destroy();
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    report({ to, body });
    return answer;
  }
  const answerText = answer.body.replace(/\s+/g, ' ').trim();
  const reason = `${url.host} answers with status ${status}${answerText === '' ? '' : `: ${answerText}`}`;
  if (status >= 500 || passing.has(status)) throw later(new LaterError(reason));
  report({ to, body, error: reason });
  throw new NeverError(reason);
}

/**
 * Checks the form of an address. An address that is not on the URL whitelist is accepted, as in the reference server:
 * nothing is sent to it until it is listed.
 * @returns a description of the problem; undefined: the address is valid
 */
export function addressProblem(entered: string): string | undefined {
  if (entered === '') return 'An address is missing.';
  const url = URL.canParse(entered) ? new URL(entered) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'It must be an address of http or https.';
  if (url.username !== '' || url.password !== '')
    return 'Put user name and password into their own fields, not into the address.';
  return undefined;
}

/** Returns the origin of an address, or the text itself if it is no address. */
export const originOf = (entered: string): string => (URL.canParse(entered) ? new URL(entered).origin : entered);

/** One call of a receiver over HTTP: only where it is allowed, and what is said of it holds no secret. */
import type { OutgoingHttpHeaders } from 'node:http';
import { EgressRefusedError, type AllowedTarget } from '../../../outgoing/egress-guard.js';
import { httpAgent, httpCall, type HttpAnswer } from '../../../outgoing/http-call.js';
import { sendError } from '../../../outgoing/sender.js';
import { LaterError, NeverError } from '../delivery-errors.js';
import type { Means, Telling } from '../kind.js';

const timeoutMs = 20_000;
/** Bytes of a receiver's answer that are shown. */
const answerBytes = 500;

/** Answers after which the same may be taken another time. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

export interface Message {
  readonly url: URL;
  /** The address as the list has it; absent: it is one of our own, which nobody lists. */
  readonly entered?: string;
  readonly method?: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  readonly verify?: boolean;
  /** Target as it is shown. */
  readonly to: string;
}

/** The address is not on the list, or what its name stands for is not. */
export class NotAllowedError extends LaterError {
  override name = 'NotAllowedError';
}

/** @throws NotAllowedError, LaterError */
async function opened({ entered, url, to }: Message, { egress }: Means): Promise<AllowedTarget | undefined> {
  try {
    return entered === undefined ? undefined : await egress.open(entered, to);
  } catch (error) {
    if (error instanceof EgressRefusedError) throw new NotAllowedError(error.message);
    throw new LaterError(sendError(url.host, error).message);
  }
}

/** @throws LaterError, NeverError with what the receiver says */
export async function postTo(message: Message, { means, signal, report }: Telling): Promise<HttpAnswer> {
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
    throw later(new LaterError((error as Error).message));
  } finally {
    agent.destroy();
  }
  const { status } = answer;
  if (status >= 200 && status < 300) {
    report({ to, body });
    return answer;
  }
  const said = answer.body.replace(/\s+/g, ' ').trim();
  const reason = `${url.host} answers with status ${status}${said === '' ? '' : `: ${said}`}`;
  if (status >= 500 || passing.has(status)) throw later(new LaterError(reason));
  report({ to, body, error: reason });
  throw new NeverError(reason);
}

/**
 * Checks an address that is to be called. One that is not on the URL whitelist is taken, as a reference server takes it: nothing is sent to
 * it before it is listed.
 * @returns what is wrong; undefined: nothing
 */
export function addressProblem(entered: string): string | undefined {
  if (entered === '') return 'An address is missing.';
  const url = URL.canParse(entered) ? new URL(entered) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'It must be an address of http or https.';
  if (url.username !== '' || url.password !== '')
    return 'Put user name and password into their own fields, not into the address.';
  return undefined;
}

/** Returns the origin of an address, as checks of the notification kinds use it. */
export const originOf = (entered: string): string => (URL.canParse(entered) ? new URL(entered).origin : entered);

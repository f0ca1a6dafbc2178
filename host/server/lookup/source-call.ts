/**
 * Sends the HTTP requests of data adapters. The egress guard checks every URL before it is called, including the URL of
 * a redirect.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { EgressRefusedError, shownAddress, type EgressGuard } from '../outgoing/egress-guard.js';
import { errorOf } from '../foundation/caught.js';
import { httpAgent, httpCall, type HttpAnswer } from '../outgoing/http-call.js';

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface SourceCall {
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  readonly mostBytes: number;
  readonly timeoutMs: number;
}

/**
 * Sends a GET request, follows redirects, and returns the answer with any status.
 * @throws EgressRefusedError for a URL that is not allowed; Error with address and reason when the request fails
 */
export async function sourceCall(call: SourceCall, egress: EgressGuard, signal: AbortSignal): Promise<HttpAnswer> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(call.timeoutMs)]);
  let entered = call.url;
  let { headers } = call;
  for (let step = 0; step <= mostRedirects; step += 1) {
    const url = webAddress(entered);
    const passage = await egress.open(entered);
    const agent = httpAgent(url, { verify: true, trusted: undefined }, 1, false);
    try {
      const answer = await httpCall(
        {
          url,
          method: 'GET',
          headers: { 'Accept-Encoding': 'identity', ...headers },
          body: Buffer.alloc(0),
          agent,
          passage,
          timeoutMs: call.timeoutMs,
          answerBytes: call.mostBytes + 1,
        },
        until,
      );
      if (answer.bytes.length > call.mostBytes)
        throw new Error(`${shownAddress(entered)}: the answer has more than ${call.mostBytes} bytes.`);
      const { location } = answer.headers;
      if (!redirects.has(answer.status) || location === undefined) return answer;
      const next = new URL(location, url);
      // Headers may contain credentials for the configured host, which must not be sent to another origin.
      if (next.origin !== url.origin) headers = withoutSecrets(headers);
      entered = next.href;
    } finally {
      agent.destroy();
    }
  }
  throw new Error(`${shownAddress(call.url)} redirects more than ${mostRedirects} times.`);
}

/** Names of headers that contain no credentials. */
const plainHeaders: ReadonlySet<string> = new Set(['accept', 'user-agent', 'if-modified-since']);
const withoutSecrets = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => plainHeaders.has(name.toLowerCase())));

/** Parses a URL. @throws Error when it is neither http nor https */
function webAddress(entered: string): URL {
  const url = URL.canParse(entered) ? new URL(entered) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error(`${shownAddress(entered)} is no address of http or https.`);
  return url;
}

/** Returns the displayable message of a failed request. */
export function callError(error: unknown): string {
  if (error instanceof EgressRefusedError) return error.message;
  const message = errorOf(error).message;
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Explains, as the error of a form field, why a URL cannot be called; undefined: it can be called. */
export async function urlProblem(url: string, egress: EgressGuard): Promise<string | undefined> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'Invalid URL.';
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    return 'Put user name and password into their own fields, not into the address.';
  return (await egress.isListed(url)) ? undefined : `URL <${url}> is not on the URL whitelist.`;
}

// A fake server inside the page: it answers the requests of the elements, so that browser tests need no network.

export interface FakeCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Answers by `METHOD /path` (below the API's base, `*` at the end matches the rest). A Response is returned unchanged,
 * `undefined` becomes a 204, and any other value is returned as JSON.
 */
export type FakeRoutes = Record<string, (call: FakeCall) => unknown>;

export interface FakeServer {
  readonly calls: FakeCall[];
  readonly routes: FakeRoutes;
  /** Requests to a route such as `GET /streams`, oldest first. */
  to(route: string): FakeCall[];
  /** Number of requests that have not been answered yet. */
  readonly pending: number;
  restore(): void;
}

export const signedIn: FakeRoutes = {
  'GET /': () => ({ cluster_id: 'c', node_id: 'n', version: '5.1.8', tagline: '', embedded: true }),
  'GET /system/sessions': () => ({ is_valid: true, session_id: 's', username: 'ada' }),
  'GET /users/*': () => ({ id: 'u1', username: 'ada', permissions: ['streams:read:*'], timezone: 'Europe/Berlin' }),
};

/** Returns the body of a request, an empty object if it has none. */
export const objectIn = (body: string | undefined): object =>
  // Cast: the console sends each body as a JSON object.
  JSON.parse(body ?? '{}') as object;

/** Replaces `fetch`; unknown routes are answered with 404. Call `restore` after the test. */
export function fakeServer(routes: FakeRoutes = signedIn): FakeServer {
  const original = window.fetch;
  const calls: FakeCall[] = [];
  const own: FakeRoutes = { ...routes };
  let pending = 0;
  window.fetch = async (input, init) => {
    pending += 1;
    try {
      return await answer(input, init);
    } finally {
      pending -= 1;
    }
  };
  const answer = async (input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const path = url.pathname.replace(/^.*?\/api/, '') || '/';
    const call: FakeCall = {
      method: request.method,
      url,
      headers: request.headers,
      body: init?.body === undefined || init.body === null ? undefined : await request.text(),
      signal: init?.signal ?? undefined,
    };
    calls.push(call);
    const key = `${request.method} ${path}`;
    const name =
      key in own ? key : Object.keys(own).find((one) => one.endsWith('*') && key.startsWith(one.slice(0, -1)));
    const body = name === undefined ? new Response('{}', { status: 404 }) : await own[name]?.(call);
    if (body instanceof Response) return body;
    if (body === undefined) return new Response(null, { status: 204 });
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  return {
    calls,
    routes: own,
    get pending() {
      return pending;
    },
    to: (route) =>
      calls.filter((call) => `${call.method} ${call.url.pathname.replace(/^.*?\/api/, '') || '/'}` === route),
    restore: () => {
      window.fetch = original;
    },
  };
}

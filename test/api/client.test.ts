/** The API client handles the responses of a real HTTP server, including invalid and hostile ones. */
import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { ClientOptions, Token } from '../../api/client.js';
import { createClient } from '../../api/client.js';
import { endpoint } from '../../api/contract/endpoint.js';
import type { ApiFailure } from '../../api/failures.js';
import * as failures from '../../api/failures.js';

const getThing = endpoint<{ answer: Record<string, unknown>; query: { page?: number; filters?: string[] } }>()(
  'GET',
  '/things/{thingId}',
  'session',
);
const ping = endpoint<{ answer: { up: boolean } }>()('GET', '/', 'public');
const save = endpoint<{ body: unknown; answer: unknown }>()('POST', '/things', 'session');
const saveText = endpoint<{ body: string; answer: unknown }>()('POST', '/things', 'session', { consumes: 'text' });
const remove = endpoint<{ answer: undefined }>()('DELETE', '/things/{thingId}', 'session', { produces: 'nothing' });
const jobId = endpoint<{ answer: string }>()('GET', '/job', 'session', { produces: 'text' });
const thing = { params: { thingId: 'a' } };

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

async function serve(
  t: TestContext,
  answer: (request: Seen, response: ServerResponse) => void,
  options: Partial<ClientOptions> = {},
) {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const entry = { method: request.method, url: request.url, headers: request.headers, body };
      seen.push(entry);
      answer(entry, response);
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen, origin, client: createClient({ baseUrl: `${origin}/api/`, ...options }) };
}

const json = (response: ServerResponse, value: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(value);

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const error = await promise.then(
    () => assert.fail('expected a failure'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof failures.ApiFailure, String(error));
  return error;
}

test('the client fills path and query, marks the call as XHR and decodes JSON', async (t) => {
  const { client, seen } = await serve(t, (_request, response) => json(response, '{"a":1}'));
  const answer = await client.call(getThing, {
    params: { thingId: '../x y' },
    query: { page: 2, filters: ['a:b', 'c'] },
  });
  assert.deepEqual(answer, { a: 1 });
  assert.equal(seen[0]?.url, '/api/things/..%2Fx%20y?page=2&filters=a%3Ab&filters=c');
  assert.equal(seen[0].headers['x-requested-by'], 'XMLHttpRequest');
  assert.equal(seen[0].headers['x-requested-with'], 'XMLHttpRequest');
  assert.equal(seen[0].headers['x-graylog-no-session-extension'], undefined);
  assert.equal(seen[0].headers.authorization, undefined);
});

test('the client refuses ids that could leave the route', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9' });
  await assert.rejects(client.call(getThing, { params: { thingId: '..' } }), RangeError);
});

test('background calls of the client do not prolong the session', async (t) => {
  const { client, seen } = await serve(t, (_request, response) => json(response, '{"up":true}'));
  await client.call(ping, { background: true });
  assert.equal(seen[0]?.headers['x-graylog-no-session-extension'], 'true');
});

test('the client sends JSON, text and files, and sends big integers exactly', async (t) => {
  const { client, seen } = await serve(t, (_request, response) => json(response, 'null'));
  await client.call(save, { body: { id: 9007199254740993n, text: 'ä' } });
  await client.call(saveText, { body: '%{WORD}' });
  await client.call(save, { body: new Blob(['raw'], { type: 'application/zip' }) });
  assert.deepEqual(
    seen.map(({ headers, body }) => [headers['content-type'], body]),
    [
      ['application/json', '{"id":9007199254740993,"text":"ä"}'],
      ['text/plain; charset=utf-8', '%{WORD}'],
      ['application/zip', 'raw'],
    ],
  );
});

test('the client reads integers beyond 2^53 exactly, and ids of 24 digits as text', async (t) => {
  const { client } = await serve(t, (_request, response) =>
    json(
      response,
      '{"n":9007199254740993,"list":[ -12345678901234567890],"stream":"000000000000000000000001","f":0.1,"n":1,"n":9007199254740995}',
    ),
  );
  assert.deepEqual(await client.call(getThing, thing), {
    n: 9007199254740995n,
    list: [-12345678901234567890n],
    stream: '000000000000000000000001',
    f: 0.1,
  });
});

test('a 204, an empty body and endpoints without a response type yield undefined', async (t) => {
  const { client } = await serve(t, (request, response) => {
    if (request.url?.endsWith('/none')) response.writeHead(204).end();
    else if (request.method === 'DELETE') json(response, '"whatever"');
    else response.writeHead(200).end();
  });
  assert.equal(await client.call(getThing, { params: { thingId: 'none' } }), undefined);
  assert.equal(await client.call(getThing, { params: { thingId: 'empty' } }), undefined);
  assert.equal(await client.call(remove, thing), undefined);
});

test('the client returns plain text responses unchanged', async (t) => {
  const { client } = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('65e1'),
  );
  assert.equal(await client.call(jobId), '65e1');
});

test("the client maps each status to its failure class and keeps the server's message", async (t) => {
  const { client, origin } = await serve(t, (request, response) => {
    const status = Number(request.url?.split('/').at(-1));
    response.setHeader('retry-after', '7');
    json(response, `{"type":"ApiError","message":"said ${status}"}`, status);
  });
  const expected = [
    [400, failures.BadRequest],
    [401, failures.Unauthorized],
    [403, failures.Forbidden],
    [404, failures.NotFound],
    [409, failures.Conflict],
    [422, failures.Unprocessable],
    [429, failures.TooManyRequests],
    [500, failures.ServerFailure],
    [503, failures.ServerFailure],
    [418, failures.ApiFailure],
  ] as const;
  for (const [status, kind] of expected) {
    const failure = await failureOf(client.call(getThing, { params: { thingId: String(status) } }));
    assert.equal(failure.constructor, kind);
    assert.equal(failure.status, status);
    assert.equal(failure.serverMessage, `said ${status}`);
    assert.equal(failure.method, 'GET');
    assert.equal(failure.url, `${origin}/api/things/${status}`);
    assert.equal(failure.body, `{"type":"ApiError","message":"said ${status}"}`);
    assert.match(failure.message, new RegExp(`said ${status}`));
    if (failure instanceof failures.TooManyRequests) assert.equal(failure.retryAfterSeconds, 7);
  }
});

test('the error about missing stream permissions names the streams', async (t) => {
  const { client } = await serve(t, (_request, response) =>
    json(response, '{"type":"MissingStreamPermission","message":"no","streams":["a",7,"b"]}', 403),
  );
  const failure = await failureOf(client.call(getThing, thing));
  assert.ok(failure instanceof failures.MissingStreamPermission && failure instanceof failures.Forbidden);
  assert.deepEqual(failure.streams, ['a', 'b']);
});

test('each kind of invalid response is reported as a different error', async (t) => {
  const { client } = await serve(
    t,
    (request, response) => {
      switch (request.url?.split('/').at(-1)) {
        case 'html':
          return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>sign in</html>');
        case 'markup':
          return void json(response, '  <!doctype html>');
        case 'short':
          return void json(response, '{"a": [1, 2');
        case 'garbage':
          return void json(response, '{"a": nope}');
        case 'broken':
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"a":1');
          return void setImmediate(() => response.destroy());
        case 'announced':
          response.writeHead(200, { 'content-length': '2000' });
          return void response.write('[');
        case 'endless': {
          response.writeHead(200);
          const more = () =>
            void (response.destroyed || response.write('[1,2,3,4,5,6,7,8,9]', () => setImmediate(more)));
          return more();
        }
        default:
          return void json(response, '[]');
      }
    },
    { maxAnswerBytes: 1500 },
  );
  const expected = {
    html: 'html',
    markup: 'html',
    short: 'cut-off',
    garbage: 'not-json',
    broken: 'cut-off',
    announced: 'too-large',
    endless: 'too-large',
  };
  for (const [thingId, reason] of Object.entries(expected)) {
    const failure = await failureOf(client.call(getThing, { params: { thingId } }));
    assert.ok(failure instanceof failures.BadAnswer, thingId);
    assert.equal(failure.reason, reason, thingId);
    assert.equal(failure.status, 200);
  }
  const shape = await failureOf(client.call(getThing, { ...thing, check: (answer) => !Array.isArray(answer) }));
  assert.ok(shape instanceof failures.BadAnswer && shape.reason === 'wrong-shape');
});

test('an error response of any size or form is reported with its status', async (t) => {
  const { client } = await serve(t, (_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>Bad gateway</h1>${'x'.repeat(500_000)}`),
  );
  const failure = await failureOf(client.call(getThing, thing));
  assert.ok(failure instanceof failures.ServerFailure);
  assert.equal(failure.serverMessage, undefined);
  assert.equal(failure.body?.length, 64 * 1024);
});

test('a closed port and an exceeded time limit are reported as an unreachable server', async (t) => {
  const { client } = await serve(t, () => undefined);
  const late = await failureOf(client.call(getThing, { ...thing, timeoutMs: 20 }));
  assert.ok(late instanceof failures.Unreachable);
  assert.match(late.message, /within 20 ms/);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const refused = await failureOf(createClient({ baseUrl: `http://127.0.0.1:${port}` }).call(ping));
  assert.ok(refused instanceof failures.Unreachable);
  assert.equal(refused.status, undefined);
});

test("an abort throws the caller's reason and is not reported as a failure", async (t) => {
  const { client, seen } = await serve(t, () => undefined);
  const reportedFailures: ApiFailure[] = [];
  client.onFailure((failure) => reportedFailures.push(failure));
  const controller = new AbortController();
  const call = client.call(getThing, { ...thing, signal: controller.signal });
  while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error('left the page'));
  await assert.rejects(call, /left the page/);
  assert.deepEqual(reportedFailures, []);
});

test('the client refreshes the token once for all calls that wait after a 401', async (t) => {
  let good = 'first';
  let requestCount = 0;
  const { client, seen } = await serve(
    t,
    (request, response) => {
      const [user, kind] = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .split(':');
      if (kind === 'token' && user === good) json(response, '{"ok":true}');
      else json(response, '{"message":"Unauthorized"}', 401);
    },
    {
      getToken: async () => {
        requestCount += 1;
        await new Promise((resolve) => setImmediate(resolve));
        // A token without the member `kind` is an access token.
        return { token: good } satisfies Token;
      },
    },
  );
  const three = () => Promise.all(['a', 'b', 'c'].map((thingId) => client.call(getThing, { params: { thingId } })));
  assert.deepEqual(await three(), [{ ok: true }, { ok: true }, { ok: true }]);
  assert.equal(requestCount, 1);
  good = 'second';
  assert.deepEqual(await three(), [{ ok: true }, { ok: true }, { ok: true }]);
  assert.equal(requestCount, 2);
  assert.equal(seen.length, 3 + 6);
});

test('another token is requested before the end of the present one, and a failed request for it changes nothing', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const lastsSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  let tokenRequests = 0;
  let give = (): Promise<Token> => Promise.resolve({ token: `t${tokenRequests}`, expires_at: lastsSeconds(60) });
  const used: string[] = [];
  const { client } = await serve(
    t,
    (request, response) => {
      used.push(Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString());
      json(response, '{"ok":true}');
    },
    {
      getToken: () => {
        tokenRequests += 1;
        return give();
      },
    },
  );
  const call = () => client.call(getThing, { params: { thingId: 'a' } });
  await call();
  t.mock.timers.tick(39_000);
  await call();
  t.mock.timers.tick(2_000);
  await call();
  assert.deepEqual(used, ['t1:token', 't1:token', 't2:token']);
  give = () => Promise.reject(new Error('the backend restarts'));
  t.mock.timers.tick(41_000);
  await client.call(getThing, { params: { thingId: 'a' }, authenticate: false });
  assert.equal(used.pop(), '', 'a call that needs no token sends none that has ended');
  await call();
  await call();
  assert.equal(tokenRequests, 3, 'the next attempt is made some seconds later');
  // If this computer's clock is ahead, every token seems to have expired. So each token is used until the server
  // refuses it.
  give = () => Promise.resolve({ token: `t${tokenRequests}`, expires_at: lastsSeconds(-300) });
  t.mock.timers.tick(6_000);
  await call();
  await call();
  assert.deepEqual(used.slice(3), ['t2:token', 't2:token', 't4:token', 't4:token']);
});

test('a call fails after one retry if the server refuses the new token, and at once if no token is available', async (t) => {
  let tokenRequests = 0;
  const { client, seen } = await serve(t, (_request, response) => json(response, '{}', 401), {
    getToken: () => Promise.resolve({ token: `t${(tokenRequests += 1)}`, kind: 'session' as const }),
  });
  assert.ok((await failureOf(client.call(getThing, thing))) instanceof failures.Unauthorized);
  assert.deepEqual([tokenRequests, seen.length], [2, 2]);
  assert.equal(Buffer.from(seen[0]?.headers.authorization?.slice(6) ?? '', 'base64').toString(), 't1:session');

  const without = createClient({ baseUrl: client.baseUrl, getToken: () => Promise.reject(new Error('signed out')) });
  const failure = await failureOf(without.call(getThing, thing));
  assert.ok(failure instanceof failures.Unauthorized);
  assert.match(failure.message, /signed out/);
  assert.equal(seen.length, 2);
});

test('public endpoints do not request a token, but use an existing one', async (t) => {
  const { client, seen } = await serve(t, (_request, response) => json(response, '{"up":true}'), {
    getToken: () => assert.fail('not needed'),
  });
  await client.call(ping);
  client.holdToken({ token: 's-1', kind: 'session' });
  await client.call(ping);
  assert.deepEqual(
    seen.map(({ headers }) => headers.authorization),
    [undefined, `Basic ${Buffer.from('s-1:session').toString('base64')}`],
  );
});

test('aborting a call while a token is fetched does not affect other calls', async (t) => {
  let give: (token: Token) => void = () => undefined;
  const { client } = await serve(t, (_request, response) => json(response, '{"ok":true}'), {
    getToken: () => new Promise((resolve) => (give = resolve)),
  });
  const controller = new AbortController();
  const left = client.call(getThing, { ...thing, signal: controller.signal });
  const stays = client.call(getThing, thing);
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  give({ token: 't', kind: 'access' });
  assert.deepEqual(await stays, { ok: true });
});

test('the client notifies listeners of failures without revealing the token', async (t) => {
  const { client } = await serve(t, (_request, response) => json(response, '{"message":"x"}', 500), {
    getToken: () => Promise.resolve({ token: 'very-secret', kind: 'access' as const }),
  });
  const reportedFailures: ApiFailure[] = [];
  const stop = client.onFailure((failure) => reportedFailures.push(failure));
  const failure = await failureOf(client.call(getThing, thing));
  stop();
  await failureOf(client.call(getThing, thing));
  assert.deepEqual(reportedFailures, [failure]);
  assert.doesNotMatch(JSON.stringify({ ...failure, message: failure.message, stack: failure.stack }), /very-secret/);
});

test('the client treats keys named __proto__ as data', async (t) => {
  const { client } = await serve(t, (_request, response) =>
    json(response, '{"__proto__":{"polluted":true},"n":9007199254740993}'),
  );
  const answer = await client.call(getThing, thing);
  assert.ok(Object.hasOwn(answer, '__proto__'));
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  assert.equal(Object.getPrototypeOf(answer), Object.prototype);
});

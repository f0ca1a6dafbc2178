/**
 * Calls every endpoint of the registry with invalid input: wrong types, lone surrogates, invalid time zones and
 * instants, huge numbers, NUL, names of prototypes. No response may be a 5xx. `npm test` makes every fifth call of each
 * endpoint. `npm run test:all` and `npm run attack` make all calls.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { KindGuard, type TSchema } from '@sinclair/typebox';
import type { ServerContext } from '../../../host/server/context.js';
import { registerRoutes } from '../../../host/server/routes/index.js';
import type { Served } from '../../../host/server/http/registry.js';
import { amountOf } from '../../amounts.js';
import { startTestServer, type TestServer } from '../../server.js';
import { untyped } from '../../untyped.js';

type Json = unknown;

/** Replaces every service of the server: the routes are only registered, and none is called. */
const anything: never = untyped(
  new Proxy(() => undefined, {
    get: (_target, name) => {
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      return name === Symbol.toPrimitive ? () => '/anything' : anything;
    },
    apply: () => anything,
    construct: () => anything,
  }),
);
/** This endpoint stops the server, whatever its body is. */
const ending = '/system/shutdown/shutdown';
const served = registerRoutes(anything as ServerContext, anything)
  .all()
  .filter(({ endpoint }) => endpoint.path !== ending);

const id = '65e1a0c2d4b5f60718293a4b';

/** Returns a value that the schema accepts, with every optional property. */
function sample(schema: TSchema, depth = 0): Json {
  if (KindGuard.IsUnion(schema)) {
    const [first = schema.anyOf[0]] = schema.anyOf.filter((one) => !KindGuard.IsNull(one));
    return first && sample(first, depth);
  }
  if (KindGuard.IsLiteral(schema)) return schema.const;
  if (KindGuard.IsString(schema)) return schema.pattern === undefined ? 'x' : id;
  if (KindGuard.IsInteger(schema) || KindGuard.IsNumber(schema)) return Math.max(1, Number(schema.minimum ?? 1));
  if (KindGuard.IsBoolean(schema)) return true;
  if (KindGuard.IsArray(schema)) return depth > 6 ? [] : [sample(schema.items, depth + 1)];
  if (KindGuard.IsObject(schema)) {
    const properties = Object.entries(schema.properties).filter(
      ([name]) => depth < 6 || schema.required?.includes(name),
    );
    return Object.fromEntries(properties.map(([name, inner]) => [name, sample(inner, depth + 1)]));
  }
  if (KindGuard.IsRecord(schema)) {
    const [inner] = Object.values(schema.patternProperties);
    return inner ? { x: sample(inner, depth + 1) } : {};
  }
  if (KindGuard.IsIntersect(schema))
    return Object.assign({}, ...schema.allOf.map((one) => sample(one, depth) as object)) as Json;
  return null;
}

const halfCharacter = 'half \ud800 character';
const texts: readonly Json[] = [
  halfCharacter,
  'a\u0000b',
  '__proto__',
  'Mars/Phobos',
  '2020-13-45T99:99:99Z',
  '9'.repeat(400),
  -1,
];
const numbers: readonly Json[] = [-1, 0, 1e308, Number.MAX_SAFE_INTEGER, 0.5, '__proto__'];
const shapes: readonly Json[] = [null, [], {}, 'x', 17];
const ranges: readonly Json[] = [
  { type: 'absolute', from: '2024-01-02T00:00:00Z', to: '2024-01-01T00:00:00Z' },
  { type: 'absolute', from: 'yesterday-ish', to: '' },
  { type: 'absolute', from: '+275760-09-13T00:00:00Z', to: '9999-12-31T23:59:59.999+99:99' },
  { type: 'keyword', keyword: 'last hour', timezone: 'Mars/Phobos' },
  { type: 'keyword', keyword: 'gibberish', timezone: '__proto__' },
  { type: 'relative', range: 1e15 },
  { type: 'relative', from: 1, to: 1e15 },
  { type: 'relative', from: 5, range: 5 },
  { type: 'relative' },
];

const isRange = (name: string): boolean => /^timerange$/.test(name);

/** Yields the value with one part replaced at a time. */
function* mutations(value: Json, name = ''): Generator<Json> {
  if (isRange(name)) yield* ranges;
  if (typeof value === 'string') yield* texts;
  else if (typeof value === 'number') yield* numbers;
  else yield* shapes;
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries())
      for (const changed of mutations(inner, name))
        yield value.map((old: Json, index) => (index === at ? changed : old));
    yield Array.from({ length: 300 }, () => value[0] as Json);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      for (const changed of mutations(inner, key)) yield { ...value, [key]: changed };
    yield { ...value, [halfCharacter]: 1 };
    const [key] = Object.keys(value);
    yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== key));
  }
}

const params = [id, '__proto__', '%00', '%ED%A0%80', 'x'.repeat(600), 'constructor', '*', '%F0%9F%94%A5%3A%2C%20'];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const queryOf = (value: object): string => {
  const text = new URLSearchParams();
  for (const [name, one] of Object.entries(value)) {
    const all: unknown[] = Array.isArray(one) ? one : [one];
    for (const part of all)
      if (part !== undefined) text.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  }
  return `?${text.toString()}`;
};

function* callsOf({ endpoint: { method, path }, schema }: Served): Generator<Call> {
  const plain = schema.query ? queryOf(sample(schema.query) as object) : '';
  const body = schema.body ? { body: JSON.stringify(sample(schema.body)) } : {};
  const filled = (value: string): string => path.replace(/\{\w+\}/g, value);
  for (const value of path.includes('{') ? params : [id]) yield { method, path: filled(value) + plain, ...body };
  const at = filled(path.startsWith('/users/{username}') ? 'admin' : id);
  if (schema.query)
    for (const query of mutations(sample(schema.query)))
      if (typeof query === 'object' && query !== null) yield { method, path: at + queryOf(query), ...body };
  if (!schema.body) return;
  for (const changed of mutations(sample(schema.body)))
    yield { method, path: at + plain, body: JSON.stringify(changed) };
  yield { method, path: at + plain, body: '{"__proto__": {"x": 1}}' };
  yield { method, path: at + plain, body: '{"x":'.repeat(400) + '1' + '}'.repeat(400) };
  yield { method, path: at + plain, body: '{"x": 123456789012345678901234567890e999}' };
  yield { method, path: at + plain, body: '{"x"' };
}

let server: TestServer;
let token: string;

before(async () => {
  server = await startTestServer();
  const session = await server.login();
  // The requests use a token instead of a session, because some of them sign out.
  const made = await server.call('/users/local%3Aadmin/tokens/sweep', { method: 'POST', session, json: {} });
  ({ token } = (await made.json()) as { token: string });
});
after(() => server.stop());

const post = (path: string, json: unknown) => server.call(path, { method: 'POST', token, json });

test('an invalid time zone, instant or range is answered with 400 and an explanation', async () => {
  const bad = [
    { type: 'absolute', from: '2024-01-02T00:00:00Z', to: '2024-01-01T00:00:00Z' },
    { type: 'absolute', from: 'never', to: '2024-01-01T00:00:00Z' },
    { type: 'keyword', keyword: 'last hour', timezone: 'Mars/Phobos' },
  ];
  for (const timerange of bad) {
    const calls = {
      '/search/suggest': { field: 'source', input: 'x', timerange },
      '/search/validate': { query: 'x', timerange },
      '/views/fields': { streams: [], timerange },
      '/views/search/messages': { query_string: 'x', timerange },
      '/views/search/sync': { queries: [{ timerange, search_types: [] }] },
    };
    for (const [path, json] of Object.entries(calls)) {
      const response = await post(path, json);
      const { message } = (await response.json()) as { message?: string };
      if (path !== '/views/search/sync')
        assert.equal(response.status, 400, `${path} refuses ${JSON.stringify(timerange)}`);
      assert.ok(response.status < 500 && (path === '/views/search/sync' || message), path);
    }
  }
});

test('lone surrogates are refused by field, and nothing is stored', async () => {
  const bad = 'half \ud800';
  const user = { username: 'halved', password: 'a password', email: 'h@example.org', first_name: bad, last_name: 'L' };
  const calls: [path: string, json: unknown, field: string][] = [
    ['/roles', { name: bad, description: null, permissions: [] }, 'name'],
    ['/roles', { name: 'halved', description: '\udc00 half', permissions: [] }, 'description'],
    ['/users', user, 'first_name'],
    ['/streams', { title: bad, index_set_id: '000000000000000000000101' }, 'title'],
    [
      '/views/search',
      { id, queries: [{ query: { type: 'elasticsearch', query_string: bad } }] },
      'queries.0.query.query_string',
    ],
  ];
  for (const [path, json, field] of calls) {
    const response = await post(path, json);
    const answer = (await response.json()) as { validation_errors?: object };
    assert.equal(response.status, 400, path);
    assert.deepEqual(Object.keys(answer.validation_errors ?? {}), [field]);
  }
  const stored = async (path: string) => (await server.call(path, { token })).text();
  assert.doesNotMatch(`${await stored('/roles')}${await stored('/users')}${await stored('/streams')}`, /hal[fv]/);
  assert.equal((await server.call(`/views/search/${id}`, { token })).status, 404);
  const whole = await post('/roles', { name: 'whole 🔥', description: null, permissions: [] });
  assert.equal(whole.status, 201, 'valid surrogate pairs are accepted');
});

/** @returns descriptions of the failures */
async function send(calls: readonly Call[]): Promise<string[]> {
  const waiting = [...calls];
  const failed: string[] = [];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { method, path, body } = next;
      const response = await server.call(path, {
        method,
        token,
        // Redirects are not followed, because the response of the endpoint counts.
        redirect: 'manual',
        ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
      });
      const text = await response.text();
      if (response.status >= 500)
        failed.push(`${method} ${path} ${body?.slice(0, 400) ?? ''} → ${response.status} ${text.slice(0, 200)}`);
    }
  }
  await Promise.all(Array.from({ length: 8 }, work));
  return failed;
}

/** The test makes one of this number of consecutive calls of an endpoint. */
const share = amountOf('HOSTILE_SHARE', { usual: 7, full: 1 });

// The calls take minutes on a busy machine.
test('no endpoint answers with a 5xx', { timeout: 600_000 }, async () => {
  assert.ok(served.length > 100);
  let count = 0;
  const failed: string[] = [];
  for (const [at, one] of served.entries()) {
    const all = [...new Map([...callsOf(one)].map((call) => [JSON.stringify(call), call])).values()];
    // One of `share` consecutive calls is made. The position of this call changes from endpoint to endpoint and within
    // an endpoint, because a fixed position would select the same invalid values for all parts of a body.
    const calls = all.filter((_call, index) => (at + index + Math.floor(index / share)) % share === 0);
    count += calls.length;
    failed.push(...(await send(calls)));
  }
  assert.ok(count > served.length, `${count} calls of ${served.length} endpoints`);
  assert.deepEqual(failed.slice(0, 20), [], `${failed.length} of ${count} calls failed`);
});

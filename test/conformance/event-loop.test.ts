/**
 * No single request holds the server's thread for longer than 50 ms: every endpoint of the contract, with the largest and worst input
 * that it takes. Measured as processor time of the server's main thread between two turns of its event loop (`test/turns.mjs`), so that
 * other programs do not count; what seems too long is tried again, and the least of the attempts counts.
 */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { fillPath } from '../../api/contract/endpoint.js';
import { endpoints } from '../../api/contract/index.js';
import { largeBodyBytes, usualBodyBytes, bodyLimitOf } from '../../host/server/body-limits.js';
import { keyOf } from '../../host/server/registry.js';
import { filledDirectory } from '../filled-directory.js';
import { startTestServer, type TestServer } from '../server.js';

const longestMs = 50;
const attempts = 6;
const messages = 12_000;

let server: TestServer;
let token: string;
let turns: string;
let data: string;

before(async () => {
  data = await filledDirectory(messages, 3_600_000);
  const portFile = join(data, 'turns.port');
  server = await startTestServer({
    data,
    environment: {
      NODE_OPTIONS: `--import ${new URL('../turns.mjs', import.meta.url).href}`,
      TURNS_PORT_FILE: portFile,
      LOG_CONSOLE_LOG_LEVEL: 'error',
    },
  });
  turns = `http://127.0.0.1:${await readFile(portFile, 'utf8')}/watch`;
  const session = await server.login();
  const made = await server.call('/users/local:admin/tokens/turns', { method: 'POST', session });
  ({ token } = (await made.json()) as { token: string });
});
after(async () => {
  await server.kill();
  await rm(data, { recursive: true, force: true });
});

interface Input {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  /** JSON. */
  readonly body?: string;
}

/** Milliseconds of the longest turn while the request was answered. */
async function longestTurn(): Promise<number> {
  return ((await (await fetch(turns)).json()) as { longest: number }).longest;
}

async function stallOf({ path, method, body }: Input): Promise<{ stall: number; status: number }> {
  let stall = Infinity;
  let status = 0;
  for (let attempt = 0; attempt < attempts && stall > longestMs * 0.8; attempt += 1) {
    await longestTurn();
    const response = await server.call(path, {
      method,
      token,
      ...(body !== undefined && { body, headers: { 'Content-Type': 'application/json' } }),
    });
    status = response.status;
    await response.arrayBuffer();
    stall = Math.min(stall, await longestTurn());
  }
  return { stall, status };
}

/** Tries all, and names every one that takes too long. @returns the statuses by input */
async function tryAll(context: TestContext, inputs: readonly Input[]): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const stalls: { readonly name: string; readonly stall: number }[] = [];
  for (const input of inputs) {
    const { stall, status } = await stallOf(input);
    statuses.set(input.name, status);
    stalls.push({ name: `${input.name} (${status})`, stall });
  }
  stalls.sort((left, right) => right.stall - left.stall);
  const told = stalls.slice(0, 5).map(({ name, stall }) => `${stall.toFixed(1)} ms ${name}`);
  context.diagnostic(`${inputs.length} requests, load ${loadavg()[0]?.toFixed(1)}; worst turns: ${told.join('; ')}`);
  assert.deepEqual(
    stalls.filter(({ stall }) => stall > longestMs).map(({ name, stall }) => `${name}: ${stall.toFixed(0)} ms`),
    [],
  );
  assert.deepEqual(
    [...statuses].filter(([, status]) => status >= 500).map(([name, status]) => `${name}: ${status}`),
    [],
  );
  return statuses;
}

const fill = (begin: string, unit: string, end: string, size: number): string =>
  begin + unit.repeat(Math.max(0, Math.floor((size - begin.length - end.length) / unit.length))) + end;

/** JSON of so many bytes, each of another kind. */
function hostileBodies(size: number): Record<string, string> {
  return {
    lists: fill('[0', ',[]', ']', size),
    objects: fill('{"a":[0', ',{"b":1}', ']}', size),
    properties: `{${Array.from({ length: Math.floor(size / 13) - 2 }, (_unused, n) => `"k${n + 1_000_000}":1`).join(',')}}`,
    'long numbers': fill('[12345678901234567890', ',{"a":1}', ']', size),
    text: fill('{"query":"', '(a', '"}', size),
    'not JSON': fill('', '["a",', '', size),
  };
}

/** Nothing of that name exists. An unknown search engine is an internal error, says the contract. */
const called = endpoints.filter(({ path }) => !path.startsWith('/system/searchVersion'));
const paramsOf = ({ path }: Endpoint, value: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value]));
const hasBody = ({ method }: Endpoint): boolean => method === 'POST' || method === 'PUT';

test('bodies of any kind as large as they may be', { timeout: 600_000 }, async (context) => {
  const bodies = new Map([usualBodyBytes, largeBodyBytes].map((size) => [size, hostileBodies(size)]));
  const inputs = called.filter(hasBody).flatMap((endpoint) =>
    Object.entries(bodies.get(bodyLimitOf(endpoint)) ?? {}).map(([name, body]): Input => ({
      name: `${keyOf(endpoint)} with ${name}`,
      path: fillPath(endpoint.path, paramsOf(endpoint, 'ffffffffffffffffffffffff')),
      method: endpoint.method,
      body,
    })),
  );
  await tryAll(context, inputs);
  const response = await server.call('/users', { method: 'POST', token, json: 'a'.repeat(usualBodyBytes) });
  assert.equal(response.status, 413);
  assert.match(((await response.json()) as { message: string }).message, /at most 256 KiB are accepted here/);
});

test('the longest addresses', { timeout: 600_000 }, async (context) => {
  const units = ['a ', '(', '"', 'a:', '/(a|', '[[:alpha:]\\pL]{9}', 'a,', '-source:=~a{99} ', '%'];
  const names = ['query', 'filters', 'filter', 'sort', 'fields', 'string', 'keyword', 'timezone', 'from', 'metrics'];
  const inputs = called
    .filter(({ method }) => method === 'GET' || method === 'DELETE')
    .flatMap((endpoint) =>
      units.map((unit): Input => {
        const value = encodeURIComponent(unit);
        const each = value.repeat(Math.floor(29_000 / names.length / value.length));
        const query = names.map((name) => `${name}=${each}`).join('&');
        // One of them has all the room.
        const all = value.repeat(Math.floor(29_000 / value.length));
        const parameter =
          endpoint.path.includes('naturaldate') || endpoint.path.includes('analyze') ? 'string' : 'query';
        const params = paramsOf(endpoint, 'f'.repeat(200));
        const rest = unit === 'a,' ? query : `${parameter}=${all}&per_page=0&range=0&timezone=UTC&keyword=today`;
        return {
          name: `${keyOf(endpoint)} with ${JSON.stringify(unit)}`,
          path: `${fillPath(endpoint.path, params)}?${rest}`,
          method: endpoint.method,
        };
      }),
    );
  await tryAll(context, inputs);
});

const allTime = { type: 'relative', range: 0 };
const queryOf = (query_string: string) => ({ type: 'elasticsearch', query_string });
const searchOf = (search_types: readonly object[], query = '', more: object = {}) => ({
  queries: [{ id: 'q', timerange: allTime, query: queryOf(query), search_types, ...more }],
});

/** Query texts at the limit of their length and of their clauses. */
const queries: Readonly<Record<string, string>> = {
  words: Array.from({ length: 1024 }, (_unused, n) => `word${n}`).join(' '),
  'required words': Array.from({ length: 700 }, (_unused, n) => `word${n}`).join(' AND '),
  fields: Array.from({ length: 1024 }, (_unused, n) => `level:${n}`).join(' OR '),
  wildcards: Array.from({ length: 700 }, (_unused, n) => `message:a${n}*b?`).join(' OR '),
  patterns: Array.from({ length: 200 }, (_unused, n) => `/a{9}[a-z]${n}/`).join(' OR '),
  'refused patterns': Array.from({ length: 1000 }, (_unused, n) => `/${'a'.repeat(40)}**${n}/`).join(' OR '),
  'large patterns': Array.from({ length: 1000 }, (_unused, n) => `/a{999}${n}/`).join(' OR '),
  'patterns of unknown fields': Array.from({ length: 1000 }, (_unused, n) => `f${n}:/a**${n}/`).join(' OR '),
  'unknown fields': Array.from({ length: 1000 }, (_unused, n) => `unknown${n}:${n}`).join(' OR\n'),
  'one large pattern': `/${'\\pL'.repeat(90)}/`,
  'moved words': `"${'a b '.repeat(5000)}"~9`,
  parentheses: fill('', '(', '', 65_536),
  brackets: fill('x[', '[', ']', 65_536),
  'one word': fill('', 'a', ' OR', 65_536),
  slashes: fill('', '/', '', 65_536),
  exclamations: fill('', 'a!', '', 65_536),
  'too many words': fill('', 'a ', '', 200_000),
  parameters: fill('', '$a$ ', '', 65_536),
};

test('queries as long and as hard as they may be', { timeout: 600_000 }, async (context) => {
  const inputs = Object.entries(queries).flatMap(([name, text]): Input[] => [
    {
      name: `validate ${name}`,
      path: '/search/validate',
      method: 'POST',
      body: JSON.stringify({ query: text, timerange: allTime }),
    },
    {
      name: `search ${name}`,
      path: '/views/search/sync',
      method: 'POST',
      body: JSON.stringify(searchOf([{ type: 'messages' }], text)),
    },
    {
      name: `metadata ${name}`,
      path: '/views/search/metadata',
      method: 'POST',
      body: JSON.stringify(searchOf([{ type: 'messages' }], text)),
    },
  ]);
  await tryAll(context, inputs);
});

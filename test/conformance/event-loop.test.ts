/**
 * Tests that no single request blocks the server's event loop for longer than 50 ms. Most endpoints of the contract are
 * called with very large and expensive input. In `npm test`, an endpoint gets one kind of body and address in turn, in
 * `npm run test:all` each kind. In `npm test`, most of the longest queries search a part of the messages, in `npm run
 * test:all` all of them. The test measures the CPU time of the server's main thread between two turns of its
 * event loop (`test/turns.mjs`), so that other programs do not count. A turn that seems too long is tried again, and
 * the shortest attempt counts.
 */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import type { Endpoint } from '../../api/contract/endpoint.js';
import { fillPath } from '../../api/contract/endpoint.js';
import { endpoints } from '../../api/contract/index.js';
import {
  largeBodyBytes,
  packBodyBytes,
  reportBytes,
  usualBodyBytes,
  bodyLimitOf,
} from '../../host/server/foundation/body-limits.js';
import { regexSteps } from '../../host/server/regex/regex-limits.js';
import { keyOf } from '../../host/server/http/registry.js';
import { mostStepsOfList } from '../../host/server/outgoing/url-allow-list.js';
import { filledDirectory } from '../filled-directory.js';
import { amountOf, casesInTurn, isFullRun } from '../amounts.js';
import { startTestServer, type TestServer } from '../server.js';
import { watchedTurns } from '../watched-turns.js';
import { endsTheServer } from './ends-the-server.js';

const longestMs = 50;
const attempts = 6;
/** Upper bound of the size of a response's headers in bytes; headers must not repeat input of any length. */
const mostHeaderBytes = 4_096;
const messages = 12_000;
const firstMs = Date.now() - 3_600_000;
/** Number of search types in the search "a table of many search types". */
const searchTypes = amountOf('SEARCH_TYPES', { usual: 50, full: 1_000 });

let server: TestServer;
let token: string;
let turns: string;
let data: string;

before(async () => {
  data = await filledDirectory(messages, Date.now() - firstMs);
  const portFile = join(data, 'turns.port');
  server = await startTestServer({
    data,
    environment: { ...watchedTurns(portFile), LOG_CONSOLE_LOG_LEVEL: 'error' },
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
  /** Body, which is sent as `application/json`. */
  readonly body?: string;
  /** Accept header; JSON by default. */
  readonly accept?: string;
}

/** Returns the CPU time in milliseconds of the longest turn of the event loop since the previous call. */
async function longestTurn(): Promise<number> {
  return ((await (await fetch(turns)).json()) as { longest: number }).longest;
}

async function stallOf({
  path,
  method,
  body,
  accept = 'application/json',
}: Input): Promise<{ stall: number; status: number; size: number }> {
  let stall = Infinity;
  let status = 0;
  let size = 0;
  for (let attempt = 0; attempt < attempts && stall > longestMs; attempt += 1) {
    await longestTurn();
    const response = await server.call(path, {
      method,
      token,
      // Redirects are not followed, because some lead to a page of HTML.
      redirect: 'manual',
      headers: { Accept: accept, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    status = response.status;
    const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    assert.ok(headers < mostHeaderBytes, `${method} ${path.slice(0, 100)} answers ${headers} bytes of headers`);
    size = (await response.arrayBuffer()).byteLength;
    stall = Math.min(stall, await longestTurn());
  }
  return { stall, status, size };
}

/**
 * Tries all inputs, and fails with the names of those that block the event loop for too long or cause a server error.
 * @param sizes receives the number of bytes of each response, by the name of the input
 * @returns the status of each response, by the name of the input
 */
async function tryAll(
  context: TestContext,
  inputs: readonly Input[],
  sizes = new Map<string, number>(),
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const stalls: { readonly name: string; readonly stall: number }[] = [];
  for (const input of inputs) {
    const { stall, status, size } = await stallOf(input);
    sizes.set(input.name, size);
    statuses.set(input.name, status);
    stalls.push({ name: `${input.name} (${status})`, stall });
  }
  stalls.sort((left, right) => right.stall - left.stall);
  const worst = stalls.slice(0, 5).map(({ name, stall }) => `${stall.toFixed(1)} ms ${name}`);
  context.diagnostic(`${inputs.length} requests, load ${loadavg()[0]?.toFixed(1)}; worst turns: ${worst.join('; ')}`);
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

/**
 * Returns JSON of about `size` bytes at most. It is an object with a list of objects that have `members` members each.
 * All these members have different names, and there are at most 59,000 of them in total.
 */
function objectsOf(members: number, size: number): string {
  // 200 bytes remain for the braces of the objects and for the members around them.
  const count = Math.min(59_000, Math.floor((size - 200) / 13));
  const names = Array.from({ length: count }, (_unused, n) => `"k${n + 1_000_000}":1`);
  const objects = Array.from({ length: Math.ceil(count / members) }, (_unused, at) =>
    names.slice(at * members, (at + 1) * members).join(','),
  );
  return `{"a":12345678901234567890,"entities":[${objects.map((object) => `{${object}}`).join(',')}]}`;
}

/** Returns different kinds of bodies, most of them JSON, of about `size` bytes at most. */
function hostileBodies(size: number): Record<string, string> {
  return {
    lists: fill('[0', ',[]', ']', size),
    objects: fill('{"a":[0', ',{"b":1}', ']}', size),
    properties: `{${Array.from({ length: Math.floor(size / 13) - 2 }, (_unused, n) => `"k${n + 1_000_000}":1`).join(',')}}`,
    // These objects have almost the largest allowed number of members.
    'objects of many properties': objectsOf(9_990, size),
    'objects of few properties': objectsOf(3, size),
    'long numbers': fill('[12345678901234567890', ',{"a":1}', ']', size),
    'many long numbers': `[${Array<string>(Math.min(9_990, Math.floor(size / 21) - 1))
      .fill('12345678901234567890')
      .join(',')}]`,
    'texts that look like halves of surrogate pairs': fill('{"a":"\\ud83d\\ude00"', ',"b":"\\\\ud83d"', '}', size),
    text: fill('{"query":"', '(a', '"}', size),
    'text that is not JSON': fill('', '["a",', '', size),
  };
}

/**
 * Endpoints that are called with ids of missing entities. The endpoints for search engines are left out, because the
 * contract requires an internal error for an unknown search engine.
 */
const called = endpoints.filter((one) => !one.path.startsWith('/system/searchVersion') && !endsTheServer(one));
const paramsOf = ({ path }: Endpoint, value: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, value]));
const hasBody = ({ method }: Endpoint): boolean => method === 'POST' || method === 'PUT';

test('requests with the largest bodies do not block the event loop', { timeout: 600_000 }, async (context) => {
  const bodies = new Map(
    [usualBodyBytes, largeBodyBytes, reportBytes, packBodyBytes].map((size) => [
      size,
      Object.entries(hostileBodies(size)),
    ]),
  );
  // Only the endpoint for CSV files accepts a larger body, and no JSON.
  assert.deepEqual(
    called.filter((one) => hasBody(one) && !bodies.has(bodyLimitOf(one))).map(({ consumes }) => consumes),
    ['text'],
  );
  // Few endpoints accept large bodies. Each endpoint that accepts 512 KiB gets two kinds of bodies in turn, and all
  // kinds in the full run. Endpoints that accept even larger bodies always get all kinds.
  let large = 0;
  const bodiesOf = (endpoint: Endpoint, at: number): readonly (readonly [string, string])[] => {
    const size = bodyLimitOf(endpoint);
    const all = bodies.get(size) ?? [];
    if (size > largeBodyBytes) return all;
    if (size < largeBodyBytes) return casesInTurn(all, at);
    large += 2;
    return isFullRun ? all : [...casesInTurn(all, large), ...casesInTurn(all, large + 1)];
  };
  const inputs = called.filter(hasBody).flatMap((endpoint, at) =>
    bodiesOf(endpoint, at).map(([name, body]): Input => ({
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

test('requests with long addresses do not block the event loop', { timeout: 600_000 }, async (context) => {
  const units = ['a ', '(', '"', 'a:', '/(a|', '[[:alpha:]\\pL]{9}', 'a,', '-source:=~a{99} ', '%'];
  const names = ['query', 'filters', 'filter', 'sort', 'fields', 'string', 'keyword', 'timezone', 'from', 'metrics'];
  const inputs = called
    .filter(({ method }) => method === 'GET' || method === 'DELETE')
    .flatMap((endpoint, at) =>
      casesInTurn(units, at).map((unit): Input => {
        const value = encodeURIComponent(unit);
        const each = value.repeat(Math.floor(29_000 / names.length / value.length));
        const query = names.map((name) => `${name}=${each}`).join('&');
        // The text of about 29,000 characters is the value of a single parameter.
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
/** Time range of most of the longest searches in `npm test`. It contains more messages than a page of results. */
const firstMinutes = {
  type: 'absolute',
  from: new Date(firstMs).toISOString(),
  to: new Date(firstMs + 300_000).toISOString(),
};
/** Number of messages of a page of results if a search names none. */
const pageSize = 150;
/** Names of the queries that take the longest to execute; they search all messages in every run. */
const costly = ['wildcards', 'patterns', 'phrases with slop'];
const searchOf = (search_types: readonly object[], query = '', more: object = {}) => ({
  queries: [{ id: 'q', timerange: allTime, query: queryOf(query), search_types, ...more }],
});

/** Query texts at or beyond the limits of their length and number of clauses. */
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
  'phrases with slop': `"${'a b '.repeat(5000)}"~9`,
  parentheses: fill('', '(', '', 65_536),
  brackets: fill('x[', '[', ']', 65_536),
  'one word': fill('', 'a', ' OR', 65_536),
  slashes: fill('', '/', '', 65_536),
  exclamations: fill('', 'a!', '', 65_536),
  'too many words': fill('', 'a ', '', 200_000),
  parameters: fill('', '$a$ ', '', 65_536),
};

test('the longest and most expensive queries do not block the event loop', { timeout: 600_000 }, async (context) => {
  const everything = searchOf([{ id: 'page', type: 'messages' }], '', { timerange: firstMinutes });
  const response = await server.call('/views/search/sync', { method: 'POST', token, json: everything });
  // Cast: the answer is unknown JSON, and the contract describes this part of it.
  const { results } = (await response.json()) as {
    results: Record<string, { search_types: Record<string, { total_results: number }> }>;
  };
  const total = results['q']?.search_types['page']?.total_results ?? 0;
  assert.ok(total > pageSize, `the reduced range contains ${total} messages`);
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
      body: JSON.stringify(
        searchOf([{ type: 'messages' }], text, {
          timerange: isFullRun || costly.includes(name) ? allTime : firstMinutes,
        }),
      ),
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

test(
  'routing by a stream with many expensive rules does not block the event loop',
  { timeout: 600_000 },
  async (context) => {
    const send = (path: string, json?: object) => server.call(path, { method: 'POST', token, ...(json && { json }) });
    const indexSetId = '000000000000000000000101';
    const made = await send('/streams', { title: 'Hard', index_set_id: indexSetId, matching_type: 'OR' });
    // Cast: the server answers with the id of the new stream.
    const { stream_id: id } = (await made.json()) as { stream_id: string };
    for (let n = 0; n < 100; n += 1) {
      const rule = { type: 2, field: 'message', value: `(a{9}[a-z]|\\w{9}){13}${n}`, inverted: n % 2 === 0 };
      const stored = await send(`/streams/${id}/rules`, rule);
      assert.equal(stored.status, 201, await stored.text());
    }
    const message = { message: 'aaaaaaaaab '.repeat(20_000) };
    await tryAll(context, [
      { name: 'preview', path: `/streams/${id}/routing_preview`, method: 'GET' },
      { name: 'try', path: `/streams/${id}/testMatch`, method: 'POST', body: JSON.stringify({ message }) },
      {
        name: 'clone',
        path: `/streams/${id}/clone`,
        method: 'POST',
        body: JSON.stringify({ title: 'Copy', description: '', index_set_id: indexSetId }),
      },
      { name: 'uses', path: `/streams/${id}/dependents`, method: 'GET' },
    ]);
  },
);

test(
  'the most expensive extractors, tested on the largest number of texts, do not block the event loop',
  { timeout: 600_000 },
  async (context) => {
    const made = await server.call('/system/inputs', {
      method: 'POST',
      token,
      json: {
        title: 'Hard',
        type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
        global: true,
        configuration: { bind_address: '127.0.0.1', port: 0 },
      },
    });
    const { id } = (await made.json()) as { id: string };
    const hard = '((a{9}[a-z]|\\w{9}){13})';
    const converters = Array.from({ length: 50 }, () => ({ type: 'tokenizer' }));
    const kinds: Readonly<Record<string, object>> = {
      regex: { extractor_config: { regex_value: hard }, converters, condition_type: 'regex', condition_value: hard },
      regex_replace: { extractor_config: { regex: '(a*)', replacement: '$1$1$1', replace_all: true } },
      grok: { extractor_config: { grok_pattern: '%{GREEDYDATA:a}%{GREEDYDATA:b}%{IPV6:c}' } },
      json: { extractor_config: { flatten: true } },
      split_and_index: { extractor_config: { split_by: 'a', index: 2000 } },
    };
    const texts: Readonly<Record<string, readonly string[]>> = {
      many: Array<string>(100).fill('a=b '.repeat(600)),
      long: Array<string>(25).fill('a'.repeat(10_000)),
      nested: Array<string>(25).fill('{"a":'.repeat(1400) + '1' + '}'.repeat(1400)),
    };
    const extractor = {
      title: 'Hard',
      cursor_strategy: 'cut',
      source_field: 'text',
      target_field: 'b',
      converters: [],
      condition_type: 'none',
      condition_value: '',
    };
    await tryAll(
      context,
      Object.entries(kinds).flatMap(([type, more]) =>
        Object.entries(texts).map(([name, some]) => ({
          name: `${type} of ${name} texts`,
          path: `/system/inputs/${id}/extractors/preview`,
          method: 'POST',
          body: JSON.stringify({ extractor: { ...extractor, extractor_type: type, ...more }, texts: some }),
        })),
      ),
    );
  },
);

test(
  'the most expensive allow-list of addresses does not block the event loop',
  { timeout: 600_000 },
  async (context) => {
    const valueOf = (n: number) => `(a{9}|\\w{9}){15}${String(n).padStart(3, '0')}`;
    const entries = Array.from({ length: Math.floor(mostStepsOfList / regexSteps(valueOf(0))) }, (_unused, n) => ({
      id: `${n}`,
      title: `${n}`,
      type: 'regex',
      value: valueOf(n),
    }));
    const stored = await server.call('/system/urlwhitelist', {
      method: 'PUT',
      token,
      json: { entries, disabled: false },
    });
    assert.equal(stored.status, 204, await stored.text());
    const body = JSON.stringify({ url: 'a'.repeat(2048) });
    const answers = await tryAll(context, [
      { name: 'check', path: '/system/urlwhitelist/check', method: 'POST', body },
    ]);
    assert.equal(answers.get('check'), 200);
  },
);

/** Stores dashboards with long texts, so that the response with the list of dashboards is large. */
async function storeLargeViews(count: number): Promise<void> {
  const text = `${'"\\\u0001 '.repeat(10)}${'a long description of what it shows '.repeat(1000)}`;
  for (let n = 0; n < count; n += 1) {
    const id = n.toString(16).padStart(24, '0');
    const widgets = Array.from({ length: 10 }, (_unused, index) => ({
      id: `w${index}`,
      type: 'text',
      config: { text },
    }));
    const positions = Object.fromEntries(widgets.map((widget) => [widget.id, { col: 1, row: 1, width: 4, height: 2 }]));
    const search = {
      id,
      queries: [{ id: 'q', timerange: allTime, query: queryOf(''), search_types: [] }],
      parameters: [],
    };
    const view = {
      id,
      type: 'DASHBOARD',
      title: `View ${n}`,
      search_id: id,
      state: { q: { widgets, widget_mapping: {}, positions, titles: {} } },
    };
    for (const [path, json] of [
      ['/views/search', search],
      ['/views', view],
    ] as const) {
      const response = await server.call(path, { method: 'POST', token, json });
      assert.ok(response.ok, await response.text());
    }
  }
}

const page = { type: 'messages', limit: 10_000, offset: 0 };
const by = (...fields: string[]) => ({ type: 'values', fields, limit: 15_000 });
const count = [{ type: 'count' }];
/**
 * Searches whose results reach the limits of rows, buckets and bytes, by name. Only the full run reaches the limit of
 * search types (`searchTypes`).
 */
const largeResults: Readonly<Record<string, object>> = {
  messages: searchOf([page]),
  'messages with highlighted matches': searchOf([page], 'message:a* OR message:e* OR source:web*'),
  'several pages of messages': searchOf([page, page, page].map((one, n) => ({ ...one, id: `${n}` }))),
  rows: searchOf([{ type: 'pivot', row_groups: [by('request_id')], series: count }]),
  'rows of two groups': searchOf([{ type: 'pivot', row_groups: [by('source'), by('message')], series: count }]),
  'rows with columns': searchOf([
    { type: 'pivot', row_groups: [by('took_ms')], column_groups: [by('source')], series: count, rollup: true },
  ]),
  'a table of many search types': searchOf(
    Array.from({ length: searchTypes }, (_unused, n) => ({ id: `${n}`, type: 'messages', limit: 20, name: `m${n}` })),
  ),
};

test('the largest responses do not block the event loop', { timeout: 600_000 }, async (context) => {
  await storeLargeViews(40);
  const post = (name: string, path: string, body: object): Input => ({
    name,
    path,
    method: 'POST',
    body: JSON.stringify(body),
  });
  const get = (path: string): Input => ({ name: path, path, method: 'GET' });
  const inputs = [
    ...Object.entries(largeResults).map(([name, search]) => post(name, '/views/search/sync', search)),
    ...['text/csv', 'application/x-ndjson'].map((accept) => ({
      ...post(`export as ${accept}`, '/views/search/messages', {
        ...searchOf([]).queries[0],
        fields_in_order: ['timestamp', 'source', 'message'],
      }),
      accept,
    })),
    ...['/views?per_page=0', '/dashboards?per_page=0', '/search/saved?per_page=0', `/views/${'0'.repeat(24)}`].map(get),
    get('/search/universal/relative?query=*&range=0&limit=10000'),
    ...['application/json', 'text/csv', 'text/plain'].map((accept) => ({
      ...get('/search/messages?timerange=100w&size=10000&fields=timestamp,source,message,request_id,took_ms'),
      name: `a table of messages as ${accept}`,
      accept,
    })),
    post('a table of figures', '/search/aggregate', {
      timerange: { type: 'relative', range: 0 },
      group_by: [{ field: 'source' }, { field: 'message', limit: 15_000 }],
      metrics: [{ function: 'count' }, { function: 'avg', field: 'took_ms' }],
    }),
    get('/views/fields'),
  ];
  const sizes = new Map<string, number>();
  const statuses = await tryAll(context, inputs, sizes);
  assert.deepEqual(
    [...statuses].filter(([, status]) => status !== 200),
    [],
  );
  const sizeTexts = [...sizes].map(([name, size]) => `${name} ${(size / 2 ** 20).toFixed(1)}`);
  context.diagnostic(`MiB: ${sizeTexts.join(', ')}`);
  for (const name of ['messages', 'rows of two groups', 'export as text/csv', '/views?per_page=0'])
    assert.ok((sizes.get(name) ?? 0) > 2 ** 20, `the response ${name} is large, not ${sizes.get(name)} bytes`);
});

/** Embed tokens against a real server: nothing that a token does not name can be seen by any call. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fillPath } from '../../../../api/contract/endpoint.js';
import { endpoints } from '../../../../api/contract/index.js';
import type { EmbedToken, EmbedTokenRequest } from '../../../../api/contract/embed-tokens.js';
import type { SearchJob } from '../../../../api/contract/searches.js';
import { keyOf } from '../../../../host/server/http/registry.js';
import { openToGuests } from '../../../../host/server/embed/guest-rules.js';
import { storeDashboard } from '../../../e2e/stored-dashboard.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

type Made = EmbedToken & { readonly token: string };

const everything = '000000000000000000000001';
const portal = 'https://portal.example';
let server: TestServer;
let session: string;
let dashboard: { id: string; pages: readonly string[] };
let searchId: string;
let widgets: { id: string; searchTypes: readonly string[] }[];

before(async () => {
  server = await startTestServer({ args: ['--embed-origins', portal] });
  session = await server.login();
  const now = Date.now() / 1000;
  const message = (tenant: string, text: string, age = 60) => ({
    host: `web-${tenant}`,
    short_message: text,
    _tenant: tenant,
    timestamp: now - age,
  });
  await putMessages(server, session, [
    message('a', 'payment of alpha accepted'),
    message('a', 'payment of alpha accepted'),
    message('a', 'old payment of alpha', 7_200),
    message('b', 'secret of beta'),
  ]);
  const position = { col: 1, row: 1, width: 4, height: 3 };
  dashboard = await storeDashboard(server, session, 'Tenants', [
    {
      title: 'Page',
      widgets: [
        { title: 'Count', config: {}, position },
        { title: 'Rows', config: 'messages', position: { ...position, col: 5 } },
      ],
    },
  ]);
  const view = (await (await server.call(`/views/${dashboard.id}`, { session })).json()) as {
    search_id: string;
    state: Record<string, { widget_mapping: Record<string, string[]> }>;
  };
  searchId = view.search_id;
  widgets = Object.entries(view.state[dashboard.pages[0] ?? '']?.widget_mapping ?? {}).map(([id, searchTypes]) => ({
    id,
    searchTypes,
  }));
});
after(() => server.stop());

async function tokenFor(request: Omit<EmbedTokenRequest, 'guest'>, init: { session?: string } = {}): Promise<Made> {
  const json = { guest: 'Ada of Alpha', ...request };
  const answer = await server.call('/embed/tokens', { method: 'POST', json, session: init.session ?? session });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Made;
}

const post = (path: string, token: string, json: unknown) => server.call(path, { method: 'POST', token, json });
const query = (text: string, more: object = {}) => ({
  queries: [
    {
      id: 'q',
      timerange: { type: 'relative', range: 0 },
      query: { type: 'elasticsearch', query_string: text },
      search_types: [{ id: 's', type: 'messages', limit: 100, ...more }],
    },
  ],
});

test('a guest of streams with a filter sees only messages that match the filter, whatever the request', async () => {
  const { token, ...record } = await tokenFor({
    streams: [everything],
    filter: 'tenant:a',
    allow: ['query', 'export'],
  });
  assert.deepEqual([record.guest, record.issuer, record.last_access], ['Ada of Alpha', 'admin', null]);
  const secret = /secret of|beta|"web-b","occ/;

  for (const text of [
    '',
    '*',
    'tenant:b',
    'tenant:a OR tenant:b',
    ') OR (tenant:b',
    '*) OR (*',
    'NOT tenant:a',
    '"secret"',
  ]) {
    const answer = await post('/views/search/sync', token, query(text));
    assert.doesNotMatch(
      await answer.text(),
      /secret of beta|web-b/,
      `a search for ${text} returns no message outside the filter`,
    );
  }
  const tries: readonly (readonly [string, string, unknown])[] = [
    [
      'a negated filter',
      '/views/search/sync',
      {
        queries: [
          {
            ...query('').queries[0],
            filters: [{ type: 'inlineQueryString', queryString: 'tenant:a', negation: true }],
          },
        ],
      },
    ],
    [
      'a pivot',
      '/views/search/sync',
      query('', {
        type: 'pivot',
        row_groups: [{ type: 'values', fields: ['source'], limit: 10 }],
        series: [{ id: 'c', type: 'count' }],
        rollup: true,
      }),
    ],
    ['patterns', '/search/patterns', query('')],
    ['suggestions', '/search/suggest', { field: 'source', input: 'web', timerange: { type: 'relative', range: 0 } }],
    [
      'suggestions of a value',
      '/search/suggest',
      { field: 'source', input: 'web-b', timerange: { type: 'relative', range: 0 } },
    ],
  ];
  for (const [name, path, json] of tries) {
    const answer = await post(path, token, json);
    assert.ok(answer.ok, `${name}: ${answer.status}`);
    assert.doesNotMatch(await answer.text(), secret, name);
  }
  const visible = await (await post('/search/suggest', token, tries[3]?.[2])).text();
  assert.match(visible, /web-a/);

  // The guest stores a search, then executes it by its id with a query override.
  const stored = (await (await post('/views/search', token, query('tenant:a'))).json()) as { id: string };
  const override = { global_override: { query: { type: 'elasticsearch', query_string: '*' } } };
  const job = (await (await post(`/views/search/${stored.id}/execute`, token, override)).json()) as SearchJob;
  assert.equal((job.results['q']?.search_types['s'] as { total_results: number }).total_results, 3);
  assert.doesNotMatch(JSON.stringify(job), secret);
  const other = await tokenFor({ streams: [everything] });
  for (const path of [`/views/search/${stored.id}`, `/views/search/status/${job.id}`])
    assert.notEqual((await server.call(path, { token: other.token })).status, 200, `another guest cannot read ${path}`);

  const headers = { Accept: 'text/csv' };
  const wanted = { query_string: '*', timerange: { type: 'relative', range: 0 }, streams: [everything] };
  const made = await server.call('/views/export', { method: 'POST', token, headers, json: wanted });
  assert.equal(made.status, 200, await made.clone().text());
  const exported = await server.call(`/views/search/messages/job/${(await made.text()).replaceAll('"', '')}/all.csv`, {
    token,
    headers: { Accept: 'text/csv' },
  });
  const csv = await exported.text();
  assert.match(csv, /payment of alpha/);
  assert.doesNotMatch(csv, secret);

  const all = await server.call('/views/search/sync', { method: 'POST', session, json: query('_exists_:tenant') });
  // In the contract, the type of a result depends on the kind of its search type. The test knows the kind, hence the
  // cast.
  const found = ((await all.json()) as SearchJob).results['q']?.search_types['s'] as unknown as {
    messages: { index: string; message: Record<string, unknown> }[];
  };
  assert.equal(found.messages.length, 4);
  for (const { index, message } of found.messages) {
    const answer = await server.call(`/messages/${index}/${String(message['_id'])}`, { token });
    assert.equal(answer.status, message['tenant'] === 'a' ? 200 : 403, String(message['message']));
  }
});

test('the longest and the forced time range of a token limit every time range of a request', async () => {
  const count = async (token: string, timerange: object): Promise<number> => {
    const body = { queries: [{ ...query('tenant:a').queries[0], timerange }] };
    const job = (await (await post('/views/search/sync', token, body)).json()) as SearchJob;
    return (job.results['q']?.search_types['s'] as { total_results: number }).total_results;
  };
  const longest = await tokenFor({ streams: [everything], longest_seconds: 3_600 });
  const forced = await tokenFor({ streams: [everything], range: { type: 'relative', from: 10_800, to: 3_600 } });
  const old = new Date(Date.now() - 86_400_000).toISOString();
  const ranges = [
    { type: 'relative', range: 0 },
    { type: 'relative', from: 86_400 },
    { type: 'absolute', from: old, to: new Date(Date.now() + 60_000).toISOString() },
    { type: 'keyword', keyword: 'last 2 days', timezone: 'UTC' },
  ];
  for (const range of ranges) {
    assert.equal(await count(longest.token, range), 2, `the longest time range limits ${JSON.stringify(range)}`);
    assert.equal(await count(forced.token, range), 1, `the forced time range replaces ${JSON.stringify(range)}`);
  }
  // An offset of 7000 seconds moves the time range to the past, and must not reach messages before the longest range.
  const offset = query('tenant:a', { timerange: { type: 'offset', offset: '7000', source: 'query' } });
  const job = (await (await post('/views/search/sync', longest.token, offset)).json()) as SearchJob;
  assert.ok(!JSON.stringify(job).includes('old payment'));
});

test('a guest of a view can execute only the view, and a guest of a widget only the widget', async () => {
  const whole = await tokenFor({ view: dashboard.id, filter: 'tenant:a' });
  const execute = (token: string, state: object = {}, id = searchId) =>
    post(`/views/search/${id}/execute`, token, state);
  const job = (await (await execute(whole.token)).json()) as SearchJob;
  const results = Object.values(job.results[dashboard.pages[0] ?? '']?.search_types ?? {});
  assert.equal(results.length, 2);
  assert.doesNotMatch(JSON.stringify(job), /secret of beta/);
  assert.match(JSON.stringify(job), /payment of alpha/);
  const highlighted = /"highlight_ranges":\{"/;
  assert.doesNotMatch(JSON.stringify(job), highlighted, 'words of the forced filter are not highlighted');
  const asking = await tokenFor({ view: dashboard.id, filter: 'tenant:a', allow: ['query'] });
  const response = await execute(asking.token, {
    global_override: { query: { type: 'elasticsearch', query_string: 'payment' } },
  });
  assert.match(await response.text(), highlighted, "words of the guest's query are highlighted");

  // The elements offer only functions that the token permits, which they learn from the guest's account.
  const offered = async (request: Omit<EmbedTokenRequest, 'guest'>): Promise<string> => {
    const { token, id } = await tokenFor(request);
    const guest = (await (await server.call(`/users/embed:${id}`, { token })).json()) as { permissions: string[] };
    return guest.permissions
      .filter((one) => one.startsWith('embed:'))
      .map((one) => one.slice('embed:'.length))
      .join(' ');
  };
  assert.equal(await offered({ view: dashboard.id }), 'range');
  assert.equal(await offered({ view: dashboard.id, allow: ['query', 'export'] }), 'query range export');
  assert.equal(await offered({ streams: [everything], range: { type: 'relative', from: 60 } }), 'edit query');

  const own = { type: 'elasticsearch', query_string: 'tenant:b' };
  const refused: readonly (readonly [string, Promise<Response>])[] = [
    ['a replaced query for all pages', execute(whole.token, { global_override: { query: own } })],
    [
      'a replaced query for one page',
      execute(whole.token, { queries: { [dashboard.pages[0] ?? '']: { query: own } } }),
    ],
    ['a new search', post('/views/search', whole.token, query('*'))],
    ['a search that is executed without being stored', post('/views/search/sync', whole.token, query('*'))],
    ['an export', post(`/views/export/${searchId}/${widgets[1]?.searchTypes[0] ?? ''}`, whole.token, {})],
    ['suggestions', post('/search/suggest', whole.token, { field: 'source', input: '' })],
    ['another search', execute(whole.token, {}, '0123456789abcdef01234567')],
    ['another view', server.call('/views/0123456789abcdef01234567', { token: whole.token })],
    ['the list of views', server.call('/views', { token: whole.token })],
    ['alerts', post('/events/alerts/search', whole.token, {})],
  ];
  for (const [name, answer] of refused) assert.equal((await answer).status, 403, name);

  const [count, rows] = widgets;
  const one = await tokenFor({ view: dashboard.id, widget: count?.id ?? '' });
  const view = await (await server.call(`/views/${dashboard.id}`, { token: one.token })).text();
  assert.ok(
    view.includes(count?.id ?? '-') && !view.includes(rows?.id ?? '-'),
    'the view that the guest reads contains only the widget of the token',
  );
  const search = await (await server.call(`/views/search/${searchId}`, { token: one.token })).text();
  assert.ok(!search.includes(rows?.searchTypes[0] ?? '-'));
  const narrowed = (await (await execute(one.token)).json()) as SearchJob;
  assert.deepEqual(
    Object.keys(narrowed.results[dashboard.pages[0] ?? '']?.search_types ?? {}).sort(),
    [...(count?.searchTypes ?? [])].sort(),
  );
  const others = { global_override: { keep_search_types: rows?.searchTypes } };
  assert.equal((await execute(one.token, others)).status, 403, 'the guest of a widget cannot execute another widget');
});

test('if the token allows queries, the query of the guest is added to the queries of the view and never replaces them', async () => {
  const json = { ...query('tenant:a'), id: 'aaaaaaaaaaaaaaaaaaaaaaa1', parameters: [] };
  assert.ok((await server.call('/views/search', { method: 'POST', session, json })).ok);
  const view = {
    id: 'aaaaaaaaaaaaaaaaaaaaaaa2',
    type: 'SEARCH',
    title: 'Alpha',
    search_id: json.id,
    state: { q: { widgets: [], widget_mapping: {}, positions: {}, titles: {} } },
  };
  const saved = await server.call('/views', { method: 'POST', session, json: view });
  assert.ok(saved.ok, await saved.text());
  const { token } = await tokenFor({ view: view.id, allow: ['query'] });
  const state = { global_override: { query: { type: 'elasticsearch', query_string: 'tenant:b OR message:old' } } };
  const job = await (await post(`/views/search/${json.id}/execute`, token, state)).text();
  assert.doesNotMatch(job, /secret of beta/);
  assert.match(job, /old payment of alpha/);
});

test('search types that name no streams search all streams of the token’s creator, even if others of the view name streams', async () => {
  const { index_set_id } = (await (await server.call(`/streams/${everything}`, { session })).json()) as {
    index_set_id: string;
  };
  const json = { title: 'Empty', description: '', index_set_id, rules: [] };
  const made = await server.call('/streams', { method: 'POST', session, json });
  const { stream_id: empty } = (await made.json()) as { stream_id: string };
  const bound = query('_exists_:tenant', { streams: [empty] }).queries[0];
  const types = [...(bound?.search_types ?? []), { id: 'all', type: 'messages', limit: 100 }];
  const search = { id: 'aaaaaaaaaaaaaaaaaaaaaaa3', parameters: [], queries: [{ ...bound, search_types: types }] };
  assert.ok((await server.call('/views/search', { method: 'POST', session, json: search })).ok);
  const state = { q: { widgets: [], widget_mapping: {}, positions: {}, titles: {} } };
  const view = { id: 'aaaaaaaaaaaaaaaaaaaaaaa4', type: 'SEARCH', title: 'Partly', search_id: search.id, state };
  assert.ok((await server.call('/views', { method: 'POST', session, json: view })).ok);
  const { token } = await tokenFor({ view: view.id });
  const job = (await (await post(`/views/search/${search.id}/execute`, token, {})).json()) as SearchJob;
  const total = (id: string) => (job.results['q']?.search_types[id] as { total_results: number }).total_results;
  assert.deepEqual([total('s'), total('all')], [0, 4]);
});

test('a user cannot create a token for a message that the user may not read', async () => {
  const found = await server.call('/views/search/sync', { method: 'POST', session, json: query('_exists_:tenant') });
  // In the contract, the type of a result depends on the kind of its search type. The test knows the kind, hence the
  // cast.
  const { messages } = ((await found.json()) as SearchJob).results['q']?.search_types['s'] as unknown as {
    messages: { index: string; message: Record<string, unknown> }[];
  };
  const [first] = messages;
  assert.ok(first);
  const stranger = await addPerson(server, session, 'passer-by', []);
  const json = { guest: 'Ada of Alpha', message: { index: first.index, id: String(first.message['_id']) } };
  const make = async (by: string) => (await server.call('/embed/tokens', { method: 'POST', session: by, json })).status;
  assert.deepEqual([await make(stranger.session), await make(session)], [404, 201]);
});

test('listing, renewing and revoking tokens of other users each need a separate permission', async () => {
  const { id } = await tokenFor({ streams: [everything] });
  const rights = ['users:tokenlist', 'users:tokencreate', 'users:tokenremove'] as const;
  const statuses: number[][] = [];
  for (const right of rights) {
    const { session: by } = await addPerson(server, session, right.replace(':', '-'), [right]);
    const { tokens } = (await (await server.call('/embed/tokens', { session: by })).json()) as { tokens: EmbedToken[] };
    const renewed = await server.call(`/embed/tokens/${id}/renew`, { method: 'POST', session: by, json: {} });
    const revoked = await server.call(`/embed/tokens/${id}`, { method: 'DELETE', session: by });
    statuses.push([tokens.filter((one) => one.id === id).length, renewed.status, revoked.status]);
  }
  assert.deepEqual(statuses, [
    [1, 403, 403],
    [0, 200, 403],
    [0, 403, 204],
  ]);
});

test('every endpoint that is not open to guests refuses them', async () => {
  const { token } = await tokenFor({ streams: [everything], allow: ['query', 'export', 'alerts'] });
  let refused = 0;
  for (const endpoint of endpoints) {
    if (openToGuests.has(keyOf(endpoint))) continue;
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', 'x'] as const);
    const headers =
      endpoint.consumes === 'text' ? { 'Content-Type': 'text/plain' } : { 'Content-Type': 'application/json' };
    const body =
      endpoint.method === 'GET' || endpoint.method === 'DELETE'
        ? {}
        : { body: endpoint.consumes === 'text' ? 'x' : '{}' };
    let answer: Response;
    // The test retries calls that the rate limit of the token refuses with 429.
    do {
      answer = await server.call(fillPath(endpoint.path, Object.fromEntries(names)), {
        method: endpoint.method,
        token,
        headers,
        ...body,
      });
      if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 200));
    } while (answer.status === 429);
    assert.equal(answer.status, 403, keyOf(endpoint));
    refused += 1;
  }
  assert.ok(refused > 250, String(refused));
  const headers = {
    Authorization: `Basic ${btoa(`${(await tokenFor({ streams: [everything] })).token}:token`)}`,
    'X-Forwarded-For': '192.0.2.1',
  };
  assert.equal((await fetch(`${server.url}/metrics`, { headers })).status, 401, 'a guest token cannot read /metrics');
});

test('a token is listed, renewed, valid only for its origins, and invalid once revoked', async () => {
  const made = await tokenFor({ streams: [everything], origins: [portal], minutes: 1 });
  const ask = (headers: Record<string, string>) => server.call('/streams', { token: made.token, headers });
  assert.equal((await ask({ Origin: portal })).status, 200);
  assert.equal((await ask({ Referer: `${portal}/page` })).status, 200);
  for (const headers of [
    {},
    { Origin: 'https://portal.example.evil' },
    { Origin: 'null' },
    { Referer: 'https://evil.example/' },
  ])
    assert.equal((await ask(headers)).status, 403, JSON.stringify(headers));
  const who = (await (
    await server.call('/system/sessions', { token: made.token, headers: { Origin: portal } })
  ).json()) as { username: string };
  const user = (await (
    await server.call(`/users/${who.username}`, { token: made.token, headers: { Origin: portal } })
  ).json()) as { full_name: string; read_only: boolean };
  assert.deepEqual([user.full_name, user.read_only], ['Ada of Alpha', true]);

  const listed = (await (await server.call('/embed/tokens', { session })).json()) as { tokens: EmbedToken[] };
  const mine = listed.tokens.find(({ id }) => id === made.id);
  assert.ok(mine?.last_access);
  assert.ok(!JSON.stringify(listed).includes(made.token) && !/token_hash/.test(JSON.stringify(listed)));
  const renewed = (await (
    await server.call(`/embed/tokens/${made.id}/renew`, { method: 'POST', session, json: { minutes: 30 } })
  ).json()) as EmbedToken;
  assert.ok(Date.parse(renewed.expires_at) - Date.now() > 29 * 60_000);
  // An explicit lifetime applies to one renewal only; later renewals use the lifetime of one minute from the creation.
  for (const init of [{}, { json: {} }]) {
    const again = (await (
      await server.call(`/embed/tokens/${made.id}/renew`, { method: 'POST', session, ...init })
    ).json()) as EmbedToken;
    assert.ok(Date.parse(again.expires_at) - Date.now() <= 60_000, `expires at ${again.expires_at}`);
    assert.equal(again.minutes, 1);
  }
  for (const minutes of [0, 61, 1.5]) {
    const json = { minutes };
    const refused = await server.call(`/embed/tokens/${made.id}/renew`, { method: 'POST', session, json });
    assert.equal(refused.status, 400, `a renewal for ${minutes} minutes is refused`);
  }
  const usual = await tokenFor({ streams: [everything] });
  assert.equal(usual.minutes, 15);

  const json = {
    username: 'stranger',
    password: 'a long password',
    email: 's@example.org',
    first_name: 'S',
    last_name: 'T',
    permissions: [],
    roles: ['Reader'],
  };
  assert.equal((await server.call('/users', { method: 'POST', session, json })).status, 201);
  const stranger = await server.login('stranger', 'a long password');
  for (const [method, path] of [
    ['DELETE', `/embed/tokens/${made.id}`],
    ['POST', `/embed/tokens/${made.id}/renew`],
  ] as const)
    assert.equal((await server.call(path, { method, session: stranger, json: {} })).status, 403, path);
  const theirs = (await (await server.call('/embed/tokens', { session: stranger })).json()) as { tokens: unknown[] };
  assert.deepEqual(theirs.tokens, []);
  const beyond = await server.call('/embed/tokens', {
    method: 'POST',
    session: stranger,
    json: { guest: 'x', streams: [everything] },
  });
  assert.equal(beyond.status, 403, 'a token cannot have permissions that its creator lacks');
  const beyondView = await server.call('/embed/tokens', {
    method: 'POST',
    session: stranger,
    json: { guest: 'x', view: dashboard.id },
  });
  assert.equal(beyondView.status, 404);

  assert.equal((await server.call(`/embed/tokens/${made.id}`, { method: 'DELETE', session })).status, 204);
  assert.equal((await ask({ Origin: portal })).status, 401);
  assert.match(await (await fetch(`${server.url}/metrics`)).text(), /embed/);
  assert.ok(!JSON.stringify(server.output()).includes(made.token));
});

test('invalid token requests are refused with an explanation', async () => {
  const refused: readonly (readonly [object, number, RegExp])[] = [
    [{}, 400, /exactly one of/],
    [{ streams: [everything], view: 'x' }, 400, /exactly one of/],
    [{ widget: 'w', streams: [everything] }, 400, /"widget.*needs/],
    [{ streams: [everything], filter: 'a AND (' }, 400, /filter.*:/],
    [{ streams: [everything], range: { type: 'absolute', from: 'x', to: 'y' } }, 400, /range.*:/],
    [{ streams: [everything], filter: 'a:b', allow: ['alerts'] }, 400, /cannot be filtered/],
    [{ streams: [everything], origins: ['portal.example'] }, 400, /takes origins/],
    [{ streams: [everything], minutes: 600 }, 400, /minutes/],
    [{ streams: [everything], filters: 'tenant:alpha' }, 400, /filters.*Unexpected property/],
    [{ streams: [everything], filter: null }, 400, /filter.*Expected string/],
    [{ streams: [everything], longest_seconds: null }, 400, /longest_seconds.*Expected integer/],
    [{ view: '../../users' }, 404, /no view/],
    [{ view: dashboard.id, widget: 'nothing' }, 404, /no widget/],
    [{ message: { index: 'x', id: "' OR 1=1" } }, 404, /no message/],
    [{ streams: [everything, '5f0000000000000000000001'] }, 404, /no stream 5f0000000000000000000001\./],
    [{ streams: ["' OR 1=1"] }, 404, /no stream ' OR 1=1\./],
  ];
  for (const [request, status, text] of refused) {
    const answer = await server.call('/embed/tokens', { method: 'POST', session, json: { guest: 'x', ...request } });
    assert.equal(answer.status, status, JSON.stringify(request));
    assert.match(await answer.text(), text);
  }
});

/** Queries and mutations, with a fake client that answers in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { StreamList } from '../../api/contract/streams.js';
import type { User } from '../../api/contract/users.js';
import { ApiFailure, NotFound, Unauthorized, Unprocessable, Unreachable } from '../../api/failures.js';
import { searchesDefaults } from '../../api/contract/cluster-config-names.js';
import { withSearchesDefaults } from '../../api/queries/cluster-config.js';
import { currentUserKey, currentUserQuery, repeatUserCall } from '../../api/queries/current-user.js';
import { normalPreferences, savePreferencesMutation } from '../../api/queries/preferences.js';
import { listPreferencesQuery, saveListPreferencesMutation } from '../../api/queries/entity-preferences.js';
import { startDemoMutation, type DemoStart } from '../../api/queries/demo.js';
import { inputFailuresQuery } from '../../api/queries/input-administration.js';
import { inputQuery } from '../../api/queries/inputs.js';
import { recentLinesQuery } from '../../api/queries/loggers.js';
import { naturalDateQuery } from '../../api/queries/natural-date.js';
import { pipelineFiguresQuery } from '../../api/queries/pipeline-figures.js';
import { outputStatesQuery } from '../../api/queries/outputs.js';
import { streamOptions } from '../../api/queries/streams.js';
import { gaugesQuery, notificationsQuery } from '../../api/queries/system.js';
import type { NewDashboard } from '../../api/queries/views.js';
import { fakeClient } from '../fake-client.js';
import { untyped } from '../untyped.js';

/** Stands in for the window, whose events some queries listen to and which Node.js does not have. */
const page = new EventTarget();
Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});

test('queries of timers are background calls that pause in hidden tabs', async () => {
  const { client, calls } = fakeClient(() => ({}));
  const queryClient = new QueryClient();
  const expected = [
    [new QueryObserver(queryClient, notificationsQuery(client)), 3000],
    [new QueryObserver(queryClient, gaugesQuery(client, ['a'])), 2000],
  ] as const;
  for (const [observer, interval] of expected) {
    assert.equal(observer.options.refetchInterval, interval);
    assert.equal(observer.options.refetchIntervalInBackground, false);
    await observer.refetch();
  }
  assert.deepEqual(
    calls.map(({ background }) => background),
    [true, true],
  );
  queryClient.clear();
});

test('gauges are summed over the nodes, and values that are no numbers are left out', async () => {
  const gauge = (name: string, value: unknown) => ({ full_name: name, metric: { value } });
  const { client, calls } = fakeClient(() => ({
    one: { metrics: [gauge('in', 3), gauge('out', 'unknown')] },
    two: { metrics: [gauge('in', 4.5), { full_name: 'out', metric: { count: 1 } }] },
    gone: null,
  }));
  const queryClient = new QueryClient();
  assert.deepEqual(await queryClient.fetchQuery(gaugesQuery(client, ['in', 'out'])), { in: 7.5 });
  assert.deepEqual(calls[0]?.body, { metrics: ['in', 'out'] });
  queryClient.clear();
});

test('figures of pipelines are summed over the nodes, durations weighted by the number of calls', async () => {
  const meter = (total: number, rate: number) => ({
    ...{ full_name: 'm', type: 'meter' },
    metric: { rate: { total, one_minute: rate } },
  });
  const timer = (name: string, total: number, mean: number) => ({
    ...{ full_name: name, type: 'timer' },
    metric: { rate: { total, one_minute: 9 }, time: { mean } },
  });
  const { client, calls } = fakeClient(({ body }) => ({
    one: { metrics: [meter(10, 2), timer('t', 300, 10), timer('idle', 0, 0), timer('half', 0, 0)] },
    two: { metrics: [meter(5, 0.5), timer('t', 100, 30), timer('idle', 0, 0), timer('half', 4, 7)] },
    gone: null,
    more: {
      metrics: [
        { full_name: 'gauge', type: 'gauge', metric: { value: 1 } },
        ...(untyped<{ metrics: string[] }>(body).metrics.includes('last') ? [meter(1, 1)] : []),
      ],
    },
  }));
  const queryClient = new QueryClient();
  assert.deepEqual(await queryClient.fetchQuery(pipelineFiguresQuery(client, ['m', 't', 'idle', 'half'])), {
    m: { rate: 2.5, total: 15 },
    t: { rate: 0, total: 400, micros: 15 },
    idle: { rate: 0, total: 0 },
    half: { rate: 0, total: 4, micros: 7 },
  });
  // The server accepts at most 5,000 names in one request.
  const many = [...Array.from({ length: 4000 }, (_one, index) => `n${index}`), 'last'];
  const { m } = await queryClient.fetchQuery(pipelineFiguresQuery(client, many));
  assert.deepEqual(m, { rate: 6, total: 31 });
  assert.deepEqual(
    calls.slice(1).map(({ body }) => untyped<{ metrics: string[] }>(body).metrics.length),
    [4000, 1],
  );
  assert.equal(pipelineFiguresQuery(client, []).enabled, false);
  queryClient.clear();
});

test('an unanswered call for the signed-in user is repeated: twice if a user is known, otherwise until the server counts as down', async () => {
  const facts = { method: 'GET', url: '/api/users/jane' } as const;
  const user = { username: 'jane', permissions: [] };
  for (const { failure, failing, known = false, downAfter = Infinity, expected } of [
    { failure: new Unreachable(facts), failing: 1, known: true, expected: [user, 2] },
    { failure: new Unreachable(facts), failing: 3, known: true, expected: ['Unreachable', 3] },
    { failure: new Unreachable(facts), failing: 3, expected: [user, 4] },
    { failure: new Unreachable(facts), failing: 9, downAfter: 2, expected: ['Unreachable', 2] },
    { failure: new Unauthorized({ ...facts, status: 401 }), failing: 1, expected: ['Unauthorized', 1] },
    { failure: new NotFound({ ...facts, status: 404 }), failing: 1, expected: ['NotFound', 1] },
  ] as const) {
    const { client, calls } = fakeClient(() => (calls.length <= failing ? Promise.reject(failure) : user));
    const queryClient = new QueryClient();
    repeatUserCall(queryClient, () => calls.length >= downAfter);
    if (known) queryClient.setQueryData(currentUserKey('jane'), untyped<User>(user));
    const found: unknown = await queryClient
      .fetchQuery({ ...currentUserQuery(client, 'jane'), retryDelay: 0, staleTime: 0 })
      .catch((error: unknown) => (error instanceof Error ? error.name : error));
    assert.deepEqual([found, calls.length], expected);
    queryClient.clear();
  }
});

test('saving a preference sends the whole map, shows the value at once and reverts it on failure', async () => {
  let fails = false;
  const { client, calls } = fakeClient(() => (fails ? Promise.reject(new Error('refused')) : undefined));
  const queryClient = new QueryClient();
  const user = untyped<User>({ username: 'jane', preferences: { enableSmartSearch: 'true', themeMode: 'teint' } });
  queryClient.setQueryData(currentUserKey('jane'), user);
  const observer = new MutationObserver(queryClient, savePreferencesMutation(client, queryClient, 'jane'));
  await observer.mutate({ themeMode: 'noir' });
  assert.deepEqual(calls[0]?.body, { preferences: { enableSmartSearch: true, themeMode: 'noir' } });
  const shown = () => queryClient.getQueryData<User>(currentUserKey('jane'))?.preferences;
  assert.deepEqual(shown(), { enableSmartSearch: true, themeMode: 'noir' });
  fails = true;
  await assert.rejects(observer.mutate({ themeMode: 'teint' }));
  assert.equal(shown()?.themeMode, 'noir');
  queryClient.clear();
});

test('saving preferences of a list sends all of them, shows them at once and reverts them on failure', async () => {
  let fails = false;
  const { client, calls } = fakeClient(() => (fails ? Promise.reject(new Error('refused')) : undefined));
  const queryClient = new QueryClient();
  const { queryKey } = listPreferencesQuery(client, 'streams');
  queryClient.setQueryData(queryKey, { per_page: 50 });
  const observer = new MutationObserver(queryClient, saveListPreferencesMutation(client, queryClient, 'streams'));
  await observer.mutate({ displayed_attributes: ['title'] });
  assert.deepEqual(calls[0]?.body, { per_page: 50, displayed_attributes: ['title'] });
  assert.deepEqual(queryClient.getQueryData(queryKey), { per_page: 50, displayed_attributes: ['title'] });
  fails = true;
  await assert.rejects(observer.mutate({ per_page: 10 }));
  assert.deepEqual(queryClient.getQueryData(queryKey), { per_page: 50, displayed_attributes: ['title'] });
  queryClient.clear();
});

test('preferences whose call is unanswered are stored once more when the page is left, with all pending changes', async () => {
  const answers: (() => void)[] = [];
  const { client, calls } = fakeClient(() => new Promise((resolve) => answers.push(() => resolve(undefined))));
  const queryClient = new QueryClient();
  queryClient.setQueryData(currentUserKey('jane'), untyped<User>({ username: 'jane', preferences: {} }));
  const observer = new MutationObserver(queryClient, savePreferencesMutation(client, queryClient, 'jane'));
  const saved = [observer.mutate({ themeMode: 'noir' }), observer.mutate({ searchSidebarIsPinned: true })];
  await setImmediate();
  assert.equal(calls.length, 1, 'the second call waits for the first');
  page.dispatchEvent(new Event('pagehide'));
  await setImmediate();
  const left = calls.filter(({ keepalive }) => keepalive);
  const all = { preferences: { themeMode: 'noir', searchSidebarIsPinned: true } };
  assert.deepEqual(left.at(-1)?.body, all);
  while (answers.length > 0) {
    for (const answer of answers.splice(0)) answer();
    await setImmediate();
  }
  await Promise.all(saved);
  const before = calls.length;
  page.dispatchEvent(new Event('pagehide'));
  assert.equal(calls.length, before, 'stored preferences are not stored again');
  queryClient.clear();
});

test('a deleted input and an invalid natural date are results instead of failures', async () => {
  const facts = { method: 'GET', url: '/x' } as const;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const missing = fakeClient(() => Promise.reject(new NotFound({ ...facts, status: 404 }))).client;
  const unparsable = fakeClient(() => Promise.reject(new Unprocessable({ ...facts, status: 422 }))).client;
  assert.equal(await queryClient.fetchQuery(inputQuery(missing, 'gone')), null);
  assert.equal(await queryClient.fetchQuery(naturalDateQuery(unparsable, 'blah', 'UTC')), null);
  await assert.rejects(queryClient.fetchQuery(naturalDateQuery(missing, 'blah', 'Nowhere')), NotFound);
  queryClient.clear();
});

test('the client caches a missing endpoint (404 or 405) as an answer and does not request it again', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const status of [404, 405]) {
    const facts = { method: 'GET', url: '/x', status } as const;
    const failure = status === 404 ? new NotFound(facts) : new ApiFailure(facts);
    const { client } = fakeClient(() => Promise.reject(failure));
    const failures = new QueryObserver(queryClient, inputFailuresQuery(client, 'i'));
    const states = new QueryObserver(queryClient, outputStatesQuery(client));
    const answers = [await failures.refetch(), await states.refetch()];
    assert.deepEqual(
      answers.map(({ data }) => data),
      [null, null],
    );
    for (const { options } of [failures, states]) {
      const { refetchInterval: interval } = options;
      assert.equal(typeof interval === 'function' && interval(untyped({ state: { data: null } })), false);
      assert.ok(typeof interval === 'function' && interval(untyped({ state: { data: {} } })));
    }
    queryClient.clear();
  }
});

test('streams are sorted by title, the search configuration gets its defaults, and preferences with boolean texts become booleans', () => {
  const list = untyped<StreamList>({
    total: 2,
    streams: [
      { id: '2', title: 'zeta' },
      { id: '1', title: 'Alpha' },
    ],
  });
  assert.deepEqual(streamOptions(list), [
    { id: '1', title: 'Alpha' },
    { id: '2', title: 'zeta' },
  ]);
  const config = withSearchesDefaults({ query_time_range_limit: 'P1D', analysis_disabled_fields: untyped(null) });
  assert.equal(config.query_time_range_limit, 'P1D');
  assert.deepEqual(config.analysis_disabled_fields, searchesDefaults.analysis_disabled_fields);
  assert.deepEqual(normalPreferences({ a: 'true', b: 'false', c: 'x', d: 3 }), { a: true, b: false, c: 'x', d: 3 });
});

test('the demo starts existing parts, creates missing ones, and refreshes both queries, also after a partial failure', async () => {
  const dashboard = { view: { id: 'view' }, search: { id: 'search' } } as NewDashboard;
  const started = async (start: DemoStart, types: object) => {
    const { client, calls } = fakeClient(({ name }) => (name === 'GET /system/inputs/types' ? { types } : {}));
    const queryClient = new QueryClient();
    queryClient.setQueryData(['inputs'], {});
    queryClient.setQueryData(['dashboards'], {});
    const observer = new MutationObserver(queryClient, startDemoMutation(client, queryClient));
    const outcome = await observer.mutate(start).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    const stale = [['inputs'], ['dashboards']].map((key) => queryClient.getQueryState(key)?.isInvalidated);
    queryClient.clear();
    const paths = calls.map(({ name }) => name.replace(/^\w+ /, ''));
    return { outcome, paths, bodies: calls.map(({ body }) => body), stale };
  };
  const again = await started({ input: { id: 'one' }, dashboard: undefined }, {});
  assert.deepEqual(again.paths, ['/system/inputstates/{inputId}']);
  const generator = 'org.example.FakeHttpMessageInput';
  const fresh = await started({ input: { title: 'Shop' }, dashboard }, { raw: 'Raw', [generator]: 'Random' });
  assert.deepEqual(fresh.paths, ['/system/inputs/types', '/system/inputs', '/views/search', '/views']);
  assert.deepEqual(fresh.bodies.slice(1), [
    {
      title: 'Shop',
      type: generator,
      global: true,
      configuration: { sleep: 200, sleep_deviation: 30, source: 'shop.example.org' },
    },
    { id: 'search' },
    { id: 'view' },
  ]);
  const without = await started({ input: { title: 'Shop' }, dashboard }, { raw: 'Raw' });
  assert.equal(without.outcome, 'Error: The server has no generator of messages.');
  assert.deepEqual(without.paths, ['/system/inputs/types']);
  for (const { stale } of [again, fresh, without]) assert.deepEqual(stale, [true, true]);
});

test('the latest log lines are polled only if the server keeps them', async () => {
  const facts = { method: 'GET', url: '/x', status: 404 } as const;
  const kept = fakeClient(() => 'one\ntwo\n').client;
  const missing = fakeClient(() => Promise.reject(new NotFound(facts))).client;
  const linesAndIntervals = [];
  for (const client of [kept, missing]) {
    const queryClient = new QueryClient();
    const query = recentLinesQuery(client, 10, true);
    const lines = await queryClient.fetchQuery(query);
    const [state] = queryClient.getQueryCache().getAll();
    if (typeof query.refetchInterval !== 'function' || !state) throw new Error('The lines are not polled.');
    linesAndIntervals.push([lines, query.refetchInterval(untyped(state))]);
    queryClient.clear();
  }
  assert.deepEqual(linesAndIntervals, [
    [['one', 'two'], 2000],
    [null, false],
  ]);
});

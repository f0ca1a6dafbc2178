/** Queries and mutations over a client that answers in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import type { Client } from '../../api/client.js';
import type { Endpoint } from '../../api/contract/endpoint.js';
import type { User } from '../../api/contract/users.js';
import { NotFound, Unprocessable } from '../../api/failures.js';
import { searchesDefaults } from '../../api/contract/cluster-config-classes.js';
import { withSearchesDefaults } from '../../api/queries/cluster-config.js';
import { currentUserKey, normalPreferences, savePreferencesMutation } from '../../api/queries/current-user.js';
import { inputQuery } from '../../api/queries/inputs.js';
import { naturalDateQuery } from '../../api/queries/natural-date.js';
import { streamOptions } from '../../api/queries/streams.js';
import { nodesQuery, notificationsQuery, throughputQuery } from '../../api/queries/system.js';

interface Call {
  readonly path: string;
  readonly body?: unknown;
  readonly background?: boolean;
}

function clientOf(answer: (call: Call) => unknown) {
  const calls: Call[] = [];
  const call = (endpoint: Endpoint, options: Omit<Call, 'path'> = {}) => {
    const made = { ...options, path: endpoint.path };
    calls.push(made);
    return Promise.resolve().then(() => answer(made));
  };
  return { calls, client: { baseUrl: '', call } as unknown as Client };
}

test('everything a timer asks is a background call that rests in hidden tabs', async () => {
  const { client, calls } = clientOf(() => ({}));
  const queryClient = new QueryClient();
  const expected = [
    [nodesQuery(client), 5000],
    [notificationsQuery(client), 3000],
    [throughputQuery(client), 2000],
  ] as const;
  for (const [options, interval] of expected) {
    assert.equal(options.refetchInterval, interval);
    assert.equal(options.refetchIntervalInBackground, false);
    await new QueryObserver(queryClient, options as never).refetch();
  }
  assert.deepEqual(
    calls.map(({ background }) => background),
    [true, true, true],
  );
  queryClient.clear();
});

test('saving a preference sends the whole map, is shown at once and taken back when it fails', async () => {
  let fails = false;
  const { client, calls } = clientOf(() => (fails ? Promise.reject(new Error('refused')) : undefined));
  const queryClient = new QueryClient();
  const user = { username: 'jane', preferences: { enableSmartSearch: 'true', themeMode: 'teint' } } as unknown as User;
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

test('a deleted input and words without meaning are answers, other failures are not', async () => {
  const facts = { method: 'GET', url: '/x' } as const;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const missing = clientOf(() => Promise.reject(new NotFound({ ...facts, status: 404 }))).client;
  const unparsable = clientOf(() => Promise.reject(new Unprocessable({ ...facts, status: 422 }))).client;
  assert.equal(await queryClient.fetchQuery(inputQuery(missing, 'gone')), null);
  assert.equal(await queryClient.fetchQuery(naturalDateQuery(unparsable, 'blah', 'UTC')), null);
  await assert.rejects(queryClient.fetchQuery(naturalDateQuery(missing, 'blah', 'Nowhere')), NotFound);
  queryClient.clear();
});

test('lists for controls: streams by title, configuration with defaults, booleans out of texts', () => {
  const list = {
    total: 2,
    streams: [
      { id: '2', title: 'zeta' },
      { id: '1', title: 'Alpha' },
    ],
  } as never;
  assert.deepEqual(streamOptions(list), [
    { id: '1', title: 'Alpha' },
    { id: '2', title: 'zeta' },
  ]);
  const config = withSearchesDefaults({ query_time_range_limit: 'P1D', analysis_disabled_fields: null as never });
  assert.equal(config.query_time_range_limit, 'P1D');
  assert.deepEqual(config.analysis_disabled_fields, searchesDefaults.analysis_disabled_fields);
  assert.deepEqual(normalPreferences({ a: 'true', b: 'false', c: 'x', d: 3 }), { a: true, b: false, c: 'x', d: 3 });
});

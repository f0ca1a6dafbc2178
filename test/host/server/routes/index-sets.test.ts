// Index sets are created, changed and deleted over the API; their indices are rotated, closed, opened and deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IndexSet, IndexSetGrowth, IndexSetList } from '../../../../api/contract/index-sets.schema.js';
import type { AllIndices, IndexerOverview, IndexInfo } from '../../../../api/contract/indices.schema.js';
import type { IndexerFailure } from '../../../../api/contract/system.schema.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

let server: TestServer;
let session: string;
before(async () => {
  // The server runs in a time zone other than UTC.
  server = await startTestServer({ environment: { TZ: 'America/New_York' } });
  session = await server.login();
});
after(() => server.stop());

const send = (method: string, path: string, json?: unknown) =>
  server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await send(method, path, json);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const rotations = 'org.graylog2.indexer.rotation.strategies';
const retentions = 'org.graylog2.indexer.retention.strategies';
const body = {
  title: 'Web',
  description: 'web logs',
  index_prefix: 'web',
  writable: true,
  can_be_default: true,
  shards: 1,
  replicas: 0,
  rotation_strategy_class: `${rotations}.TimeBasedRotationStrategy`,
  rotation_strategy: {
    type: `${rotations}.TimeBasedRotationStrategyConfig`,
    rotation_period: 'P1D',
    rotate_empty_index_set: false,
  },
  retention_strategy_class: `${retentions}.DeletionRetentionStrategy`,
  retention_strategy: { type: `${retentions}.DeletionRetentionStrategyConfig`, max_number_of_indices: 14 },
  index_analyzer: 'standard',
  index_optimization_max_num_segments: 1,
  index_optimization_disabled: false,
  field_type_refresh_interval: 5000,
  creation_date: '2024-02-01T09:00:00.000Z',
};
const path = '/system/indices/index_sets';
const problems = async (change: object): Promise<string[]> => {
  const response = await send('POST', path, { ...body, ...change });
  assert.equal(response.status, 400);
  const problems = (await response.json()) as { path: string }[] | { validation_errors: object };
  return Array.isArray(problems) ? problems.map((one) => one.path) : Object.keys(problems.validation_errors);
};

test('the server reports invalid values of an index set by field', async () => {
  for (const [change, fields] of [
    [{ title: ' ' }, ['title']],
    [{ index_prefix: '' }, ['index_prefix']],
    [{ index_prefix: 'Web' }, ['index_prefix']],
    [{ index_prefix: '_web' }, ['index_prefix']],
    [{ index_prefix: '../etc' }, ['index_prefix']],
    [{ index_prefix: 'mess' }, ['index_prefix']],
    [{ index_prefix: 'messages_restored' }, ['index_prefix']],
    [{ shards: 0, replicas: -1 }, ['shards', 'replicas']],
    [{ index_analyzer: '' }, ['index_analyzer']],
    [{ index_optimization_max_num_segments: 0 }, ['index_optimization_max_num_segments']],
    [{ field_type_refresh_interval: 999 }, ['field_type_refresh_interval']],
    [{ creation_date: 'yesterday' }, ['creation_date']],
    [{ rotation_strategy_class: 'no.such.Strategy' }, ['rotation_strategy_class']],
    [{ rotation_strategy: { rotation_period: 'soon' } }, ['rotation_strategy.rotation_period']],
    [{ retention_strategy: { max_number_of_indices: 0 } }, ['retention_strategy.max_number_of_indices']],
    [
      {
        rotation_strategy_class: `${rotations}.TimeBasedSizeOptimizingStrategy`,
        rotation_strategy: { index_lifetime_min: 'P30D', index_lifetime_max: 'P30D' },
      },
      ['rotation_strategy.index_lifetime_max'],
    ],
  ] as const)
    assert.deepEqual(await problems(change), fields, JSON.stringify(change));
  // The three sets are the default one and those of events.
  assert.equal((await ask<IndexSetList>('GET', path)).total, 3);
});

test('an index set is created, changed, made the default and deleted', async () => {
  const made = await ask<IndexSet>('POST', path, body);
  assert.deepEqual(
    [made.title, made.index_prefix, made.default, made.can_be_default, made.creation_date],
    ['Web', 'web', false, true, body.creation_date],
  );
  assert.deepEqual(made.rotation_strategy, { ...body.rotation_strategy, max_rotation_period: null });
  const { current_target } = await ask<{ current_target: string }>('GET', `/system/deflector/${made.id}`);
  assert.equal(current_target, 'web_0');
  assert.deepEqual(await problems({}), ['index_prefix'], 'the prefix is already in use');
  const changed = await ask<IndexSet>('PUT', `${path}/${made.id}`, {
    ...made,
    title: 'Other',
    index_prefix: 'ignored',
  });
  assert.deepEqual([changed.title, changed.index_prefix], ['Other', 'web']);
  const first = (await ask<IndexSetList>('GET', path)).index_sets.find((set) => set.default);
  await ask('PUT', `${path}/${made.id}/default`);
  assert.equal((await ask<IndexSet>('GET', `${path}/${made.id}`)).default, true);
  assert.equal((await send('DELETE', `${path}/${made.id}`)).status, 400);
  assert.equal((await send('PUT', `${path}/${made.id}`, { ...made, writable: false })).status, 409);
  await ask('PUT', `${path}/${first?.id}/default`);

  const json = { title: 'S', description: 'd', index_set_id: made.id, rules: [] };
  const { stream_id } = await ask<{ stream_id: string }>('POST', '/streams', json);
  const refused = await send('DELETE', `${path}/${made.id}`);
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /used by these streams: \\"S\\"/);
  await ask('DELETE', `/streams/${stream_id}`);

  await ask('PUT', `${path}/${made.id}`, { ...made, writable: false });
  assert.equal((await send('PUT', `${path}/${made.id}/default`)).status, 409);
  assert.equal((await send('POST', '/streams', json)).status, 400);
  assert.equal((await send('POST', `/system/deflector/${made.id}/cycle`)).status, 400);
  await ask('DELETE', `${path}/${made.id}`);
  assert.equal((await send('GET', `${path}/${made.id}`)).status, 404);
  assert.deepEqual(
    await problems({}),
    ['index_prefix'],
    'the prefix cannot be used again while its files are being removed',
  );
});

test('indices are rotated, closed, opened and deleted, and their ranges rebuilt', async () => {
  const [set] = (await ask<IndexSetList>('GET', path)).index_sets;
  assert.ok(set);
  const list = () => ask<AllIndices>('GET', `/system/indexer/indices/${set.id}/list`);
  const overview = () => ask<IndexerOverview>('GET', `/system/indexer/overview/${set.id}`);
  await putMessages(server, session, [{ host: 'h', short_message: 'one', timestamp: 1_700_000_000 }]);
  await ask('POST', `/cluster/deflector/${set.id}/cycle`);
  const rotated = await overview();
  assert.deepEqual(rotated.deflector, { is_up: true, current_target: 'messages_1' });
  assert.deepEqual(
    rotated.indices.map(({ index_name, is_deflector }) => [index_name, is_deflector]),
    [
      ['messages_1', true],
      ['messages_0', false],
    ],
  );
  const { days, disk, is_complete } = await ask<IndexSetGrowth>('GET', `${path}/${set.id}/growth`);
  assert.ok((days.at(-1)?.messages ?? 0) >= 1 && is_complete && disk && disk.free_bytes < disk.total_bytes);
  const range = rotated.indices[1]?.range;
  assert.equal(range?.begin, '2023-11-14T22:13:20.000Z');
  assert.ok((rotated.indices[1]?.size?.events ?? 0) >= 1);
  assert.equal(rotated.indices[0]?.range?.end, '1970-01-01T00:00:00.000Z');

  await ask('POST', '/system/indices/ranges/messages_0/rebuild');
  const calculated = async () =>
    (await ask<{ calculated_at: string }>('GET', '/system/indices/ranges/messages_0')).calculated_at;
  await until('the range is calculated', async () => (await calculated()) !== range?.calculated_at);
  assert.equal((await ask<{ begin: string }>('GET', '/system/indices/ranges/messages_0')).begin, range?.begin);

  for (const [method, action] of [
    ['POST', '/close'],
    ['DELETE', ''],
  ] as const) {
    assert.equal((await send(method, `/system/indexer/indices/messages_1${action}`)).status, 403);
    assert.equal((await send(method, `/system/indexer/indices/none_1${action}`)).status, 404);
  }
  await ask('POST', '/system/indexer/indices/messages_0/close');
  assert.deepEqual((await list()).closed, { indices: ['messages_0'], total: 1 });
  assert.equal((await overview()).indices[1]?.size, null);
  assert.equal((await overview()).indices[1]?.range?.begin, range?.begin);
  await ask('POST', '/system/indexer/indices/messages_0/reopen');
  const reopened = await list();
  assert.deepEqual([reopened.closed.total, reopened.reopened.indices], [0, ['messages_0']]);
  await ask('DELETE', '/system/indexer/indices/messages_0');
  assert.equal((await send('GET', '/system/indices/ranges/messages_0')).status, 404);
  assert.deepEqual(
    (await list()).all.indices.map(({ index_name }) => index_name),
    ['messages_1'],
  );
});

test('the server counts reads of an index by searches', async () => {
  await putMessages(server, session, [{ host: 'h', short_message: 'looked for' }]);
  const name = (await ask<{ current_target: string }>('GET', '/system/deflector/000000000000000000000101'))
    .current_target;
  const operations = async () => {
    const { all_shards } = await ask<IndexInfo>('GET', `/system/indexer/indices/${name}`);
    return [all_shards.search_query.total, all_shards.search_fetch.total] as const;
  };
  const [queries, fetches] = await operations();
  const found = await ask<{ total_results: number }>('GET', '/search/universal/relative?query=looked&range=3600');
  assert.equal(found.total_results, 1);
  const [moreQueries, moreFetches] = await operations();
  assert.ok(
    moreQueries > queries && moreFetches > fetches,
    `the counters grew to ${moreQueries} queries and ${moreFetches} fetches`,
  );
});

test('the server lists and counts refused messages for users who may read them', async () => {
  const begun = new Date().toISOString();
  await putMessages(server, session, [
    { host: 'h', short_message: 'a number', _level_of_it: 7 },
    { host: 'h', short_message: 'a word', _level_of_it: 'high' },
  ]);
  const list = (query: string) =>
    ask<{ failures: IndexerFailure[]; total: number }>('GET', `/system/indexer/failures?${query}`);
  const { failures, total } = await list('limit=10&offset=0');
  const [failure] = failures;
  assert.deepEqual([total, failures.length, failure?.type, failure?.is_stored], [1, 1, 'MappingError', true]);
  assert.deepEqual(JSON.parse(failure?.message ?? ''), {
    type: 'mapper_parsing_exception',
    reason: 'Field [level_of_it]: the value is no long: high',
  });
  const stored = await ask<{ message: { fields: Record<string, unknown> } }>(
    'GET',
    `/messages/${failure?.index}/${failure?.letter_id}`,
  );
  assert.equal(stored.message.fields['level_of_it'], 'high');
  assert.deepEqual(await list('limit=10&offset=1'), {
    failures: [],
    total: 1,
    can_retry: 0,
    indices: [{ index: failure?.index, failures: 1 }],
  });

  const count = async (since: string) =>
    (await ask<{ count: number }>('GET', `/system/indexer/failures/count?since=${since}`)).count;
  // Consoles send times in UTC without naming the zone, whatever the time zone of the server.
  assert.equal(await count(begun.slice(0, -1)), 1);
  assert.equal(await count('2999-01-01T00:00:00.000'), 0);
  assert.equal((await send('GET', '/system/indexer/failures/count?since=yesterday')).status, 400);
  const { session: jane } = await addPerson(server, session, 'jane', [], ['Reader']);
  assert.equal((await server.call('/system/indexer/failures?limit=1&offset=0', { session: jane })).status, 403);
});

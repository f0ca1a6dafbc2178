/** A real server reports its index sets, traffic, system messages and jobs, also after a rotation and a restart. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { IndexSetList } from '../../../../api/contract/index-sets.js';
import type { PivotResult, SearchJob } from '../../../../api/contract/searches.js';
import type { SystemJob, SystemMessage, TrafficHistogram } from '../../../../api/contract/system-overview.js';
import { defaultIndexSet } from '../../../../host/server/store/index-set.js';
import { indexSets, openDocuments } from '../../../../host/server/store/index.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { until } from '../../../until.js';

let data: string;
let server: TestServer;
let session: string;
let nodeId: string;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-test-'));
  const documents = await openDocuments({ directory: data });
  const rotation = { maxMessages: 5, maxBytes: null, maxAgeMs: null };
  await indexSets(documents).put({ ...defaultIndexSet, rotation, maxIndices: 2 });
  await documents.close();
  server = await startTestServer({ data });
  session = await server.login();
  nodeId = (await answered<{ node_id: string }>('/')).node_id;
});
after(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

async function answered<T>(path: string, as = session): Promise<T> {
  const response = await server.call(path, { session: as });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}
const messageLike = async (pattern: RegExp): Promise<SystemMessage | undefined> =>
  (await answered<{ messages: SystemMessage[] }>('/system/messages')).messages.find(({ content }) =>
    pattern.test(content),
  );
/** Rotates the default index set at once instead of waiting for the maintenance every ten seconds. */
async function rotate(): Promise<void> {
  const path = `/cluster/deflector/${defaultIndexSet.id}/cycle`;
  assert.equal((await server.call(path, { method: 'POST', session })).status, 204);
}
const sum = (buckets: Record<string, number>) => Object.values(buckets).reduce((total, bytes) => total + bytes, 0);
const lines = Array.from({ length: 5 }, (_, index) => ({ short_message: `line ${index}`, host: 'h', _n: index }));

test('the traffic counts received and searchable bytes by hour and by day', async () => {
  const none = await until('the event that no input runs is accounted for', async () => {
    const read = await answered<TrafficHistogram>('/system/cluster/traffic');
    return sum(read.output) > 0 ? read : undefined;
  });
  assert.deepEqual(none.input, {});
  const own = sum(none.output);
  assert.equal(sum(none.decoded), own);
  await putMessages(server, session, lines);
  const accounted = own + (await sizes());
  const traffic = await until('the traffic contains the sent messages', async () => {
    const read = await answered<TrafficHistogram>('/system/cluster/traffic?days=1');
    return sum(read.output) >= accounted ? read : undefined;
  });
  assert.deepEqual(Object.keys(traffic).sort(), ['decoded', 'from', 'input', 'output', 'to']);
  const sent = lines.reduce((bytes, line) => bytes + JSON.stringify({ version: '1.1', ...line }).length, 0);
  assert.equal(sum(traffic.input), sent);
  assert.equal(sum(traffic.decoded), accounted);
  assert.equal(sum(traffic.output), accounted);
  for (const hour of Object.keys(traffic.input)) assert.match(hour, /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  assert.ok(traffic.from < (Object.keys(traffic.input)[0] ?? '') && traffic.to > traffic.from);
  const daily = await answered<TrafficHistogram>('/system/cluster/traffic?daily=true&days=2');
  for (const day of Object.keys(daily.input)) assert.match(day, /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
  assert.equal(sum(daily.input), sent);
  const past = await answered<TrafficHistogram>('/system/cluster/traffic?includeToday=false&days=1');
  assert.ok(past.to.endsWith('T00:00:00.000Z') && sum(past.input) < sent);
  assert.equal((await server.call('/system/cluster/traffic?days=0', { session })).status, 400);
});

/** Returns the total accounted size of all messages in bytes. */
async function sizes(): Promise<number> {
  const series = [{ id: 'all', type: 'sum', field: 'gl2_accounted_message_size' }];
  const json = {
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        search_types: [{ id: 's', type: 'pivot', series, rollup: true }],
      },
    ],
  };
  const job = (await (await server.call('/views/search/sync', { method: 'POST', session, json })).json()) as SearchJob;
  return Number((job.results['q']?.search_types['s'] as PivotResult).rows[0]?.values[0]?.value);
}

test('index sets are listed, on request with the statistics of their indices', async () => {
  const plain = await answered<IndexSetList>('/system/indices/index_sets');
  assert.deepEqual(plain.stats, {});
  assert.deepEqual(
    plain.index_sets.map(({ title, index_template_type: type, can_be_default: can }) => [title, type, can]),
    [
      ['Default index set', 'messages', true],
      ['Events', 'events', false],
      ['System events', 'events', false],
    ],
  );
  assert.equal(plain.total, 3);
  const [set] = plain.index_sets;
  assert.deepEqual(set, {
    id: defaultIndexSet.id,
    title: 'Default index set',
    description: 'The index set that messages are stored in',
    default: true,
    can_be_default: true,
    writable: true,
    index_prefix: 'messages',
    shards: 1,
    replicas: 0,
    rotation_strategy_class: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategy',
    rotation_strategy: {
      type: 'org.graylog2.indexer.rotation.strategies.MessageCountRotationStrategyConfig',
      max_docs_per_index: 5,
    },
    retention_strategy_class: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategy',
    retention_strategy: {
      type: 'org.graylog2.indexer.retention.strategies.DeletionRetentionStrategyConfig',
      max_number_of_indices: 2,
    },
    creation_date: set?.creation_date,
    index_analyzer: 'standard',
    index_optimization_max_num_segments: 1,
    index_optimization_disabled: true,
    field_type_refresh_interval: 5000,
    index_template_type: 'messages',
  });
  assert.ok(!Number.isNaN(Date.parse(set?.creation_date ?? '')));
  assert.equal(
    (await answered<IndexSetList>('/system/indices/index_sets?stats=false')).stats[defaultIndexSet.id],
    undefined,
  );
  await rotate();
  await until('the first index is full', () => messageLike(/Index messages_0 is full/));
  const { stats } = await answered<IndexSetList>('/system/indices/index_sets?stats=true&limit=1');
  const files = (await readdir(join(data, 'indices'))).filter((file) => /^messages_\d+\.duckdb(\.wal)?$/.test(file));
  const onDisk = await Promise.all(files.map(async (file) => (await stat(join(data, 'indices', file))).size));
  const figures = stats[defaultIndexSet.id];
  assert.deepEqual([figures?.indices, figures?.documents], [2, 5]);
  // The size of an open index's write-ahead log varies, so the comparison has a tolerance.
  assert.ok(Math.abs((figures?.size ?? 0) - onDisk.reduce((a, b) => a + b, 0)) < 1_000_000 && (figures?.size ?? 0) > 0);
  const beyond = await answered<IndexSetList>('/system/indices/index_sets?skip=3&limit=10&stats=true');
  assert.deepEqual([beyond.total, beyond.index_sets, beyond.stats], [3, [], {}]);
});

test('the job list is empty, and later contains the removal of an index beyond the retention', async () => {
  assert.deepEqual(await answered('/cluster/jobs'), { [nodeId]: { jobs: [] } });
  await putMessages(server, session, lines);
  await rotate();
  await until('the second index is full', () => messageLike(/Index messages_1 is full/));
  await until('the first index is removed', () => messageLike(/Index messages_0 is removed/));
  const jobs = await answered<Record<string, { jobs: SystemJob[] }>>('/cluster/jobs');
  const [job, ...more] = jobs[nodeId]?.jobs ?? [];
  assert.deepEqual(more, []);
  assert.deepEqual(job, {
    id: job?.id,
    description: 'Removes an index and its messages',
    name: 'IndexRemoval',
    info: 'Removing messages_0',
    node_id: nodeId,
    started_at: job?.started_at,
    percent_complete: 0,
    is_cancelable: false,
    provides_progress: false,
    job_status: 'running',
  });
});

test('system messages are listed in pages, newest first', async () => {
  const first = await answered<{ messages: SystemMessage[]; total: number }>('/system/messages');
  for (const message of first.messages) {
    assert.deepEqual(Object.keys(message).sort(), ['caller', 'content', 'node_id', 'timestamp']);
    assert.equal(message.node_id, nodeId);
  }
  assert.match(first.messages.at(-1)?.content ?? '', /^Log Console \S+ has started\.$/);
  assert.ok(first.messages.some(({ caller, content }) => caller === 'Inputs' && /is running\.$/.test(content)));
  assert.deepEqual(
    first.messages.map(({ timestamp }) => timestamp),
    first.messages
      .map(({ timestamp }) => timestamp)
      .sort()
      .reverse(),
  );
  const json = {
    title: 'On a taken port',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: Number(new URL(server.url).port) },
  };
  const made = await server.call('/system/inputs', { method: 'POST', session, json });
  const { id } = (await made.json()) as { id: string };
  const failed = await until('the input has failed to start', () =>
    messageLike(/^Input "On a taken port" failed to start: /),
  );
  assert.equal(failed.caller, 'Inputs');
  for (let start = 0; start < 30; start++) await server.call(`/system/inputstates/${id}`, { method: 'PUT', session });
  const second = await until('there is a second page', async () => {
    const page = await answered<{ messages: SystemMessage[]; total: number }>('/system/messages?page=2');
    return page.messages.length > 0 ? page : undefined;
  });
  assert.equal((await answered<{ messages: SystemMessage[] }>('/system/messages?page=1')).messages.length, 30);
  assert.ok(second.total > 30);
  assert.equal((await server.call('/system/messages?page=0', { session })).status, 400);
});

test('each overview endpoint checks the permissions of the user', async () => {
  const { session: jane } = await addPerson(server, session, 'jane', [], ['Reader']);
  assert.deepEqual(await answered('/system/indices/index_sets?stats=true', jane), {
    total: 0,
    index_sets: [],
    stats: {},
  });
  assert.equal((await server.call('/system/messages', { session: jane })).status, 403);
  assert.deepEqual(await answered('/cluster/jobs', jane), { [nodeId]: { jobs: [] } });
  assert.deepEqual(Object.keys(await answered('/system/cluster/traffic', jane)).length, 5);
});

test('traffic and system messages survive a restart', async () => {
  const before = await answered<TrafficHistogram>('/system/cluster/traffic');
  const { total } = await answered<{ total: number }>('/system/messages');
  await server.stop();
  server = await startTestServer({ data });
  session = await server.login();
  const again = await answered<TrafficHistogram>('/system/cluster/traffic');
  assert.ok(sum(before.input) > 0);
  assert.deepEqual([again.input, again.decoded, again.output], [before.input, before.decoded, before.output]);
  const messages = await answered<{ messages: SystemMessage[]; total: number }>('/system/messages');
  assert.ok(messages.total > total);
  assert.ok((await messageLike(/has started/)) !== undefined);
});

/**
 * The API reports the state of a node, pauses and resumes processing, sets the load balancer status and shuts the node
 * down.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ProcessBufferDump } from '../../../../api/contract/nodes.js';
import type {
  IndexerHealth,
  Journal,
  MetricsSummary,
  SystemJvm,
  SystemOverview,
} from '../../../../api/contract/system.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../../find-messages.js';
import { exitOf, startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { until } from '../../../until.js';
import { addPerson } from '../people.js';

let data: string;
let server: TestServer;
let session: string;
let nodeId: string;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-test-'));
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
const put = async (path: string, as = session): Promise<number> =>
  (await server.call(path, { method: 'PUT', session: as })).status;
const post = async (path: string, as = session): Promise<number> =>
  (await server.call(path, { method: 'POST', session: as })).status;
const overview = async (): Promise<SystemOverview> => answered<SystemOverview>('/system');
const balance = async (): Promise<readonly [number, string]> => {
  const response = await fetch(`${server.url}/api/system/lbstatus`);
  return [response.status, await response.text()];
};

/**
 * Starts a GELF input.
 * @returns `send`, which sends messages, and `found`, which counts the messages that a search finds
 */
async function source() {
  const { id, port } = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'Messages of the test' });
  return {
    send: async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const body = JSON.stringify({ version: '1.1', host: 'h', short_message: `line ${at}` });
        const { status } = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
        assert.equal(status, 202);
      }
    },
    found: async () => (await findMessages(server, session, `gl2_source_input:${id}`)).total,
  };
}

test('the server acknowledges messages while processing is paused; they become searchable when it resumes', async () => {
  const { send, found } = await source();
  await send(3);
  await until('the messages sent before the pause are found', async () => (await found()) === 3);
  assert.equal(await put('/system/processing/pause'), 204);
  assert.equal(await put('/system/processing/pause'), 204);
  const paused = await overview();
  assert.deepEqual([paused.is_processing, paused.lifecycle, paused.lb_status], [false, 'paused', 'alive']);
  await send(20);
  const waiting = (await answered<Journal>('/system/journal')).uncommitted_journal_entries;
  assert.ok(waiting >= 20, `${waiting} messages wait`);
  assert.equal(await found(), 3);
  const names = { metrics: ['org.graylog2.journal.entries-uncommitted', 'org.graylog2.journal.utilization-ratio'] };
  const gauges = (await (
    await server.call('/system/metrics/multiple', { method: 'POST', session, json: names })
  ).json()) as MetricsSummary;
  const values = gauges.metrics.map(({ metric }) => ('value' in metric ? Number(metric.value) : 0));
  assert.ok(
    values.every((value) => value > 0),
    values.join(),
  );
  assert.equal(await post(`/cluster/${nodeId}/processing/resume`), 204);
  await until('the messages that waited are found', async () => (await found()) === 23);
  await until(
    'no message is waiting',
    async () => (await answered<Journal>('/system/journal')).uncommitted_journal_entries === 0,
  );
  assert.equal((await overview()).lifecycle, 'running');
  const { messages } = await answered<{ messages: { content: string }[] }>('/system/messages');
  assert.ok(messages.some(({ content }) => content === 'Message processing was paused by admin.'));
  assert.ok(messages.some(({ content }) => content === 'Message processing was resumed by admin.'));
});

test('messages that wait while processing is paused survive a kill and are processed by the next start', async () => {
  const { send, found } = await source();
  assert.equal(await post(`/cluster/${nodeId}/processing/pause`), 204);
  await send(25);
  assert.equal(await found(), 0);
  await server.kill();
  server = await startTestServer({ data });
  session = await server.login();
  assert.equal((await overview()).is_processing, true);
  await until('all messages are found once', async () => (await found()) === 25);
  const status = await answered<{ receive_times: Record<string, string> }>('/system/processing/status');
  assert.ok(Date.parse(status.receive_times['post_indexing'] ?? '') > 0);
});

test('a server with paused processing shuts down regularly and keeps waiting messages', async () => {
  const { send, found } = await source();
  assert.equal(await put('/system/processing/pause'), 204);
  await send(5);
  const began = Date.now();
  assert.equal(await server.stop(), 0);
  assert.ok(Date.now() - began < 9000, 'the shutdown does not wait for the paused processing');
  server = await startTestServer({ data });
  session = await server.login();
  await until('all messages are found', async () => (await found()) === 5);
});

test('the load balancer endpoint reports the status that was set', async () => {
  assert.deepEqual(await balance(), [200, 'ALIVE']);
  assert.equal(await put('/system/lbstatus/override/dead'), 204);
  assert.deepEqual(await balance(), [503, 'DEAD']);
  assert.equal((await overview()).lifecycle, 'override lb:dead');
  assert.equal(await put(`/cluster/${nodeId}/lbstatus/override/THROTTLED`), 204);
  assert.deepEqual(await balance(), [429, 'THROTTLED']);
  for (const odd of ['asleep', '__proto__', 'a%2fb']) assert.equal(await put(`/system/lbstatus/override/${odd}`), 400);
  assert.equal(await put('/cluster/nowhere/lbstatus/override/dead'), 404);
  assert.equal(await put('/system/lbstatus/override/alive'), 204);
  assert.deepEqual(await balance(), [200, 'ALIVE']);
});

test('thread dumps describe the process as JSON and as text', async () => {
  const { threaddump } = await answered<{ threaddump: string }>(`/cluster/${nodeId}/threaddump`);
  assert.match(threaddump, /Main thread\n {2}busy \d+ %/);
  assert.match(threaddump, /× TCPServerWrap/);
  assert.match(threaddump, /"\[worker \d+\] journal"\n {4}\d+ % of 100 ms/);
  assert.ok(!threaddump.includes(server.adminPassword) && !threaddump.includes(data));
  const plain = await server.call('/system/threaddump', { session, headers: { Accept: 'text/plain' } });
  assert.match(plain.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(await plain.text(), /^Node [0-9a-f-]{36}, process \d+/);
  // Concurrent requests share one thread dump.
  const several = await Promise.all(Array.from({ length: 5 }, () => server.call('/system/threaddump', { session })));
  assert.deepEqual([...new Set(several.map(({ status }) => status))], [200]);
  const dump = await answered<ProcessBufferDump>('/system/processbufferdump');
  assert.deepEqual(Object.keys(dump.processbuffer_dump).sort(), ['JournalWriter #0', 'ProcessBufferProcessor #0']);
});

test('figures of memory are in bytes, and in whole kilobytes and megabytes of 1024', async () => {
  const jvm = await answered<SystemJvm>('/system/jvm');
  const figures = [jvm.free_memory, jvm.max_memory, jvm.total_memory, jvm.used_memory];
  for (const { bytes, kilobytes, megabytes } of figures)
    assert.deepEqual([kilobytes, megabytes], [Math.floor(bytes / 1024), Math.floor(bytes / 1024 / 1024)]);
  assert.equal(jvm.used_memory.bytes + jvm.free_memory.bytes, jvm.total_memory.bytes);
  assert.ok(jvm.used_memory.bytes > 10 * 1024 * 1024 && jvm.max_memory.bytes >= jvm.total_memory.bytes);
  assert.equal(jvm.pid, String(server.process.pid));
});

test('only users with permission can change the state of a node', async () => {
  const person = await addPerson(server, session, 'onlooker', []);
  const change = ['/system/processing/pause', '/system/processing/resume', '/system/processing/pause/unlock'];
  for (const path of [...change, '/system/lbstatus/override/dead', `/cluster/${nodeId}/lbstatus/override/dead`])
    assert.equal(await put(path, person.session), 403, path);
  const ends = ['/system/shutdown/shutdown', `/cluster/${nodeId}/shutdown`];
  for (const path of [`/cluster/${nodeId}/processing/pause`, ...ends])
    assert.equal(await post(path, person.session), 403, path);
  for (const path of ['threaddump', 'processbufferdump']) {
    assert.equal((await server.call(`/system/${path}`, { session: person.session })).status, 403, path);
    assert.equal((await server.call(`/cluster/${nodeId}/${path}`, { session: person.session })).status, 403, path);
  }
  assert.deepEqual(await balance(), [200, 'ALIVE']);
  assert.equal((await overview()).is_processing, true);
  // A permission for another node does not apply to this node.
  const other = await addPerson(server, session, 'elsewhere', ['processing:changestate:other', 'node:shutdown:other']);
  assert.equal(await put('/system/processing/pause', other.session), 403);
  assert.equal(await post('/cluster/other/processing/pause', other.session), 404);
  assert.equal(await post('/cluster/other/shutdown', other.session), 404);
  const pauser = await addPerson(server, session, 'pauser', [`processing:changestate:${nodeId}`]);
  assert.equal(await put('/system/processing/pause', pauser.session), 204);
  assert.equal(await put('/system/processing/resume', pauser.session), 204);
});

test('the API reports the health of the store and the state of the journal', async () => {
  const health = await answered<IndexerHealth>('/system/indexer/cluster/health');
  assert.equal(health.status, 'green');
  assert.ok(health.shards.active > 0);
  const journal = await answered<Journal>(`/cluster/${nodeId}/journal`);
  assert.ok(journal.journal_size_limit > 0 && (journal.journal_config?.segment_size ?? 0) > 0);
  assert.ok(Date.parse(journal.oldest_segment ?? '') <= Date.now());
});

test('a user with permission can shut the server down', async () => {
  const ender = await addPerson(server, session, 'ender', [`node:shutdown:${nodeId}`]);
  const { send, found } = await source();
  await send(4);
  const ended = exitOf(server.process);
  const response = await server.call('/system/shutdown/shutdown', { method: 'POST', session: ender.session });
  assert.equal(response.status, 202);
  assert.match(((await response.json()) as { message: string }).message, /shutting down/);
  assert.equal(await ended, 0);
  server = await startTestServer({ data });
  session = await server.login();
  await until('all acknowledged messages are found', async () => (await found()) === 4);
  const again = exitOf(server.process);
  assert.equal(await post(`/cluster/${nodeId}/shutdown`), 204);
  assert.equal(await again, 0);
  server = await startTestServer({ data });
});

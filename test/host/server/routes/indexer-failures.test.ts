// Users with permission see messages that could not be stored, and retry them.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { IndexerFailures, RetriedFailures } from '../../../../api/contract/system.js';
import type { SystemJob } from '../../../../api/contract/system-overview.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { fillWithRefused, refusedMessage } from '../refused-messages.js';
import { addPerson } from '../people.js';

const hostile = '<img src=x onerror="globalThis.hacked=1">\u0000\ud800';
const many = 600;
let data: string;
let server: TestServer;
let admin: string;

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-refused-'));
  const own = JSON.parse('{"__proto__":"polluted","constructor":1}') as Record<string, string>;
  await fillWithRefused(data, [
    refusedMessage(hostile, { ...own, '<b>key': hostile, exact: 9007199254740993n }),
    refusedMessage('second one'),
    refusedMessage('third one'),
    ...Array.from({ length: many }, (_, n) => refusedMessage(`many ${n}`)),
  ]);
  server = await startTestServer({ data });
  admin = await server.login();
});
after(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const list = async (query: string, session = admin): Promise<IndexerFailures> =>
  (await (
    await server.call(`/system/indexer/failures?limit=5&offset=0&${query}`, { session })
  ).json()) as IndexerFailures;
const retry = (json: unknown, session = admin) =>
  server.call('/system/indexer/failures/retry', { method: 'POST', session, json });
const retried = async (json: unknown): Promise<RetriedFailures> => {
  const response = await retry(json);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as RetriedFailures;
};
const count = async (): Promise<number> =>
  ((await (await server.call('/count/total', { session: admin })).json()) as { events: number }).events;

test('a user who may read failures but not all streams neither sees messages nor finds them by their text', async () => {
  const { session: reader } = await addPerson(server, admin, 'reader', ['indices:failures']);
  const all = await list('query=second', admin);
  assert.deepEqual([all.total, all.can_retry, all.failures[0]?.tries, all.failures[0]?.can_retry], [1, 1, 1, true]);
  assert.match(all.failures[0]?.document ?? '', /second one/);
  const seen = await list('', reader);
  assert.equal(seen.total, many + 3);
  assert.ok(seen.failures.every(({ document, is_stored }) => document === undefined && is_stored === false));
  assert.equal((await list('query=second', reader)).total, 0);
  assert.equal((await retry({ query: '' }, reader)).status, 403);
});

test('a user who may change indices but not read failures may not retry them', async () => {
  const { session: changer } = await addPerson(server, admin, 'changer', ['indices:changestate']);
  assert.equal((await retry({ query: '' }, changer)).status, 403);
  // The answer does not reveal whether a failure exists that the user may not see.
  const { session: both } = await addPerson(server, admin, 'both', ['indices:changestate', 'indices:failures']);
  const response = await retry({ query: 'second one' }, both);
  assert.deepEqual(await response.json(), { stored: 0, failed: 0, missing: 0, system_job_id: null });
});

test('a retry request must name the failures', async () => {
  for (const bad of [{}, { messages: [] }, { messages: [{ index: 'messages_0' }] }, { query: 1 }, [], null])
    assert.equal((await retry(bad)).status, 400, JSON.stringify(bad));
  const unknown = { messages: [{ index: "x'; DROP TABLE failures; --", letter_id: "'" }] };
  assert.deepEqual(await retried(unknown), { stored: 0, failed: 0, missing: 1, system_job_id: null });
});

test('retrying stores a hostile message unchanged and only once', async () => {
  const [failure] = (await list('query=hacked')).failures;
  assert.ok(failure);
  const { index, letter_id } = failure;
  const before = await count();
  const wanted = { messages: [{ index, letter_id }] };
  assert.deepEqual(await retried(wanted), { stored: 1, failed: 0, missing: 0, system_job_id: null });
  assert.deepEqual(await retried(wanted), { stored: 0, failed: 0, missing: 1, system_job_id: null });
  assert.equal(await count(), before + 1);
  assert.equal((await list('query=hacked')).total, 0);
  const response = await server.call(`/messages/${index}/${letter_id}`, { session: admin });
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.ok(text.includes('"exact":9007199254740993'), text);
  assert.ok(text.includes('"__proto__":"polluted"'), text);
  assert.ok(text.includes('onerror='));
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('failures are retried by a query; many failures become a job, which can be cancelled and started again', async () => {
  assert.deepEqual(await retried({ query: 'third' }), { stored: 1, failed: 0, missing: 0, system_job_id: null });
  const before = await count();
  const { system_job_id: first } = await retried({ query: 'many' });
  assert.ok(first);
  assert.equal((await retry({ query: 'many' })).status, 403, 'only one retry job runs at a time');
  const cancelled = await server.call(`/system/jobs/${first}`, { method: 'DELETE', session: admin });
  assert.equal(((await cancelled.json()) as SystemJob).job_status, 'cancelled');
  const left = (await list('query=many')).total;
  assert.ok(left > 0, 'the job was cancelled before it had retried all failures');
  assert.equal(await count(), before + many - left);
  const { system_job_id: second } = await retried({ query: 'many' });
  const job = async () => (await (await server.call(`/system/jobs/${second}`, { session: admin })).json()) as SystemJob;
  await until('the job has ended', async () => (await job()).job_status !== 'running');
  assert.deepEqual([(await job()).job_status, (await job()).percent_complete], ['complete', 100]);
  assert.equal((await list('query=many')).total, 0);
  assert.equal(await count(), before + many);
  assert.equal((await list('')).total, 1, 'only the second failure is left');
});

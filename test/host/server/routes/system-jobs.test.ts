import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SystemJobs, shownAfterEndMs, type JobKind } from '../../../../host/server/jobs/system-jobs.js';
import type { SystemJob } from '../../../../api/contract/system-overview.js';
import { startTestServer, type CallInit } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

const kind: JobKind = {
  name: 'org.example.Job',
  description: 'Does something',
  isCancelable: true,
  providesProgress: true,
};

/** Returns a promise as the work of a job, and a function that ends it. */
function work() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { end, ended };
}

test('a job shows its progress, leaves the list after success, and stays in the history for a while', async () => {
  let now = 1_700_000_000_000;
  const jobs = new SystemJobs('node-1', () => now);
  const { end, ended } = work();
  const id = jobs.start(kind, 'This one', async (progress) => {
    progress(42.7);
    await ended;
  });
  await until('the job reports its progress', () => jobs.all()[0]?.percent_complete === 42);
  const [job] = jobs.all();
  assert.deepEqual([job?.id, job?.job_status, job?.info], [id, 'running', 'This one']);
  assert.equal(job?.provides_progress, true);
  assert.equal(jobs.isRunning(kind, 'This one'), true);
  assert.equal(jobs.isRunning(kind, 'Another'), false);
  assert.equal(jobs.acknowledge(id), false);
  end();
  await until('the ended job is removed from the list', () => jobs.all().length === 0);
  const jobStates = () =>
    jobs.history().map(({ id, job_status, percent_complete }) => [id, job_status, percent_complete]);
  assert.deepEqual(jobStates(), [[id, 'complete', 100]]);
  assert.equal(jobs.isRunning(kind), false);
  now += shownAfterEndMs - 1;
  assert.equal(jobStates().length, 1);
  now += 1;
  assert.deepEqual(jobStates(), []);
});

test('the list of jobs keeps the last of many successful jobs, and all failed ones', async () => {
  const jobs = new SystemJobs('node-1');
  const failed = jobs.start(kind, 'Bad', () => Promise.reject(new Error('no')));
  for (let count = 0; count < 60; count += 1) jobs.start(kind, `Number ${count}`, () => Promise.resolve());
  await until('all jobs have ended', () => jobs.all().every(({ job_status }) => job_status !== 'running'));
  assert.deepEqual(
    jobs.all().map(({ id }) => id),
    [failed],
  );
  const complete = jobs.history().filter(({ job_status }) => job_status === 'complete');
  assert.deepEqual([complete.length, complete[0]?.info, complete.at(-1)?.info], [50, 'Number 10', 'Number 59']);
});

test('a cancelled job stops, a failed one is listed, and both stay until they are acknowledged', async () => {
  const jobs = new SystemJobs('node-1');
  const id = jobs.start(kind, 'Endless', async (_progress, signal) => {
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await jobs.cancel(id))?.job_status, 'cancelled');
  const failed = jobs.start(kind, 'Bad', () => Promise.reject(new Error(`no room${'!'.repeat(600)}\nat line 1`)));
  await until('the job has failed', () => jobs.all().some(({ job_status }) => job_status === 'error'));
  // The reason of a failed job is a single line and is cut to a maximum length.
  assert.equal(jobs.all()[1]?.info, `Bad: no room${'!'.repeat(493)}`);
  assert.deepEqual(
    jobs.all().map((job) => job.id),
    [id, failed],
  );
  assert.equal(jobs.acknowledge(id), true);
  assert.equal(jobs.acknowledge(failed), true);
  assert.equal(jobs.acknowledge(failed), false);
  assert.equal(await jobs.cancel(failed), undefined);
});

test('the server checks the right to cancel and acknowledge jobs before revealing them; successes are listed until acknowledged', async (context) => {
  const server = await startTestServer();
  context.after(() => server.stop());
  const session = await server.login();
  const json = { username: 'p', password: 'a long password', email: 'p@example.org', first_name: 'P', last_name: 'E' };
  await server.call('/users', { method: 'POST', session, json: { ...json, permissions: [], roles: [] } });
  const person = await server.login('p', json.password);
  const statuses = async (who: string): Promise<number[]> =>
    Promise.all(
      ['/system/jobs/', '/cluster/jobs/', '/system/jobs/acknowledge/'].map(
        async (path) =>
          (await server.call(`${path}5f0000000000000000000000`, { method: 'DELETE', session: who })).status,
      ),
    );
  assert.deepEqual(await statuses(person), [403, 403, 403]);
  assert.deepEqual(await statuses(session), [404, 404, 404]);
  const started = await server.call('/system/jobs', { method: 'POST', session, json: { job_name: 'no.such.Job' } });
  assert.equal(started.status, 400);

  const answer = async <T>(path: string, init: CallInit = {}): Promise<T> =>
    (await (await server.call(path, { session, ...init })).json()) as T;
  const optimise = { job_name: 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob' };
  const { system_job_id: id } = await answer<{ system_job_id: string }>('/system/jobs', {
    method: 'POST',
    json: optimise,
  });
  const ended = await until('the job has ended', async () => {
    const { jobs } = await answer<{ jobs: SystemJob[] }>('/system/jobs');
    return jobs.find((job) => job.id === id && job.job_status === 'complete');
  });
  assert.deepEqual([ended.percent_complete, ended.is_cancelable], [100, true]);
  assert.deepEqual(await answer<SystemJob>(`/system/jobs/${id}`), ended);
  // Clients that poll the job via the cluster API treat 404 as its end.
  assert.equal((await server.call(`/cluster/jobs/${id}`, { session })).status, 404);
  const [cluster] = Object.values(await answer<Record<string, { jobs: SystemJob[] }>>('/cluster/jobs'));
  assert.deepEqual(cluster?.jobs, []);
  assert.equal((await server.call(`/system/jobs/${id}`, { method: 'DELETE', session })).status, 404);
  const acknowledged = async (name: string, permission: string): Promise<number> => {
    const { session: who } = await addPerson(server, session, name, [permission]);
    return (await server.call(`/system/jobs/acknowledge/${id}`, { method: 'DELETE', session: who })).status;
  };
  assert.equal(await acknowledged('other', 'systemjobs:delete:no.such.Job'), 403);
  assert.equal(await acknowledged('optimiser', `systemjobs:delete:${optimise.job_name}`), 202);
  assert.deepEqual((await answer<{ jobs: SystemJob[] }>('/system/jobs')).jobs, []);
});

test('a job optimises one index set or one index; ended jobs are listed after a restart', async (context) => {
  const data = await temporaryDirectory(context);
  const server = await startTestServer({ data });
  let running = server;
  context.after(() => running.stop());
  const session = await server.login();
  const name = 'org.graylog2.indexer.indices.jobs.OptimizeIndexJob';
  const start = async (what: object, who = session) =>
    (await server.call('/system/jobs', { method: 'POST', session: who, json: { job_name: name, ...what } })).status;
  const jobTexts = async (from = server, who = session) => {
    const { jobs } = (await (await from.call('/system/jobs', { session: who })).json()) as { jobs: SystemJob[] };
    return jobs.map(({ info, job_status: status, percent_complete: percent }) => `${info}: ${status} ${percent}`);
  };
  const set = '000000000000000000000101';
  await putMessages(server, session, [{ host: 'h', short_message: 'one' }]);
  assert.equal(await start({ index_set_id: set }), 202);
  assert.equal(await start({ index: 'messages_0' }), 202);
  const expected = ['Optimising the index set of messages: complete 100', 'Optimising messages_0: complete 100'];
  await until('both jobs have ended', async () => (await jobTexts()).toSorted().join() === expected.toSorted().join());
  for (const none of [{ index: 'messages_9' }, { index_set_id: 'x' }, { index_set_id: set, index: 'gl-events_0' }])
    assert.equal(await start(none), 404);
  const { session: person } = await addPerson(server, session, 'optimiser', [`systemjobs:create:${name}`]);
  for (const hidden of [{ index: 'messages_0' }, { index: 'messages_9' }, { index_set_id: set }, { index_set_id: 'x' }])
    assert.equal(await start(hidden, person), 403);

  await server.kill();
  running = await startTestServer({ data });
  assert.deepEqual((await jobTexts(running, await running.login())).toSorted(), expected.toSorted());
});

test('actions on an index are jobs, which are in the history after success and in the list after failure', async (context) => {
  const server = await startTestServer();
  context.after(() => server.stop());
  const session = await server.login();
  const call = async (method: string, path: string): Promise<number> =>
    (await server.call(path, { method, session })).status;
  const jobTexts = async (): Promise<string[]> => {
    const { jobs } = (await (await server.call('/system/jobs', { session })).json()) as { jobs: SystemJob[] };
    // These jobs report no progress before they end.
    assert.ok(jobs.every(({ provides_progress }) => !provides_progress));
    return jobs.map(({ info, job_status }) => `${info}: ${job_status}`);
  };
  // An empty index is not rotated, so it gets a message first.
  await putMessages(server, session, [{ host: 'h', short_message: 'one' }]);
  assert.equal(await call('POST', '/cluster/deflector/000000000000000000000101/cycle'), 204);
  assert.equal(await call('POST', '/system/indexer/indices/messages_0/close'), 204);
  assert.equal(await call('POST', '/system/indexer/indices/messages_0/reopen'), 204);
  assert.equal(await call('DELETE', '/system/indexer/indices/messages_0'), 204);
  assert.deepEqual(
    (await jobTexts()).filter((one) => !one.startsWith('Removing')),
    [
      'Rotating messages: complete',
      'Closing messages_0: complete',
      'Opening messages_0: complete',
      'Deleting messages_0: complete',
    ],
  );
  // A refused request starts no job.
  assert.equal(await call('DELETE', '/system/indexer/indices/messages_1'), 403);
  assert.equal(
    (await jobTexts()).some((one) => one.includes('messages_1')),
    false,
  );
});

test('a caller that waits for a job receives its error, and the list shows it', async () => {
  const jobs = new SystemJobs('node-1');
  assert.equal(await jobs.wait(kind, 'Good', () => Promise.resolve(7)), 7);
  await assert.rejects(
    jobs.wait(kind, 'Bad', () => Promise.reject(new TypeError('no room'))),
    TypeError,
  );
  await until('the job has failed', () => jobs.all()[0]?.job_status === 'error');
  assert.deepEqual(
    jobs
      .history()
      .map(({ info, job_status }) => `${info}, ${job_status}`)
      .toSorted(),
    ['Bad: no room, error', 'Good, complete'],
  );
});

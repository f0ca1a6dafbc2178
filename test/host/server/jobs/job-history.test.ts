/** The history of system jobs survives a restart of the server. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { JobHistory } from '../../../../host/server/jobs/job-history.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { SystemJobs, shownAfterEndMs, type JobKind } from '../../../../host/server/jobs/system-jobs.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

const kind: JobKind = { name: 'org.example.Job', description: 'Does', isCancelable: true, providesProgress: true };
const begun: JobKind = { ...kind, name: 'org.example.Begun', endsAtStart: true };
const endless = () => new Promise<never>(() => undefined);
const untilStopped = (_progress: unknown, signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(new Error('stopped'));
    signal.addEventListener('abort', () => reject(new Error('stopped')));
  });
const failures: unknown[] = [];
const log = { error: (_text: string, { error }: { error?: unknown } = {}) => void failures.push(error) };
const jobTexts = (jobs: SystemJobs) =>
  jobs.history().map(({ info, job_status: status, percent_complete: percent }) => `${info} [${status} ${percent}]`);

async function opened(context: TestContext): Promise<Documents> {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  return documents;
}

test('the server lists ended jobs after a restart, for an hour or until acknowledged; running jobs end with a reason', async (context) => {
  const documents = await opened(context);
  let now = Date.UTC(2026, 0, 1);
  const history = new JobHistory(documents, log);
  const jobs = new SystemJobs('node-1', () => now, history);
  const good = jobs.start(kind, 'Good', () => Promise.resolve());
  const bad = jobs.start(kind, 'Bad', () => Promise.reject(new Error('no room')));
  await until('two jobs have ended', () => jobs.history().every(({ job_status: status }) => status !== 'running'));
  jobs.start(kind, 'Killed', endless);
  jobs.start(begun, 'Begun', endless);
  await history.settled();

  // The first history is not closed, which simulates a killed server.
  const again = new JobHistory(documents, log);
  const next = new SystemJobs('node-1', () => now, again);
  assert.deepEqual(jobTexts(next), [
    'Bad: no room [error 0]',
    'Good [complete 100]',
    'Killed: The server ended while it ran. [error 0]',
    'Begun [complete 100]',
  ]);
  assert.deepEqual(
    next.all().map(({ id }) => id),
    [bad, next.all()[1]?.id],
    'only unacknowledged failed and completed jobs of the previous run are listed',
  );
  assert.equal(next.isRunning(kind), false);
  assert.equal(next.acknowledge(bad), true);
  now += shownAfterEndMs - 1;
  assert.equal(
    next.history().some(({ id }) => id === good),
    true,
  );
  await again.settled();

  now += 1;
  const last = new SystemJobs('node-1', () => now, new JobHistory(documents, log));
  assert.deepEqual(jobTexts(last), ['Killed: The server ended while it ran. [error 0]']);
  assert.deepEqual(failures, []);
});

test('the reason of a failed job is the first line of its error, cut after 500 characters', async () => {
  const jobs = new SystemJobs('node-1');
  const failing = (message: string) => jobs.start(kind, 'Bad', () => Promise.reject(new Error(message)));
  failing('no room\n    at write');
  failing('x'.repeat(501));
  failing('');
  await until('three jobs have failed', () => jobs.all().every(({ job_status: status }) => status === 'error'));
  assert.deepEqual(jobTexts(jobs), ['Bad: no room [error 0]', `Bad: ${'x'.repeat(500)} [error 0]`, 'Bad:  [error 0]']);
});

test('a stopped server records its running jobs as ended; the next start reports the jobs that it completes', async (context) => {
  const documents = await opened(context);
  const jobs = new SystemJobs('node-1', Date.now, new JobHistory(documents, log));
  jobs.start(kind, 'Stopped', untilStopped);
  jobs.start(begun, 'Begun', untilStopped);
  const cancelled = jobs.start(kind, 'Cancelled', untilStopped);
  await until('all jobs run', () => jobs.all().length === 3);
  await jobs.cancel(cancelled);
  await jobs.close();
  assert.deepEqual(jobTexts(new SystemJobs('node-1', Date.now, new JobHistory(documents, log))).toSorted(), [
    'Begun [complete 100]',
    'Cancelled [cancelled 0]',
    'Stopped: The server was stopped while it ran. [cancelled 0]',
  ]);
});

test('the server writes job states without blocking: intermediate states are skipped, the last is stored, failures are logged', async () => {
  const written: string[][] = [];
  let release: () => void = () => undefined;
  let fails = false;
  const collection = {
    get: () => undefined,
    async put({ jobs }: { jobs: readonly { info: string }[] }) {
      written.push(jobs.map(({ info }) => info));
      await new Promise<void>((resolve) => (release = resolve));
      if (fails) throw new Error('disk full');
    },
  };
  // The test double has only the method that a history uses.
  const history = new JobHistory({ collection: () => collection } as unknown as Documents, log);
  const jobs = new SystemJobs('node-1', Date.now, history);
  for (let count = 0; count < 300; count += 1) jobs.start(kind, `Number ${count}`, endless);
  assert.deepEqual(written, [['Number 0']]);
  release();
  await until('the last state is written', () => written.length === 2);
  assert.deepEqual([written[1]?.length, written[1]?.at(-1)], [200, 'Number 299']);
  fails = true;
  release();
  await history.settled();
  assert.match(String(failures.at(-1)), /disk full/);
});

/** System jobs remove the files of deleted indices. */
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLog } from '../../../../host/server/log/log.js';
import { IndexRemovals } from '../../../../host/server/store/index-removals.js';
import { IndexCleanUps } from '../../../../host/server/entities/index-clean-ups.js';
import { indexSets } from '../../../../host/server/store/index.js';
import { JobHistory } from '../../../../host/server/jobs/job-history.js';
import { SystemJobs } from '../../../../host/server/jobs/system-jobs.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { add, fast, found, setOf, to, web, webId } from '../store/several-sets.js';

const log = createLog('error', () => undefined);

async function opened(context: TestContext, limits: Parameters<typeof open>[2]) {
  const path = await temporaryDirectory(context);
  const { store, documents, close } = await open(context, path, limits, undefined, setOf);
  const jobs = new SystemJobs('node-1', Date.now, new JobHistory(documents, log));
  context.after(() => jobs.close());
  const cleanUps = new IndexCleanUps(store, jobs);
  await add(store, documents, web);
  for (const n of [1, 2]) {
    await store.append([to(['a'], n)]);
    await store.settled();
    if (n === 1) await store.cycle(webId);
  }
  const files = async (): Promise<string[]> =>
    (await readdir(join(path, 'indices'))).filter((file) => /^web_\d\.(?:duckdb|dropped)$/.test(file)).sort();
  const jobTexts = () =>
    jobs.history().map(({ info, job_status: status, percent_complete: percent }) => `${info}: ${status} ${percent}`);
  const remove = async (withIndices: boolean): Promise<void> => {
    await indexSets(documents).delete(webId);
    await cleanUps.ofSet(web, withIndices);
  };
  return { path, store, documents, close, jobs, files, jobTexts, remove };
}

test('the server deletes an index set as one job, which ends with its last file', async (context) => {
  const { jobs, files, jobTexts, remove } = await opened(context, fast);
  await remove(true);
  const [job] = jobs.history();
  assert.deepEqual(
    [job?.name, job?.is_cancelable, job?.provides_progress],
    ['org.graylog2.indexer.indices.jobs.IndexSetCleanupJob', true, true],
  );
  await until('the job has ended', () => jobTexts().join() === 'Removing the indices of web: complete 100');
  assert.deepEqual(await files(), []);
});

test('a cancelled job leaves the remaining files, which a later index set with the same prefix adopts', async (context) => {
  const { store, documents, jobs, files, jobTexts, remove } = await opened(context, { ...fast, removalGraceMs: 3000 });
  await remove(true);
  const cancelled = await jobs.cancel(jobs.all()[0]?.id ?? '');
  assert.equal(cancelled?.job_status, 'cancelled');
  assert.deepEqual(jobTexts(), ['Removing the indices of web: cancelled 0']);
  assert.deepEqual(await found(store, ['a']), []);
  await until('the files are released', () => store.removals().length === 0);
  assert.deepEqual(await files(), ['web_0.duckdb', 'web_1.duckdb']);
  await add(store, documents, web);
  assert.deepEqual(await found(store, ['a']), [1, 2]);
});

test('a file that cannot be removed fails the job with the reason', async (context) => {
  const directory = await temporaryDirectory(context);
  const removals = new IndexRemovals({
    connection: untyped({ run: () => Promise.reject(new Error('the file is in use')) }),
    directory,
    pool: untyped({ whenFree: (work: () => Promise<void>) => work() }),
    words: untyped({}),
    pages: untyped({}),
    log,
    graceMs: 0,
  });
  const jobs = new SystemJobs('node-1');
  context.after(() => jobs.close());
  new IndexCleanUps(untyped({ removals: () => [], onRemoval: removals.listen.bind(removals) }), jobs);
  await removals.add(untyped({ name: 'web_0', messages: 1, catalog: 'web_0' }));
  assert.deepEqual(
    await readdir(directory),
    ['web_0.dropped'],
    'the renamed file shows the next start that the index is deleted',
  );
  await removals.run(Date.now());
  await until('the job has failed', () => jobs.all()[0]?.job_status === 'error');
  assert.match(jobs.all()[0]?.info ?? '', /^Removing web_0/);
});

test('deleting an index set without its indices removes no file', async (context) => {
  const { store, files, jobTexts, remove } = await opened(context, fast);
  await remove(false);
  await until('the files are released', () => store.removals().length === 0);
  assert.deepEqual([await files(), jobTexts()], [['web_0.duckdb', 'web_1.duckdb'], []]);
});

test('the server runs each index removal as a job, and the next start completes a removal that a stop interrupted', async (context) => {
  const { path, store, documents, close, jobs, files, jobTexts } = await opened(context, {
    ...fast,
    removalGraceMs: 3000,
  });
  await indexSets(documents).put({ ...web, maxIndices: 1 });
  await until('retention has removed the index', () => jobTexts().join() === 'Removing web_0: complete 100');
  await store.cycle(webId);
  await until('retention has removed the next index', () => jobTexts().length === 2);
  await jobs.close();
  assert.deepEqual(
    jobs.all().map(({ info, job_status: status }) => `${info}: ${status}`),
    ['Removing web_1: running'],
  );
  await close();
  assert.ok((await files()).includes('web_1.dropped'));
  const next = await open(context, path, fast, undefined, setOf);
  assert.deepEqual(await files(), ['web_2.duckdb']);
  assert.deepEqual(
    new SystemJobs('node-1', Date.now, new JobHistory(next.documents, log))
      .history()
      .map(({ info, job_status: status, percent_complete: percent }) => `${info}: ${status} ${percent}`)
      .toSorted(),
    ['Removing web_0: complete 100', 'Removing web_1: complete 100'],
  );
});

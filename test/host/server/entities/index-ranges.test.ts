// Recalculated time ranges of indices are correct although indices are sealed or deleted during the calculation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexRanges, rebuildJob } from '../../../../host/server/entities/index-ranges.js';
import { SystemJobs } from '../../../../host/server/jobs/system-jobs.js';
import type { IndexFacts, MessageStore } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { base, message, open, temporaryDirectory, withMethods } from '../store/opened-store.js';
import { fast } from '../store/several-sets.js';

/** Wraps a store so that each query runs `work` with its SQL text, before or after the store executes it. */
const around = (store: MessageStore, when: 'before' | 'after', work: (sql: string) => Promise<unknown>): MessageStore =>
  withMethods(store, {
    query: async (...given) => {
      if (when === 'before') await work(given[0]);
      const rows = await store.query(...given);
      if (when === 'after') await work(given[0]);
      return rows;
    },
  });

async function load(store: MessageStore, minute: number): Promise<void> {
  await store.append([message('m', {}, base + minute * 60_000)]);
  await store.settled();
}

async function measure(
  ranges: IndexRanges,
  jobs: SystemJobs,
  indices: readonly IndexFacts[],
): Promise<string | undefined> {
  ranges.rebuild(rebuildJob, 'all', indices);
  await until('the job is over', () => !jobs.isRunning(rebuildJob));
  return jobs.history().at(-1)?.job_status;
}

function rangeOf(ranges: IndexRanges, store: MessageStore, name: string): { begin: string; end: string } | undefined {
  const index = store.facts().find((one) => one.name === name);
  if (!index) return undefined;
  const { begin, end } = ranges.of(index);
  return { begin, end };
}

const minutes = (from: number, to: number) => ({
  begin: new Date(base + from * 60_000).toISOString(),
  end: new Date(base + to * 60_000).toISOString(),
});

test('an index that is sealed during a recalculation gets the time range of all its messages', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await load(store, 0);
  await store.cycle();
  await load(store, 1);
  const jobs = new SystemJobs('node');
  let isSealed = false;
  const seal = async (): Promise<void> => {
    if (isSealed) return;
    isSealed = true;
    await load(store, 5);
    await store.cycle();
    await load(store, 9);
  };
  const ranges = new IndexRanges(around(store, 'after', seal), jobs);
  // The list is reversed, so that the index that is written to is measured first.
  assert.equal(await measure(ranges, jobs, store.facts().toReversed()), 'complete');
  assert.deepEqual(rangeOf(ranges, store, 'messages_0'), minutes(0, 0));
  assert.deepEqual(rangeOf(ranges, store, 'messages_1'), minutes(1, 5));
});

test('the deletion of an index during a recalculation does not stop the recalculation of other indices', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  for (const minute of [0, 1]) {
    await load(store, minute);
    await store.cycle();
  }
  const jobs = new SystemJobs('node');
  const remove = async (sql: string): Promise<void> => {
    if (!sql.includes('messages_0')) return;
    await store.deleteIndex('messages_0');
    await until('the file is gone', () => store.removals().length === 0);
  };
  const ranges = new IndexRanges(around(store, 'before', remove), jobs);
  const sealed = store.facts().find(({ name }) => name === 'messages_1')?.sealedAt ?? 0;
  assert.equal(await measure(ranges, jobs, store.facts()), 'complete');
  const [measured] = store.facts().filter(({ name }) => name === 'messages_1');
  assert.ok(measured && Date.parse(ranges.of(measured).calculated_at ?? '') > sealed);
});

test('the server does not apply the measured range of an index to a later index with the same name', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), fast);
  await load(store, 0);
  await store.cycle();
  const jobs = new SystemJobs('node');
  const ranges = new IndexRanges(store, jobs);
  assert.equal(await measure(ranges, jobs, store.facts()), 'complete');
  const [first] = store.facts();
  assert.ok(first);
  const later = { ...first, createdAt: first.createdAt + 1, minTimestamp: base + 60_000, maxTimestamp: base + 120_000 };
  const { begin, end } = ranges.of(later);
  assert.deepEqual({ begin, end }, minutes(1, 2));
});

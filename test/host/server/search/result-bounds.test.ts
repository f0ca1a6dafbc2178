/** The memory for results is limited per search, per user and in total. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import type { SearchJob } from '../../../../api/contract/searches.js';
import { completeSearch, type SearchEngine } from '../../../../host/server/search/index.js';
import { admin, allTime, openSearch } from './fixture.js';

const somebody = { ...admin, username: 'somebody' };
const MB = 1_000_000;
/** Two messages of half a megabyte each. */
const drafts = ['a', 'b'].map((letter) => ({ at: '2024-03-01T10:00:00Z', message: letter.repeat(MB / 2) }));
const searchOf = (types: number) =>
  completeSearch({
    queries: [
      {
        id: 'q',
        timerange: allTime,
        search_types: Array.from({ length: types }, (_unused, index) => ({ id: `s${index}`, type: 'messages' })),
      },
    ],
  });

async function finished(engine: SearchEngine, username: string, id: string): Promise<SearchJob> {
  for (;;) {
    const job = engine.status(id, username);
    assert.ok(job, id);
    if (job.execution.done) return job;
    await nextTurn();
  }
}

test('a search type beyond the result limit fails with a remedy and does not affect the others', async (context) => {
  const fixture = await openSearch(context, { resultBytes: 2.5 * MB });
  await fixture.fill(drafts);
  const job = await fixture.engine.execute(searchOf(4), {}, admin);
  assert.deepEqual(Object.keys(job.results['q']?.search_types ?? {}), ['s0', 's1']);
  assert.deepEqual(
    job.errors?.map((error) => error.search_type_id),
    ['s2', 's3'],
  );
  assert.match(
    job.errors?.[0]?.description ?? '',
    /^Unable to perform search query: The result of this search is larger than 2 MiB\. Ask for fewer messages/,
  );
  // The memory accounting does not include the bytes of search types that failed.
  assert.ok(Math.abs(fixture.engine.load.resultBytes - 2 * MB) < 0.1 * MB, String(fixture.engine.load.resultBytes));
});

test('after several search types beyond the limit, no further search type is executed', async (context) => {
  const fixture = await openSearch(context, { resultBytes: 2.5 * MB });
  await fixture.fill(drafts);
  const { engine, store } = fixture;
  const rows = store.stream.bind(store);
  let pages = 0;
  Object.defineProperty(store, 'stream', {
    value: (...statement: Parameters<typeof rows>) => {
      pages += 1;
      return rows(...statement);
    },
  });
  const job = await engine.execute(searchOf(30), {}, admin);
  assert.equal(pages, 2 + 5);
  assert.equal(job.errors?.length, 28);
  assert.deepEqual(new Set(job.errors.map(({ description }) => description)).size, 1);
});

test('a pivot beyond the result limit fails with a remedy', async (context) => {
  const fixture = await openSearch(context, { resultBytes: 100_000 });
  await fixture.fill(
    Array.from({ length: 1000 }, (_unused, n) => ({ at: '2024-03-01T10:00:00Z', message: 'm', fields: { n } })),
  );
  const pivot = (limit: number) =>
    fixture.run({
      type: 'pivot',
      row_groups: [{ type: 'values', fields: ['n'], limit }],
      series: [{ id: 'count()', type: 'count' }],
    });
  assert.equal((await pivot(100)).errors, undefined);
  assert.match((await pivot(1000)).errors?.[0]?.description ?? '', /The result of this search is larger than/);
});

test('the results of a user are limited: delivered results are discarded first, then the oldest uncollected ones', async (context) => {
  const fixture = await openSearch(context, { userResultBytes: 3.5 * MB });
  await fixture.fill(drafts);
  const { engine } = fixture;
  /** Starts a search without waiting for its result, and returns its id when it has ended. */
  const leave = async (caller = admin): Promise<string> => {
    const { id, execution } = await engine.execute(searchOf(1), {}, caller, { waitMs: 0 });
    assert.equal(execution.done, false);
    // The end of the search is observed through the engine's load, because polling its status would count as collecting
    // it.
    while (engine.load.running > 0) await nextTurn();
    return id;
  };
  const there = (ids: readonly string[]): boolean[] => ids.map((id) => engine.status(id, 'admin') !== undefined);
  const other = await leave(somebody);
  const uncollected = [await leave(), await leave()];
  const { id: received } = await engine.execute(searchOf(1), {}, admin);
  const latest = [await leave(), await leave()];
  assert.deepEqual(there([received, ...uncollected, ...latest]), [false, false, true, true, true]);
  assert.equal((await finished(engine, 'somebody', other)).errors, undefined);
});

test('when concurrent results are too large together, the one beyond the limit fails and the others continue', async (context) => {
  const fixture = await openSearch(context, { resultBytes: 10 * MB, userResultBytes: 3.5 * MB });
  await fixture.fill(drafts);
  const { engine, store } = fixture;
  const rows = store.stream.bind(store);
  let goOn = (): void => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  let pages = 0;
  // The third page waits, while its search holds the first two.
  Object.defineProperty(store, 'stream', {
    value: async function* (...statement: Parameters<typeof rows>) {
      pages += 1;
      if (pages === 3) await gate;
      yield* rows(...statement);
    },
  });
  const first = engine.execute(searchOf(3), {}, admin);
  while (pages < 3) await nextTurn();
  const second = await engine.execute(searchOf(2), {}, admin);
  assert.deepEqual(Object.keys(second.results['q']?.search_types ?? {}), ['s0']);
  assert.match(
    second.errors?.[0]?.description ?? '',
    /The results of your running searches are together larger than 3 MiB/,
  );
  goOn();
  // The second result was delivered, so it is removed first.
  assert.deepEqual(Object.keys((await first).results['q']?.search_types ?? {}), ['s0', 's1', 's2']);
});

test('the results of all users together are limited', async (context) => {
  const fixture = await openSearch(context, { allResultBytes: 2.5 * MB });
  await fixture.fill(drafts);
  const { engine } = fixture;
  const first = await engine.execute(searchOf(1), {}, admin);
  await engine.execute(searchOf(1), {}, somebody);
  await engine.execute(searchOf(1), {}, somebody);
  assert.equal(engine.status(first.id, 'admin'), undefined);
  assert.ok(engine.load.resultBytes < 2.5 * MB);
});

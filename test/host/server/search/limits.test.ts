/** What searches may cost: of one user, of one execution, of one pivot. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import type { SearchJob } from '../../../../api/contract/searches.js';
import { TooManyRequestsError } from '../../../../host/server/errors.js';
import { completeSearch, type SearchEngine } from '../../../../host/server/search/index.js';
import { admin, allTime, openSearch } from './fixture.js';

const count = { id: 'count()', type: 'count' };
const somebody = { ...admin, username: 'somebody' };
const manyTypes = (number: number) =>
  completeSearch({
    queries: [
      {
        id: 'q',
        timerange: allTime,
        search_types: Array.from({ length: number }, (_unused, index) => ({ id: `s${index}`, type: 'messages' })),
      },
    ],
  });

test('a user has so many searches running at once, others theirs', async (context) => {
  const fixture = await openSearch(context, { runningSearches: 2 });
  await fixture.fill([{ at: '2024-03-01T10:00:00Z', message: 'a' }]);
  const { engine, store } = fixture;
  // The store answers only when it is told to stop.
  Object.defineProperty(store, 'query', {
    value: (_sql: string, _values: unknown, signal?: AbortSignal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  });
  const start = (caller = admin) => engine.execute(manyTypes(1), {}, caller, { waitMs: 1 });
  const first = await start();
  await start();
  await assert.rejects(start(), (error: unknown) => {
    assert.ok(error instanceof TooManyRequestsError);
    assert.match(error.message, /^2 of your searches are running already/);
    return true;
  });
  assert.equal((await start(somebody)).execution.done, false);
  assert.ok(engine.cancel(first.id, admin.username));
  await nextTurn();
  assert.equal((await start()).execution.done, false);
});

test('results that nobody collects are bounded for each user, those that are collected are not touched', async (context) => {
  const fixture = await openSearch(context, { uncollectedResults: 5 });
  await fixture.fill(['a', 'b'].map((message) => ({ at: '2024-03-01T10:00:00Z', message })));
  const { engine } = fixture;
  /** Runs a search that nobody waits for to its end. */
  const leave = async (caller = admin): Promise<string> => {
    const { id, execution } = await engine.execute(manyTypes(1), {}, caller, { waitMs: 0 });
    assert.equal(execution.done, false);
    return id;
  };
  const collected = await engine.execute(manyTypes(1), {}, admin);
  const other = await leave(somebody);
  const ids = [await leave(), await leave(), await leave()];
  await finished(engine, 'somebody', other);
  // Three times two messages are more than five: the oldest is gone as soon as the last is through.
  await finished(engine, admin.username, ids[2] ?? '');
  assert.deepEqual(
    [collected.id, ...ids].map((id) => engine.status(id, admin.username) !== undefined),
    [true, false, true, true],
  );
});

async function finished(engine: SearchEngine, username: string, id: string): Promise<SearchJob> {
  for (;;) {
    const job = engine.status(id, username);
    assert.ok(job, id);
    if (job.execution.done) return job;
    await nextTurn();
  }
}

test('an execution has so many search types', async (context) => {
  const { engine } = await openSearch(context, { searchTypes: 3 });
  assert.equal((await engine.execute(manyTypes(3), {}, admin)).execution.done, true);
  await assert.rejects(engine.execute(manyTypes(4), {}, admin), /A search executes at most 3 search types, got 4/);
  const state = { global_override: { keep_search_types: ['s1', 's3'] } };
  assert.deepEqual(Object.keys((await engine.execute(manyTypes(4), state, admin)).results['q']?.search_types ?? {}), [
    's1',
    's3',
  ]);
});

test(
  'buckets of outer groups count, and with many values each there may be fewer',
  { timeout: 60_000 },
  async (context) => {
    const fixture = await openSearch(context);
    const at = (n: number): string => new Date(Date.parse('2024-03-01T10:00:00Z') + n).toISOString();
    await fixture.fill(
      Array.from({ length: 66_000 }, (_unused, n) => ({ at: at(n), message: 'm', fields: { n, few: n % 3 } })),
    );
    const values = (field: string, limit = 1e9) => ({ type: 'values' as const, fields: [field], limit });
    const refused = async (groups: object, series: object[] = [count]): Promise<string> => {
      const job = await fixture.run({ type: 'pivot', ...groups, series } as never);
      return job.errors?.[0]?.description ?? 'answered';
    };
    assert.match(
      await refused({ row_groups: [values('n'), values('few')] }),
      /Must be less than or equal to: \[65535\]/,
    );
    assert.match(
      await refused({ row_groups: [values('n'), ...Array.from({ length: 9 }, () => values('few'))] }),
      /\[65535\]/,
    );
    assert.equal(await refused({ row_groups: [values('few'), values('n', 20_000)] }), 'answered');
    const sums = Array.from({ length: 100 }, (_unused, n) => ({ id: `s${n}`, type: 'sum', field: `nothing${n}` }));
    assert.match(await refused({ row_groups: [values('n', 11_000)] }, sums), /\[10000\] but was \[10001\]/);
  },
);

test('percentiles of more values than fit into memory are refused', async (context) => {
  const fixture = await openSearch(context, { percentileValues: 5 });
  await fixture.fill([1, 2, 3].map((n) => ({ at: `2024-03-01T10:00:0${n}Z`, message: 'm', fields: { n } })));
  const percentile = (share: number) => ({ id: `p${share}`, type: 'percentile', field: 'n', percentile: share });
  const job = await fixture.run({ type: 'pivot', series: [percentile(50), percentile(95)] });
  assert.match(
    job.errors?.[0]?.description ?? '',
    /Percentiles of 6 values are more than this server computes at once/,
  );
  // Fewer messages, or fewer percentiles, are fine.
  const narrow = { query: 'n:1' };
  assert.equal((await fixture.pivot({ series: [percentile(50), percentile(95)] }, narrow)).total, 1);
  assert.equal((await fixture.pivot({ series: [percentile(50)] })).rows[0]?.values[0]?.value, 2);
});

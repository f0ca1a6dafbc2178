/** The work of one search execution and of one pivot is limited. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSearch } from '../../../../host/server/search/index.js';
import { admin, allTime, openSearch } from './fixture.js';

const count = { id: 'count()', type: 'count' };
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

test('the number of search types of an execution is limited', async (context) => {
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
  'buckets of outer groups count towards the limit, which is lower if each bucket has many values',
  { timeout: 300_000 },
  async (context) => {
    const fixture = await openSearch(context);
    const at = (n: number): string => new Date(Date.parse('2024-03-01T10:00:00Z') + n).toISOString();
    await fixture.fill(
      Array.from({ length: 66_000 }, (_unused, n) => ({ at: at(n), message: 'm', fields: { n, few: n % 3 } })),
    );
    const values = (field: string, limit = 1e9) => ({ type: 'values' as const, fields: [field], limit });
    const refused = async (groups: object, series: (typeof count)[] = [count]): Promise<string> => {
      const job = await fixture.run({ type: 'pivot', ...groups, series });
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
  // The same search over fewer messages, or with fewer percentiles, succeeds.
  const narrow = { query: 'n:1' };
  assert.equal((await fixture.pivot({ series: [percentile(50), percentile(95)] }, narrow)).total, 1);
  assert.equal((await fixture.pivot({ series: [percentile(50)] })).rows[0]?.values[0]?.value, 2);
});

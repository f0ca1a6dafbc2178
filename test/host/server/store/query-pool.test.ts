/** Statements that wait for a connection run in the order of their rank, and users take turns. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { QueryPool } from '../../../../host/server/store/query-pool.js';
import type { Asker, Rank } from '../../../../host/server/store/types.js';

async function poolOf(context: TestContext, connections: number): Promise<QueryPool> {
  const instance = await DuckDBInstance.create(':memory:');
  const pool = await QueryPool.open(instance, connections);
  context.after(async () => {
    await pool.close();
    instance.closeSync();
  });
  return pool;
}
const asker = (username: string, rank: Rank = 'interactive'): Asker => ({ username, rank });

/** Starts a statement that occupies a connection until `letGo` is called. */
async function hold(pool: QueryPool, by: Asker): Promise<{ letGo(): Promise<unknown> }> {
  const rows = pool.stream('SELECT range FROM range(1000000)', [], undefined, by)[Symbol.asyncIterator]();
  await rows.next();
  return { letGo: async () => rows.return?.() };
}

test('users take turns with their statements; interactive statements run before exports, and both before background work', async (context) => {
  const pool = await poolOf(context, 1);
  const held = await hold(pool, asker('ann'));
  const order: string[] = [];
  const ask = async (name: string, by: Asker): Promise<void> => {
    await pool.query('SELECT 1', [], undefined, by);
    order.push(name);
  };
  const all = [
    ask('rules', asker('', 'background')),
    ask('export', asker('ann', 'export')),
    ask('ann 1', asker('ann')),
    ask('ann 2', asker('ann')),
    ask('ann 3', asker('ann')),
    ask('bob 1', asker('bob')),
    ask('bob 2', asker('bob')),
    ask('cy', asker('cy')),
  ];
  const gone = new AbortController();
  const left = pool.query('SELECT 1', [], gone.signal, asker('bob'));
  gone.abort(new Error('gone'));
  await assert.rejects(left, /gone/);
  await held.letGo();
  await Promise.all(all);
  assert.deepEqual(order, ['ann 1', 'bob 1', 'cy', 'ann 2', 'bob 2', 'ann 3', 'export', 'rules']);
});

test('one user never occupies all connections', async (context) => {
  const pool = await poolOf(context, 2);
  const held = await hold(pool, asker('ann'));
  let answered = false;
  const second = pool.query('SELECT 1', [], undefined, asker('ann')).then(() => (answered = true));
  assert.deepEqual(await pool.query('SELECT 2 AS two', [], undefined, asker('bob')), [{ two: 2 }]);
  assert.equal(answered, false);
  assert.equal(pool.running, 1);
  await held.letGo();
  await second;
});

test('work without statements waits for background statements, and is refused while users or other work wait', async (context) => {
  const pool = await poolOf(context, 2);
  const rules = asker('', 'background');
  const done: string[] = [];
  const work = async (): Promise<void> => {
    done.push('work');
    await Promise.resolve();
  };
  const held = await hold(pool, rules);
  const free = pool.whenFree(work);
  const next = pool.query('SELECT 1', [], undefined, rules).then(() => done.push('next'));
  assert.equal(await pool.whenFree(work), false, 'a second task is refused while one waits');
  await held.letGo();
  assert.equal(await free, true);
  await next;
  assert.deepEqual(done, ['work', 'next']);

  const again = await hold(pool, rules);
  const given = pool.whenFree(work);
  assert.deepEqual(await pool.query('SELECT 2 AS two', [], undefined, asker('ann')), [{ two: 2 }]);
  assert.equal(await given, false);
  const ann = await hold(pool, asker('ann'));
  assert.equal(await pool.whenFree(work), false);
  await Promise.all([again.letGo(), ann.letGo()]);
  assert.equal(await pool.whenFree(work), true);
});

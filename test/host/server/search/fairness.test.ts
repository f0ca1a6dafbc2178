/** Each user runs only a few searches concurrently, and further searches of the user wait in a queue. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { TooManyRequestsError } from '../../../../host/server/foundation/errors.js';
import { completeSearch, type SearchEngine } from '../../../../host/server/search/index.js';
import { admin, allTime, openSearch } from './fixture.js';
import { until } from '../../../until.js';

const somebody = { ...admin, username: 'somebody' };
const search = completeSearch({
  queries: [{ id: 'q', timerange: allTime, search_types: [{ id: 's', type: 'messages' }] }],
});

/**
 * Returns an engine whose store delays the first statement of a search, which is a count. The delay ends when the test
 * releases the statement, or when the search is aborted.
 */
async function heldEngine(context: TestContext, settings = {}) {
  const fixture = await openSearch(context, { runningSearches: 2, waitingSearches: 3, ...settings });
  await fixture.fill([{ at: '2024-03-01T10:00:00Z', message: 'a' }]);
  const running: { readonly username: string; readonly finish: () => void }[] = [];
  const answer = fixture.store.query.bind(fixture.store);
  Object.defineProperty(fixture.store, 'query', {
    value: (...[sql, values, signal, asker]: Parameters<typeof answer>) => {
      if (!sql.startsWith('SELECT count(')) return answer(sql, values, signal, asker);
      return new Promise((resolve, reject) => {
        const statement = {
          username: asker?.username ?? '',
          finish: () => {
            running.splice(running.indexOf(statement), 1);
            resolve(answer(sql, values, signal, asker));
          },
        };
        running.push(statement);
        signal?.addEventListener('abort', () => {
          running.splice(running.indexOf(statement), 1);
          reject(signal.reason as Error);
        });
      });
    },
  });
  const { engine } = fixture;
  const start = async (caller = admin): Promise<string> => (await engine.execute(search, {}, caller, { waitMs: 1 })).id;
  const stateOf = (id: string, { username } = admin): string => {
    const execution = engine.status(id, username)?.execution;
    if (execution?.done) return 'done';
    return execution?.queued_ms === undefined ? 'running' : 'waiting';
  };
  return { engine, running, start, stateOf };
}

test('the server limits the concurrent searches of a user; others wait, report their time, and start in order', async (context) => {
  const { engine, running, start, stateOf } = await heldEngine(context);
  const ids = [await start(), await start(), await start(), await start()];
  assert.deepEqual(
    ids.map((id) => stateOf(id)),
    ['running', 'running', 'waiting', 'waiting'],
  );
  const waited = engine.status(ids[3] ?? '', 'admin')?.execution.queued_ms ?? -1;
  assert.ok(waited >= 0);
  await until(
    'the time of waiting counts',
    () => (engine.status(ids[3] ?? '', 'admin')?.execution.queued_ms ?? 0) > waited,
  );
  assert.deepEqual(
    { ...engine.load, oldestMs: engine.load.oldestMs > 0 },
    { running: 2, waiting: 2, oldestMs: true, resultBytes: 0 },
  );
  // Another user is not delayed.
  const other = await start(somebody);
  assert.equal(stateOf(other, somebody), 'running');
  await until('each running execution has begun its statement', () => running.length === 3);
  assert.deepEqual(
    running.map(({ username }) => username),
    ['admin', 'admin', 'somebody'],
  );
  running[0]?.finish();
  await until('the first execution is done', () => stateOf(ids[0] ?? '') === 'done');
  assert.deepEqual(
    ids.map((id) => stateOf(id)),
    ['done', 'running', 'running', 'waiting'],
  );
});

test('cancelled searches and closed clients leave the queue', async (context) => {
  const { engine, running, start, stateOf } = await heldEngine(context);
  const ids = [await start(), await start(), await start(), await start()];
  const [first = '', , third = '', fourth = ''] = ids;
  assert.ok(engine.cancel(third, 'admin'));
  await until('the cancelled third execution is done', () => stateOf(third) === 'done');
  assert.ok(engine.cancel(first, 'admin'));
  await until('the fourth execution runs', () => stateOf(fourth) === 'running');
  const gone = new AbortController();
  const left = engine.execute(search, {}, admin, { signal: gone.signal });
  assert.equal(engine.load.waiting, 1);
  gone.abort();
  assert.equal((await left).execution.cancelled, true);
  assert.equal(engine.load.waiting, 0);
  await until('the statements of two executions run', () => running.length === 2);
});

test('the queue of searches is limited', async (context) => {
  const { start } = await heldEngine(context);
  for (let n = 0; n < 5; n += 1) await start();
  await assert.rejects(start(), (error: unknown) => {
    assert.ok(error instanceof TooManyRequestsError);
    assert.match(error.message, /^3 of your searches are waiting already/);
    return true;
  });
  await start(somebody);
});

test('searches that nobody polls are aborted even while they wait', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const { engine, start } = await heldEngine(context);
  for (let n = 0; n < 4; n += 1) await start();
  assert.deepEqual([engine.load.running, engine.load.waiting], [2, 2]);
  context.mock.timers.tick(45_000);
  await until('no execution runs', () => engine.load.running === 0);
  assert.equal(engine.load.waiting, 0);
});

test('the concurrent exports of a user are limited, and an aborted export frees its place', async (context) => {
  const fixture = await openSearch(context, { runningExports: 1, waitingExports: 1 });
  await fixture.fill([{ at: '2024-03-01T10:00:00Z', message: 'a' }]);
  const exported = (engine: SearchEngine, signal = new AbortController().signal) =>
    engine.exportText(
      {
        ...engine.planExport({
          search: completeSearch({ queries: [{ id: 'q', timerange: allTime }] }),
          state: {},
          caller: admin,
        }),
        fields: ['message'],
        limit: undefined,
        timezone: 'UTC',
        format: 'csv',
      },
      signal,
    );
  const first = exported(fixture.engine);
  await first.next();
  const gone = new AbortController();
  const second = exported(fixture.engine, gone.signal).next();
  assert.throws(() => exported(fixture.engine), /^TooManyRequestsError: 1 of your exports are waiting already/);
  gone.abort(new Error('gone'));
  await assert.rejects(second, /gone/);
  const third = exported(fixture.engine).next();
  await first.return(undefined);
  assert.deepEqual(await third, { done: false, value: '"message"\n' });
});

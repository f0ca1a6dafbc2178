/** Tests which of the queries that a browser remembers are sent, also after a wrong clock and a change of the user. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { RunSearches } from '../../../api/contract/search-history.js';
import { mostAddedSearches } from '../../../api/contract/search-history-limits.js';
import { keepQueries, unsentQueries } from '../../../elements/search/query/keep-queries.js';
import { queryHistoryOptions, type PastQuery } from '../../../elements/search/query/query-history.js';
import { fakeClient, type FakeCall } from '../../fake-client.js';
import { untyped } from '../../untyped.js';

const kept = new Map<string, string>();
const mark = 'log-console.sent-queries http://test ada';
beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  Object.defineProperty(globalThis, 'window', { value: { localStorage }, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

/** Returns a connection of ada; `answer` is called with each request that adds searches. */
function connection(answer: () => unknown = () => undefined) {
  const { client, calls } = fakeClient((call) => (call.name === 'GET /' ? { embedded: true } : answer()));
  const user = { name: 'ada' };
  const keeper = untyped<Parameters<typeof keepQueries>[0]>({
    client,
    queryClient: new QueryClient(),
    server: 'http://test',
    session: { getSnapshot: () => ({ context: { username: user.name } }) },
  });
  const bodies = (): RunSearches[] =>
    calls.filter(({ name }) => name === 'POST /search/history').map(({ body }: FakeCall) => untyped<RunSearches>(body));
  const sent = () => bodies().map(({ searches }) => searches.map(({ query }) => query));
  return { keeper, user, bodies, sent };
}
const current = (...entries: PastQuery[]) => ({ current: () => entries });

test('remembered queries are sent once, with the name of their user', async () => {
  const { keeper, bodies, sent } = connection();
  const now = Date.now();
  await keepQueries(keeper, 'ada', current({ query: 'a', at: now - 10 }));
  await keepQueries(keeper, 'ada', current({ query: 'b', at: now - 5 }, { query: 'a', at: now - 10 }));
  await keepQueries(keeper, 'ada', current({ query: 'b', at: now - 5 }));
  assert.deepEqual(sent(), [['a'], ['b']]);
  assert.equal(bodies()[0]?.username, 'ada');
});

test('the time of a query that is in the future is not sent, and does not keep later queries from being sent', async () => {
  const { keeper, bodies } = connection();
  const ahead = Date.now() + 3_600_000;
  kept.set(mark, '1e300');
  await keepQueries(keeper, 'ada', current({ query: 'ahead', at: ahead }));
  assert.ok(Number(kept.get(mark)) <= Date.now(), kept.get(mark));
  const later = { query: 'later', at: Date.now() + 1 };
  assert.deepEqual(unsentQueries(keeper, 'ada', [later]), [later]);
  kept.set(mark, String(ahead));
  assert.deepEqual(unsentQueries(keeper, 'ada', [later]), [later]);
  assert.deepEqual(
    bodies().map(({ searches }) => searches.map(({ used_at: used }) => used)),
    [[null]],
  );
  assert.equal(queryHistoryOptions.read({ query: 'q', at: 1e300 })?.at, 0);
  assert.equal(queryHistoryOptions.read({ query: 'q', at: ahead })?.at, 0);
});

test('remembered queries of a user are not sent after another user has signed in, before and between requests', async () => {
  const { keeper, user, sent } = connection(() => {
    user.name = 'bob';
    return undefined;
  });
  const many = Array.from({ length: mostAddedSearches + 1 }, (_, index) => ({ query: `q${index}`, at: 1 }));
  const first = keepQueries(keeper, 'ada', current(...many));
  const waiting = keepQueries(keeper, 'ada', current({ query: 'waiting', at: 2 }));
  await Promise.all([first, waiting]);
  assert.deepEqual(
    sent().map(({ length }) => length),
    [mostAddedSearches],
  );
  assert.equal(kept.get(mark), undefined);
});

test('remembered queries that the server refuses stay unsent, and those forgotten while a sending waits are not sent', async () => {
  let refuses = true;
  const { keeper, sent } = connection(() => {
    if (refuses) throw new Error('The server refuses them.');
    return undefined;
  });
  let entries: readonly PastQuery[] = [
    { query: 'a', at: 2 },
    { query: 'b', at: 1 },
  ];
  const queries = { current: () => entries };
  const failed = keepQueries(keeper, 'ada', queries);
  const waiting = keepQueries(keeper, 'ada', queries);
  await assert.rejects(failed);
  refuses = false;
  entries = entries.slice(0, 1);
  await waiting;
  assert.deepEqual(sent(), [['a', 'b'], ['a']]);
});

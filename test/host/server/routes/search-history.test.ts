/**
 * Tests the search history that the server keeps for each user: entries, limits, sharing and permissions, on a real
 * server.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { HistoryEntry, RunSearch, SearchHistory } from '../../../../api/contract/search-history.js';
import { mostAddedSearches } from '../../../../api/contract/search-history-limits.js';
import type { ShareAnswer, SharedEntities } from '../../../../api/contract/shares.js';
import type { Grants } from '../../../../host/server/auth/grants.js';
import { quotas } from '../../../../host/server/entities/quotas.js';
import { SearchHistoryStore, type HistoryLimit } from '../../../../host/server/entities/search-history.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { untyped } from '../../../untyped.js';
import { addPerson, type Person } from '../people.js';

const everyone = 'grn::::builtin-team:everyone';
let data: string;
let server: TestServer;
let admin: string;
let secret: string;

let names = 0;
/** Creates a user with a new name, who may see all users. */
const person = (...permissions: string[]): Promise<Person> =>
  addPerson(server, admin, `person${(names += 1)}`, ['users:list', ...permissions], ['Reader']);

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-history-'));
  server = await startTestServer({ data });
  admin = await server.login();
  const { index_sets: sets } = (await (await server.call('/system/indices/index_sets', { session: admin })).json()) as {
    index_sets: { id: string }[];
  };
  const json = { title: 'Secret', description: '', index_set_id: sets[0]?.id, rules: [] };
  const made = await server.call('/streams', { method: 'POST', session: admin, json });
  assert.equal(made.status, 201, await made.clone().text());
  secret = ((await made.json()) as { stream_id: string }).stream_id;
});
after(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

const send = (method: string, path: string, session: string, json?: unknown) =>
  server.call(`/search/history${path}`, { method, session, ...(json !== undefined && { json }) });
const run = async ({ session, username }: Person, ...searches: RunSearch[]): Promise<void> => {
  const answer = await send('POST', '', session, { username, searches });
  assert.equal(answer.status, 204, await answer.text());
};
const historyOf = async ({ session }: Person): Promise<SearchHistory> => {
  const answer = await send('GET', '', session);
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as SearchHistory;
};
const first = async (whose: Person): Promise<HistoryEntry> => {
  const [entry] = (await historyOf(whose)).own;
  assert.ok(entry, 'there is an entry');
  return entry;
};
const share = (by: string, id: string, chosen: Readonly<Record<string, string>>, step = '') =>
  server.call(`/authz/shares/entities/grn::::earlier_query:${id}${step}`, {
    method: 'POST',
    session: by,
    json: { selected_grantee_capabilities: chosen },
  });
const queriesIn = (entries: readonly HistoryEntry[]): string[] => entries.map(({ query }) => query);
const grantee = ({ id }: Person): string => `grn::::user:${id}`;

test('the search history keeps the searches of each user with streams, time range, last use and number of uses', async () => {
  const [ada, bob] = [await person(), await person()];
  const hour = { type: 'relative', from: 3600 } as const;
  await run(
    ada,
    { query: ' level:<=3 ', streams: ['b', 'a', 'b'], timerange: hour, used_at: '2026-11-20T10:00:00.000Z' },
    { query: 'source:web', used_at: '2026-11-20T10:05:00.000Z' },
    { query: 'old', used_at: null },
  );
  const { own, shared } = await historyOf(ada);
  const said = { owner: ada.username, times_used: 1, shared: false };
  const withoutIds = own.map(({ id, ...rest }) => {
    assert.match(id, /^[0-9a-f]{24}$/);
    return rest;
  });
  assert.deepEqual(withoutIds, [
    { query: 'source:web', streams: [], timerange: null, last_used: '2026-11-20T10:05:00.000Z', ...said },
    { query: 'level:<=3', streams: ['a', 'b'], timerange: hour, last_used: '2026-11-20T10:00:00.000Z', ...said },
    { query: 'old', streams: [], timerange: null, last_used: null, ...said },
  ]);
  assert.deepEqual(shared, []);
  assert.deepEqual(await historyOf(bob), { own: [], shared: [] });
});

test('the search history counts a later search of the same query and streams, and ignores a search that was sent before', async () => {
  const ada = await person();
  const search = { query: 'level:3', streams: ['b', 'a'], used_at: '2026-11-20T10:00:00.000Z' };
  await run(ada, search);
  await run(ada, search, { query: 'level:3' });
  const again = { type: 'relative', from: 60 } as const;
  await run(ada, { ...search, streams: ['a', 'b'], used_at: '2026-11-20T11:00:00.000Z', timerange: again });
  const { own } = await historyOf(ada);
  assert.deepEqual(
    own.map(({ streams, times_used, timerange, last_used }) => [streams, times_used, timerange, last_used]),
    [
      [['a', 'b'], 2, again, '2026-11-20T11:00:00.000Z'],
      [[], 1, null, null],
    ],
  );
});

test('concurrent requests with the same search count it once, and a clock that is ahead makes nothing newer than now', async () => {
  const ada = await person();
  const search = { query: 'x', used_at: '2126-01-01T00:00:00.000Z' };
  const before = Date.now();
  await Promise.all([run(ada, { query: 'y', used_at: '2026-11-20T10:00:00Z' }), run(ada, search)]);
  await Promise.all([1, 2, 3].map(() => run(ada, { query: 'y', used_at: '2026-11-20T10:00:00Z' })));
  const { own } = await historyOf(ada);
  assert.deepEqual(
    own.map(({ query, times_used }) => [query, times_used]),
    [
      ['x', 1],
      ['y', 1],
    ],
  );
  const newest = Date.parse(own[0]?.last_used ?? '');
  assert.ok(newest >= before && newest <= Date.now(), own[0]?.last_used ?? '');
});

test('users remove their entries of the search history, one or all, and nobody else does without the permission', async () => {
  const [ada, bob] = [await person(), await person()];
  await run(ada, { query: 'one' }, { query: 'two' }, { query: 'three' });
  await run(bob, { query: 'of bob' });
  const { own } = await historyOf(ada);
  const [one, two] = ['one', 'two'].map((query) => own.find((entry) => entry.query === query)?.id ?? '');
  assert.equal((await send('DELETE', `/${one}`, bob.session)).status, 403);
  const keeper = await person(`search_history:delete:${two}`);
  assert.equal((await send('DELETE', `/${one}`, keeper.session)).status, 403);
  assert.equal((await send('DELETE', `/${two}`, keeper.session)).status, 204);
  assert.equal((await send('DELETE', `/${one}`, ada.session)).status, 204);
  for (const session of [ada.session, bob.session, admin])
    assert.equal((await send('DELETE', `/${one}`, session)).status, 404, 'the entry is gone');
  for (const id of ['..', '%2e%2e', 'a%2fb', '*', '%00', '__proto__'])
    assert.ok((await send('DELETE', `/${encodeURIComponent(id)}`, bob.session)).status >= 400, id);
  assert.deepEqual(queriesIn((await historyOf(ada)).own), ['three']);
  assert.equal((await send('DELETE', '', ada.session)).status, 204);
  assert.deepEqual((await historyOf(ada)).own, []);
  assert.deepEqual(queriesIn((await historyOf(bob)).own), ['of bob']);
  for (const method of ['GET', 'POST', 'DELETE'])
    assert.equal((await send(method, '', 'no session', method === 'POST' ? { searches: [] } : undefined)).status, 401);
});

test('the search history refuses an invalid search with the reason, and then adds no search of the request', async () => {
  const ada = await person();
  const fine = { query: 'fine' };
  const cases: readonly (readonly [bad: object, status: number])[] = [
    [{ query: ' \n' }, 400],
    [{ query: 'x'.repeat(4_001) }, 400],
    [{ query: 7 }, 400],
    [{ query: 'half a character \ud800' }, 400],
    [{ query: 'x', used_at: 'yesterday' }, 400],
    [{ query: 'x', streams: [''] }, 400],
    [{ query: 'x', streams: Array.from({ length: 201 }, (_, index) => `s${index}`) }, 400],
    [{ query: 'x', timerange: { type: 'absolute', from: 'a'.repeat(70_000), to: 'b' } }, 413],
  ];
  for (const [bad, status] of cases) {
    const answer = await send('POST', '', ada.session, { searches: [fine, bad] });
    assert.equal(answer.status, status, JSON.stringify(bad).slice(0, 80));
  }
  const tooMany = Array.from({ length: mostAddedSearches + 1 }, (_, index) => ({ query: `q${index}` }));
  assert.equal((await send('POST', '', ada.session, { searches: tooMany })).status, 400);
  const ofBob = await send('POST', '', ada.session, { username: 'bob', searches: [fine] });
  assert.equal(ofBob.status, 403, 'a user cannot add searches of another user');
  assert.deepEqual(await historyOf(ada), { own: [], shared: [] });
});

test('acknowledged searches with hostile texts, and their shares, survive a killed server unchanged', async () => {
  const [ada, bob] = [await person('streams:read'), await person()];
  const texts = ['<img src=x onerror=alert(1)> \u0000 $x$', '"; DROP TABLE', '{{constructor}}', '\u202e', '__proto__'];
  await run(ada, ...texts.map((query) => ({ query, streams: ['../../etc', '<b>'] })));
  await run(ada, { query: texts[0] ?? '' });
  const { id } = (await historyOf(ada)).own.find(({ streams }) => streams.length === 0) ?? { id: '' };
  assert.equal((await share(ada.session, id, { [grantee(bob)]: 'view' })).status, 200);
  await server.kill();
  server = await startTestServer({ data });

  const { own } = await historyOf(ada);
  assert.deepEqual(queriesIn(own).sort(), [...texts, texts[0]].sort());
  assert.deepEqual(
    own.map(({ streams }) => streams).filter(({ length }) => length > 0),
    texts.map(() => ['../../etc', '<b>']),
  );
  assert.deepEqual(queriesIn((await historyOf(bob)).shared), [texts[0]]);
});

test('the owner shares an entry of the search history with a person or with everyone, and takes the share back', async () => {
  const [ada, bob, eve] = [await person('streams:read'), await person(), await person()];
  await run(ada, { query: 'of ada', used_at: '2026-11-20T10:00:00Z' }, { query: 'private' });
  const { id } = await first(ada);
  const prepared = (await (await share(ada.session, id, { [grantee(bob)]: 'view' }, '/prepare')).json()) as ShareAnswer;
  assert.deepEqual(prepared.available_capabilities, [{ id: 'view', title: 'Viewer' }]);
  assert.equal(prepared.stream_limits?.[grantee(bob)]?.readable, 0, 'Bob reads none of the streams');
  assert.deepEqual((await historyOf(bob)).shared, [], 'preparing shares nothing');

  assert.equal((await share(ada.session, id, { [grantee(bob)]: 'view' })).status, 200);
  const seen = (await historyOf(bob)).shared;
  assert.deepEqual(
    seen.map(({ query, owner, shared }) => [query, owner, shared]),
    [['of ada', ada.username, true]],
  );
  assert.deepEqual((await historyOf(bob)).own, []);
  assert.deepEqual((await historyOf(eve)).shared, []);
  assert.deepEqual(
    (await historyOf(ada)).own.map(({ query, shared }) => [query, shared]),
    [
      ['of ada', true],
      ['private', false],
    ],
  );

  assert.equal((await share(ada.session, id, { [everyone]: 'view' })).status, 200);
  for (const reader of [bob, eve]) assert.deepEqual(queriesIn((await historyOf(reader)).shared), ['of ada']);
  assert.equal((await share(ada.session, id, {})).status, 200);
  for (const reader of [bob, eve]) assert.deepEqual((await historyOf(reader)).shared, []);
});

test('only the person who searched shares an entry, and only with viewers', async () => {
  const [ada, bob] = [await person(), await person('entity:own')];
  await run(ada, { query: 'of ada' });
  const { id } = await first(ada);
  for (const step of ['', '/prepare']) {
    assert.equal((await share(bob.session, id, { [everyone]: 'view' }, step)).status, 403);
    assert.equal((await share(admin, id, { [everyone]: 'view' }, step)).status, 403);
    for (const capability of ['manage', 'own'])
      assert.equal((await share(ada.session, id, { [everyone]: capability }, step)).status, 400, capability);
    assert.equal((await share(ada.session, 'f'.repeat(24), {}, step)).status, 404);
  }
  assert.equal((await first(ada)).shared, false);
});

test('readers see a shared entry only while they may read all of its streams', async () => {
  const [ada, blind, half] = [await person('streams:read'), await person(), await person(`streams:read:${secret}`)];
  const other = '000000000000000000000001';
  await run(ada, { query: 'of one', streams: [secret] }, { query: 'of two', streams: [secret, other] });
  const { own } = await historyOf(ada);
  for (const { id } of own) assert.equal((await share(ada.session, id, { [everyone]: 'view' })).status, 200);
  const seenBy = async (reader: Person) =>
    queriesIn((await historyOf(reader)).shared).filter((query) => query.startsWith('of '));
  assert.deepEqual(await seenBy(blind), []);
  assert.deepEqual(await seenBy(half), ['of one']);
  const one = own.find(({ query }) => query === 'of one')?.id ?? '';
  const answer = await share(ada.session, one, { [grantee(blind)]: 'view' }, '/prepare');
  const { missing_permissions_on_dependencies: missing } = (await answer.json()) as ShareAnswer;
  assert.deepEqual(
    missing[grantee(blind)]?.map(({ title }) => title),
    ['Secret'],
  );

  // No other answer shows the query to somebody who may not read the streams.
  const places = [
    `/authz/shares/user/${blind.id}`,
    '/startpage/recentActivity',
    '/favorites',
    `/users/${blind.username}`,
  ];
  assert.equal((await share(ada.session, one, { [grantee(blind)]: 'view' })).status, 200);
  await server.call(`/favorites/grn::::earlier_query:${one}`, { method: 'PUT', session: blind.session });
  for (const path of places) {
    const told = await (await server.call(path, { session: blind.session })).text();
    assert.ok(!told.includes('of one'), `${path}: ${told}`);
  }
  const listed = await server.call(`/authz/shares/user/${blind.id}`, { session: blind.session });
  assert.deepEqual(((await listed.json()) as SharedEntities).entities, []);
});

test('removing an entry of the search history or its owner ends the shares of the entry', async () => {
  const [ada, bob] = [await person(), await person()];
  await run(ada, { query: 'first' }, { query: 'second' });
  const entries = (await historyOf(ada)).own;
  for (const { id } of entries) assert.equal((await share(ada.session, id, { [grantee(bob)]: 'view' })).status, 200);
  assert.equal((await send('DELETE', `/${entries[0]?.id ?? ''}`, ada.session)).status, 204);
  assert.deepEqual(queriesIn((await historyOf(bob)).shared), [entries[1]?.query]);
  const gone = await server.call(`/users/${ada.username}`, { method: 'DELETE', session: admin });
  assert.equal(gone.status, 204, await gone.text());
  assert.deepEqual((await historyOf(bob)).shared, []);
  const { grants } = (await (await server.call('/authz/grants-overview', { session: admin })).json()) as {
    grants: { target: string }[];
  };
  const left = entries.map(({ id }) => `grn::::earlier_query:${id}`);
  assert.deepEqual(
    grants.filter(({ target }) => left.includes(target)),
    [],
  );
});

test('an entry that is shared while it is removed leaves no share', async () => {
  const [ada, bob] = [await person(), await person()];
  const targets: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    await run(ada, { query: `round ${round}` });
    const { id } = await first(ada);
    targets.push(`grn::::earlier_query:${id}`);
    const [shared, removed] = await Promise.all([
      share(ada.session, id, { [grantee(bob)]: 'view' }),
      send('DELETE', round % 2 === 0 ? '' : `/${id}`, ada.session),
    ]);
    assert.equal(removed.status, 204);
    assert.ok([200, 404].includes(shared.status), String(shared.status));
  }
  const overview = await server.call('/authz/grants-overview', { session: admin });
  const { grants } = (await overview.json()) as { grants: { target: string }[] };
  assert.deepEqual(
    grants.filter(({ target }) => targets.includes(target)),
    [],
  );
});

test('the overview of grants names a shared entry by its query', async () => {
  const [ada, bob] = [await person(), await person()];
  await run(ada, { query: 'source:"mill <b>"' });
  const { id } = await first(ada);
  assert.equal((await share(ada.session, id, { [grantee(bob)]: 'view' })).status, 200);
  const overview = await server.call('/authz/grants-overview', { session: admin });
  const { grants } = (await overview.json()) as { grants: { target: string; target_title: string }[] };
  assert.deepEqual(
    grants.filter(({ target }) => target.endsWith(id)).map(({ target_title: title }) => title),
    ['earlier_query: source:"mill <b>"'],
  );
});

interface MemoryHistory {
  readonly ofOneUser?: HistoryLimit;
  readonly ofAllUsers?: HistoryLimit;
  /** Resource names (GRNs) of the entries that are shared with somebody. */
  readonly shared?: string[];
}

/** Opens a history in memory. */
function memoryHistory({ ofOneUser = unlimited, ofAllUsers = unlimited, shared = [] }: MemoryHistory) {
  const stored = new Map<string, { readonly id: string }>();
  /** Deletions in their order; those within a unit that is undone together are in one list. */
  const deletions: string[][] = [];
  let unit: string[] | undefined;
  const deleted = (what: string): void => {
    if (unit) unit.push(what);
    else deletions.push([what]);
  };
  const documents = untyped<Documents>({
    collection: () => ({
      all: () => [...stored.values()],
      get: (id: string) => stored.get(id),
      put: async (one: { readonly id: string }) => void stored.set(one.id, one),
      delete: async (id: string) => {
        deleted('entry');
        return stored.delete(id);
      },
    }),
    undoable: async (work: () => Promise<unknown>) => {
      deletions.push((unit = []));
      await work();
      unit = undefined;
    },
  });
  const grants = untyped<Grants>({
    all: () => shared.map((target) => ({ target })),
    on: (target: string) => shared.filter((one) => one === target),
    dropEntity: async (target: string) => {
      deleted('shares');
      shared.splice(shared.indexOf(target), 1);
    },
  });
  return { history: new SearchHistoryStore(documents, grants, { ofOneUser, ofAllUsers }), deletions };
}
const two = (number: number): string => String(number).padStart(2, '0');
const at = (hour: number, minute = 0): string => `2026-11-20T${two(hour)}:${two(minute)}:00Z`;
const unlimited: HistoryLimit = { entries: 1e6, bytes: 1e9 };
const noon = Date.parse(at(12));

test('beyond the maximum number of entries of a user, the entry used least recently is dropped, shared entries last', async () => {
  const shared: string[] = [];
  const { history } = memoryHistory({ ofOneUser: { entries: 2, bytes: 1e6 }, shared });
  await history.add(
    'ada',
    [1, 3, 2].map((hour) => ({ query: `q${hour}`, used_at: at(hour) })),
    noon,
  );
  await history.add('bob', [{ query: 'of bob' }], noon);
  const queries = () => history.of('ada').map(({ query }) => query);
  assert.deepEqual(queries(), ['q3', 'q2']);
  shared.push(`grn::::earlier_query:${history.of('ada')[1]?.id ?? ''}`);
  await history.add('ada', [{ query: 'q4', used_at: at(4) }], noon);
  assert.deepEqual(queries(), ['q4', 'q2']);
  assert.equal(history.of('bob').length, 1);
});

test('beyond the maximum size of all entries of a user, the entries used least recently are dropped', async () => {
  const { history } = memoryHistory({ ofOneUser: { entries: 100, bytes: 5_000 } });
  for (let hour = 1; hour < 8; hour += 1)
    await history.add('ada', [{ query: `${hour} ${'x'.repeat(1_000)}`, used_at: at(hour) }], noon);
  assert.deepEqual(
    history.of('ada').map(({ query }) => query.slice(0, 1)),
    ['7', '6', '5', '4'],
  );
});

test('beyond the limits of all users, the entries used least recently are dropped, whoever searched', async () => {
  for (const ofAllUsers of [
    { entries: 100, bytes: 1e6 },
    { entries: 1e6, bytes: 12_000 },
  ]) {
    const shared: string[] = [];
    const { history } = memoryHistory({ ofAllUsers, shared });
    await history.add('ada', [{ query: 'shared', used_at: at(0) }], noon);
    shared.push(`grn::::earlier_query:${history.of('ada')[0]?.id ?? ''}`);
    const searches = (hour: number) =>
      Array.from({ length: 50 }, (_, index) => ({ query: `q${100 + index}`, used_at: at(hour, index) }));
    await history.add('ada', searches(2), noon);
    await history.add('bob', searches(1), noon);
    const ofBob = history.of('bob').length;
    assert.ok(ofBob < 50 && ofBob > 30, `${ofBob} entries of Bob are kept`);
    assert.equal(history.of('bob').at(-1)?.query, `q${150 - ofBob}`, 'the entries used last are kept');
    assert.equal(history.of('ada').length, 51);
    await history.clear('ada');
    await history.add('bob', searches(3), noon);
    assert.equal(history.of('bob').length, 50);
  }
});

test('removing a shared entry removes its shares first, both in one unit that is undone together', async () => {
  const shared: string[] = [];
  const { history, deletions } = memoryHistory({ shared });
  await history.add('ada', [{ query: 'shared' }], noon);
  const [{ id } = { id: '' }] = history.of('ada');
  shared.push(`grn::::earlier_query:${id}`);
  await history.remove(id);
  await history.add('ada', [{ query: 'private' }], noon);
  await history.clear('ada');
  assert.deepEqual(deletions, [['shares', 'entry'], ['entry']]);
  assert.deepEqual(history.of('ada'), []);
});

test('the limits of a user leave room for what a browser remembers: 100 queries of 4,000 characters', () => {
  assert.ok(quotas.historyEntries >= 100);
  assert.ok(quotas.historyBytes >= 100 * (4_000 + 500));
});

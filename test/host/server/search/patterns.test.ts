/** A real server groups messages by pattern with exact counts and permissions, without blocking its event loop. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PatternsAnswer } from '../../../../api/contract/patterns.js';
import { filledDirectory } from '../../../filled-directory.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { watchedTurns } from '../../../watched-turns.js';
import { addPerson } from '../people.js';
import { readQuery } from '../../../../host/server/search/compile.js';
import { findPatterns } from '../../../../host/server/search/patterns.js';
import { completeSearch, type SearchCaller } from '../../../../host/server/search/index.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { admin, allTime, defaultStream, incoming, openSearch, otherStream, type Draft } from './fixture.js';
import { covered, scanning, smallBlocks } from './words-fixture.js';

const messages = 40_000;
let data: string;
let server: TestServer;
let session: string;
let turns: string;

before(async () => {
  data = await filledDirectory(messages, 86_400_000);
  const portFile = join(data, 'turns.port');
  server = await startTestServer({ data, environment: watchedTurns(portFile) });
  turns = `http://127.0.0.1:${await readFile(portFile, 'utf8')}/watch`;
  session = await server.login();
});
after(async () => {
  await server.kill();
  await rm(data, { recursive: true, force: true });
});

const searchOf = (query = '', more: object = {}, types: readonly object[] = [{ id: 'm', type: 'messages' }]) => ({
  queries: [
    {
      id: 'q',
      timerange: { type: 'relative', range: 0 },
      query: { type: 'elasticsearch', query_string: query },
      search_types: types,
      ...more,
    },
  ],
});
const ask = (json: unknown, asker = session) =>
  server.call('/search/patterns', { method: 'POST', session: asker, json });

test('all messages are grouped to patterns without blocking the event loop', async (context) => {
  let longest = Infinity;
  let response = new Response();
  // The best of several attempts counts, because other programs may delay a single turn of the event loop.
  for (let attempt = 0; attempt < 4 && longest > 40; attempt += 1) {
    await fetch(turns);
    response = await ask(searchOf());
    longest = Math.min(longest, ((await (await fetch(turns)).json()) as { longest: number }).longest);
  }
  assert.equal(response.status, 200);
  const answer = (await response.json()) as PatternsAnswer;
  context.diagnostic(`longest turn ${longest.toFixed(1)} ms; ${answer.patterns.length} patterns`);
  assert.equal(answer.total_results, messages);
  assert.equal(answer.examined, messages);
  assert.equal(
    answer.patterns.reduce((sum, { count }) => sum + count, answer.rest),
    messages,
  );
  assert.ok(answer.patterns.length > 0);
  for (const { count, histogram, first, last } of answer.patterns) {
    assert.equal(
      histogram.reduce((sum, part) => sum + part, 0),
      count,
    );
    assert.ok(first <= last);
  }
  assert.ok(longest < 50, `the longest turn took ${longest} ms`);
});

test('a user gets no pattern of an unreadable stream', async () => {
  const { session: nobody } = await addPerson(server, session, 'nobody', []);
  assert.equal((await ask(searchOf(), nobody)).status, 403);
  const filter = { type: 'or', filters: [{ type: 'stream', id: '000000000000000000000001' }] };
  assert.equal((await ask(searchOf('', { filter }), nobody)).status, 403);
});

test('a search without a message search type is refused with the reason', async () => {
  for (const json of [
    { queries: [] },
    searchOf('', {}, []),
    searchOf('', {}, [{ id: 'e', type: 'events' }]),
    searchOf('message:('),
    searchOf('a', { timerange: { type: 'absolute', from: 'x', to: 'y' } }),
  ]) {
    const response = await ask(json);
    assert.equal(response.status, 400, JSON.stringify(json));
    assert.ok(((await response.json()) as { message: string }).message.length > 10);
  }
});

const draft = (message: string, streams = [defaultStream]) => ({ at: '2024-03-01T00:00:00Z', message, streams });
const everything = completeSearch({
  queries: [{ id: 'q', timerange: allTime, search_types: [{ id: 'm', type: 'messages' }] }],
});
const source = (caller: SearchCaller) => ({ search: everything, caller });

test('an aborted request ends before the next statement and frees its place in the queue', async (context) => {
  const { store, engine, fill } = await openSearch(context);
  await fill([draft('a')]);
  await store.cycle();
  await fill([draft('b')]);
  let giveUp: AbortController | undefined;
  let statements = 0;
  const stream = store.stream.bind(store);
  Object.defineProperty(store, 'stream', {
    async *value(...given: Parameters<typeof stream>) {
      statements += 1;
      for await (const rows of stream(...given)) {
        giveUp?.abort(new Error('gone'));
        yield rows;
      }
    },
  });
  // There are more attempts than the queue has places. So if an aborted attempt kept its place, the next attempt would
  // be blocked.
  for (let time = 1; time <= 3; time += 1) {
    giveUp = new AbortController();
    await assert.rejects(engine.patterns(source(admin), giveUp.signal), { message: 'gone' });
    assert.equal(statements, time);
  }
  giveUp = undefined;
  assert.equal((await engine.patterns(source(admin), context.signal)).examined, 2);
});

test('of two streams, a user gets the lines and counts of the readable one', async (context) => {
  const { engine, fill } = await openSearch(context);
  await fill([
    draft('ours'),
    draft('both of us', [defaultStream, otherStream]),
    draft('theirs alone here', [otherStream]),
  ]);
  const one = { ...admin, username: 'one', readableStreams: [defaultStream] };
  const answer = await engine.patterns(source(one), context.signal);
  assert.deepEqual(answer.patterns.map(({ template }) => template).sort(), ['both of us', 'ours']);
  assert.deepEqual([answer.total_results, answer.examined, answer.rest], [2, 2, 0]);
});

test('the level of a message is read from the first field that contains a level', async (context) => {
  const { engine, fill } = await openSearch(context);
  const levelled = (fields: Draft['fields']) => ({ ...draft('a line'), ...(fields && { fields }) });
  await fill([
    levelled({ level_name: 'WARN', level: 4 }),
    levelled({ severity: 'error' }),
    levelled({ 'log.level': 'INFO' }),
    levelled({ water_level: 9 }),
  ]);
  const { patterns } = await engine.patterns(source(admin), context.signal);
  assert.deepEqual(
    patterns.map(({ template, levels }) => [template, { ...levels }]),
    [['a line', { 4: 1, error: 1, INFO: 1 }]],
  );
});

test('only the newest messages are grouped if grouping all would take too long', async (context) => {
  const { store, fill } = await openSearch(context);
  await fill([draft('an old one')]);
  await store.cycle();
  await fill([draft('new')]);
  const reader = readerFor(store, { username: 'u', rank: 'export' });
  const match = {
    range: { from: 0, to: Date.parse('2025-01-01T00:00:00Z') },
    streams: [defaultStream],
    queries: [],
    now: 0,
  };
  const answer = await findPatterns(reader, match, context.signal, { messages: 10, ownMs: 0 });
  assert.deepEqual(
    answer.patterns.map(({ template }) => template),
    ['new'],
  );
  assert.deepEqual([answer.total_results, answer.examined], [2, 1]);
});

test('rows from the inverted index yield the same groups as a scan', async (context) => {
  const { store } = await open(context, await temporaryDirectory(context), smallBlocks);
  const lines = Array.from({ length: 2500 }, (_unused, n) =>
    incoming(draft(n % 50 === 0 ? `rare ${n}` : `job ${n} done`, n % 100 === 0 ? [otherStream] : [defaultStream])),
  );
  await store.append(lines);
  await store.settled();
  await store.cycle();
  await store.append(lines.slice(0, 1300));
  await store.settled();
  await covered(store);
  const range = { from: 0, to: Date.parse('2025-01-01T00:00:00Z') };
  const bounds = { messages: 2000, ownMs: 10_000 };
  for (const [text, streams, expected] of [
    ['rare', [defaultStream, otherStream], 76],
    ['rare', [defaultStream], 38],
    ['done', [defaultStream], 3724],
    ['', [otherStream], 38],
  ] as const) {
    const query = readQuery(text, { allowLeadingWildcard: true });
    const match = { range, streams, queries: query ? [query] : [], now: 0 };
    const read = context.mock.method(store, 'stream');
    const turn = context.mock.method(store, 'inTurn');
    const [found, scanned] = [store, scanning(store)].map((one) => readerFor(one, { username: 'u', rank: 'export' }));
    assert.ok(found && scanned);
    const answer = await findPatterns(found, match, context.signal, bounds);
    assert.equal(answer.total_results, expected, text);
    assert.equal(answer.examined, Math.min(expected, 2000), text);
    const isListed = read.mock.calls.every(({ arguments: [sql] }) => sql.includes('get_bit('));
    assert.equal(isListed, expected < 100, text);
    // Each index is queried once and its newest time is read; only a shorter range needs another query.
    if (expected <= 2000) assert.equal(turn.mock.callCount(), store.indices().length + 1, text);
    turn.mock.restore();
    assert.deepEqual(answer, await findPatterns(scanned, match, context.signal, bounds), text);
    read.mock.restore();
  }
});

test('only the newest messages are grouped beyond the message limit', async (context) => {
  const { store, fill } = await openSearch(context);
  await fill(
    Array.from({ length: 100 }, (_unused, n) => ({
      at: new Date(Date.parse('2024-03-01T00:00:00Z') + ((n * 37) % 100) * 1000).toISOString(),
      message: `job ${n} ${(n * 37) % 100 >= 60 ? 'done' : 'begun'}`,
    })),
  );
  const reader = readerFor(store, { username: 'u', rank: 'export' });
  const range = { from: 0, to: Date.parse('2025-01-01T00:00:00Z') };
  const match = { range, streams: [defaultStream], queries: [], now: 0 };
  const answer = await findPatterns(reader, match, context.signal, { messages: 40, ownMs: 10_000 });
  assert.deepEqual(
    answer.patterns.map(({ template, count }) => [template, count]),
    [['job <*> done', 40]],
  );
  assert.deepEqual([answer.total_results, answer.examined], [100, 40]);
  assert.equal(answer.effective_timerange.from, '2024-03-01T00:01:00.000Z');
});

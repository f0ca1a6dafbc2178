/**
 * The analysis "What is different here?" counts and ranks values over real stores, with limits and permissions per
 * stream.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences, ranked } from '../../../../host/server/search/differences.js';
import { completeSearch, type SearchCaller } from '../../../../host/server/search/index.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { admin, allTime, defaultStream, openSearch, otherStream, type Draft } from './fixture.js';

const minute = (n: number) => new Date(Date.UTC(2024, 2, 1, 0, n)).toISOString();
const draft = (n: number, fields: NonNullable<Draft['fields']>, streams = [defaultStream]): Draft => ({
  at: minute(n),
  message: `line ${n}`,
  streams,
  fields,
});
const searchOf = (query = '') =>
  completeSearch({
    queries: [
      {
        id: 'q',
        timerange: allTime,
        query: { type: 'elasticsearch', query_string: query },
        search_types: [{ id: 'm', type: 'messages' }],
      },
    ],
  });
const source = (caller: SearchCaller = admin, query = '') => ({ search: searchOf(query), caller });
const range = (from: number, to: number) => ({ type: 'absolute' as const, from: minute(from), to: minute(to) });

/** Returns message `n` with a unique id; messages in minutes 10 to 19 are slow responses of one version. */
const spike = (n: number): Draft => {
  const slow = n >= 10 && n < 20;
  return draft(n, {
    version: slow ? '5.2.0' : '5.1.0',
    zone: n % 2 === 0 ? 'fra' : 'ams',
    took_ms: slow ? 9000 + n : 40 + n,
    request: `r${n}`,
    'strange "name"': slow ? "'; DROP TABLE messages; --" : 'plain',
  });
};

test('values that are more common in the selection are listed first, ids are omitted, and shifted numbers are reported', async (context) => {
  const { engine, fill } = await openSearch(context);
  await fill(Array.from({ length: 60 }, (_, n) => spike(n)));
  const answer = await engine.differences(source(), { timerange: range(10, 30) }, context.signal);
  assert.deepEqual([answer.total_results, answer.examined, answer.selected, answer.rest], [60, 60, 20, 40]);
  const listed = answer.values.map(({ field, value, selected, rest }) => [field, value, selected, rest]);
  assert.deepEqual(listed.slice(0, 2), [
    ['strange "name"', "'; DROP TABLE messages; --", 10, 0],
    ['version', '5.2.0', 10, 0],
  ]);
  assert.ok(!answer.values.some(({ field }) => field === 'request' || field === 'zone'), JSON.stringify(listed));
  const [moved] = answer.numbers;
  assert.equal(moved?.field, 'took_ms');
  assert.ok(Number(moved?.selected) > Number(moved?.rest));
  const group = await engine.differences(source(), { query: 'version:5.2.0' }, context.signal);
  assert.deepEqual([group.selected, group.rest], [10, 50]);
  assert.ok(group.values.some(({ field, value }) => field === 'version' && value === '5.2.0'));
  const both = await engine.differences(source(), { query: 'zone:fra', timerange: range(10, 20) }, context.signal);
  assert.equal(both.selected, 5);
  const narrowed = await engine.differences(source(admin, 'zone:ams'), { query: 'version:5.2.0' }, context.signal);
  assert.deepEqual([narrowed.selected, narrowed.rest], [5, 25]);
});

test('codes are compared as values and not as numbers', async (context) => {
  const { engine, fill } = await openSearch(context);
  const codes = [
    'STATUS',
    'errno',
    'facility_num',
    'http_status',
    'level',
    'log_level',
    'responsecode',
    'statusCode',
    'uid',
  ];
  const amounts = ['battery_level', 'decode', 'fluid', 'noise.level', 'waterLevel'];
  const value = (n: number) => (n < 10 ? 500 : 200);
  await fill(
    Array.from({ length: 30 }, (_, n) =>
      draft(n, Object.fromEntries([...codes, ...amounts].map((name) => [name, value(n)]))),
    ),
  );
  const answer = await engine.differences(source(), { timerange: range(0, 10) }, context.signal);
  const values = answer.values.map(({ field, value: found }) => [field, found]);
  assert.deepEqual(
    values.sort(),
    [...codes, ...amounts].sort().map((field) => [field, '500']),
  );
  assert.deepEqual(answer.numbers.map(({ field }) => field).sort(), amounts);
});

test('only messages of readable streams are counted, and selecting values of another stream reveals nothing', async (context) => {
  const { engine, fill } = await openSearch(context);
  await fill([
    ...Array.from({ length: 30 }, (_, n) => draft(n, { who: n < 10 ? 'ours' : 'all' })),
    ...Array.from({ length: 30 }, (_, n) => draft(n, { who: 'theirs', secret: 'x' }, [otherStream])),
  ]);
  const one = { ...admin, username: 'one', readableStreams: [defaultStream] };
  const answer = await engine.differences(source(one), { timerange: range(0, 10) }, context.signal);
  assert.deepEqual([answer.examined, answer.selected], [30, 10]);
  assert.deepEqual(answer.values, [{ field: 'who', value: 'ours', selected: 10, rest: 0 }]);
  const selected = await engine.differences(source(one), { query: 'secret:x' }, context.signal);
  assert.deepEqual([selected.selected, selected.values, selected.numbers], [0, [], []]);
  const nobody = { ...admin, username: 'nobody', readableStreams: [] };
  await assert.rejects(async () => engine.differences(source(nobody), { query: 'a' }, context.signal));
});

test('an empty, invalid or too expensive selection is refused with the reason', async (context) => {
  const { engine, fill } = await openSearch(context);
  await fill([draft(1, { a: 'b' })]);
  for (const selection of [
    {},
    { query: '' },
    { query: '*' },
    { query: 'message:(' },
    { query: `/${'a'.repeat(40)}**/` },
    { timerange: { type: 'absolute' as const, from: 'x', to: 'y' } },
    { query: Array.from({ length: 5000 }, (_, n) => `a:${n}`).join(' OR ') },
  ]) {
    await assert.rejects(
      async () => engine.differences(source(), selection, context.signal),
      (error: Error) => error.message.length > 10,
      JSON.stringify(selection).slice(0, 100),
    );
  }
});

test('messages and fields beyond the limits are counted as omitted', async (context) => {
  const { store, fill } = await openSearch(context);
  await fill(Array.from({ length: 60 }, (_, n) => spike(n)));
  const reader = readerFor(store, { username: 'one', rank: 'export' });
  const match = {
    range: { from: Date.parse(minute(0)), to: Date.parse(minute(60)) },
    streams: [defaultStream],
    queries: [],
    now: Date.now(),
  };
  const selection = { range: { from: Date.parse(minute(50)), to: Date.parse(minute(60)) }, query: undefined };
  const some = await findDifferences(reader, match, selection, context.signal, { messages: 30, fields: 1 });
  assert.deepEqual([some.total_results, some.examined, some.selected], [60, 30, 10]);
  assert.ok(some.fields_examined <= 1 && some.fields_left_out > 0);
  const late = await findDifferences(reader, match, selection, context.signal, { ms: 0 });
  assert.deepEqual([late.fields_examined, late.values], [0, []]);
  const gone = AbortSignal.abort(new Error('gone'));
  await assert.rejects(findDifferences(reader, match, selection, gone), { message: 'gone' });
});

test('fields are ranked by the messages that a difference explains, not by its ratio', () => {
  const order = ranked(
    [
      { field: 'rare', value: 'x', selected: 5, rest: 0 },
      { field: 'broad', value: 'y', selected: 60, rest: 20 },
      { field: 'same', value: 'z', selected: 50, rest: 50 },
    ],
    100,
    100,
  );
  assert.deepEqual(
    order.map(({ field }) => field),
    ['broad', 'rare'],
  );
});

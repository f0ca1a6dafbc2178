import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { completeSearch, type ExportRequest } from '../../../../host/server/search/index.js';
import { neutralised } from '../../../../host/server/search/export.js';
import { admin, allTime, openSearch, type Draft, type SearchFixture } from './fixture.js';

async function exported(fixture: SearchFixture, request: Partial<ExportRequest> = {}, query = ''): Promise<string> {
  const search = completeSearch({
    queries: [
      {
        id: 'q',
        timerange: allTime,
        query: { type: 'elasticsearch', query_string: query },
        search_types: [{ id: 's', type: 'messages' }],
      },
    ],
  });
  const plan = fixture.engine.planExport({ search, state: {}, caller: admin });
  const full: ExportRequest = {
    ...plan,
    fields: ['timestamp', 'source', 'message'],
    limit: undefined,
    timezone: 'UTC',
    format: 'csv',
    ...request,
  };
  let text = '';
  for await (const piece of fixture.engine.exportText(full, new AbortController().signal)) text += piece;
  return text;
}

async function filled(context: TestContext, drafts: readonly Draft[]): Promise<SearchFixture> {
  const fixture = await openSearch(context);
  await fixture.fill(drafts);
  return fixture;
}

test('the CSV export has the format of the contract', async (context) => {
  const fixture = await filled(context, [
    {
      at: '2024-03-01T10:00:01Z',
      message: 'say "hi", twice',
      fields: { n: 5, big: 9007199254740993n, ok: true, note: 'x' },
    },
    { at: '2024-03-01T10:00:00.5Z', message: 'two\nlines', source: 'db', fields: { n: -3 } },
  ]);
  assert.equal(
    await exported(fixture, { fields: ['timestamp', 'message', 'n', 'big', 'ok', 'note', 'streams', 'nothing'] }),
    [
      '"timestamp","message","n","big","ok","note","streams","nothing"',
      '"2024-03-01T10:00:00.500Z","two\nlines","-3",,,,"[000000000000000000000001]",',
      '"2024-03-01T10:00:01.000Z","say ""hi"", twice","5","9007199254740993","true","x","[000000000000000000000001]",',
      '',
    ].join('\n'),
  );
  assert.match(await exported(fixture, { timezone: 'Europe/Berlin' }), /"2024-03-01T11:00:01\.000\+01:00"/);
  assert.equal(await exported(fixture, {}, 'nothing'), '"timestamp","source","message"\n');
  assert.equal((await exported(fixture, { limit: 1 })).split('\n').length, 4);
  assert.equal(
    await exported(fixture, { format: 'json-lines', fields: ['n', 'big', 'nothing'] }),
    '{"n":-3,"big":null,"nothing":null}\n{"n":5,"big":9007199254740993,"nothing":null}\n',
  );
});

test('cells and headers of the export cannot be formulas', async (context) => {
  for (const text of ['=1+1', '+1', '-1', '@x', '\tx', '\rx']) assert.equal(neutralised(text), `'${text}`);
  assert.equal(neutralised('a=1'), 'a=1');
  const fixture = await filled(context, [
    { at: '2024-03-01T10:00:00Z', message: '=cmd|calc', fields: { '=x': '@SUM(A1)' } },
  ]);
  assert.equal(await exported(fixture, { fields: ['message', '=x'] }), `"message","'=x"\n"'=cmd|calc","'@SUM(A1)"\n`);
});

test('the export contains every message once, oldest first, for any distribution over time', async (context) => {
  const fixture = await openSearch(context);
  const start = Date.parse('2024-03-01T00:00:00Z');
  const times = Array.from({ length: 13_000 }, (_, n) =>
    n < 7000 ? start : n < 12_000 ? start + 1000 + n : start + n * 3_600_000,
  );
  await fixture.fill(times.slice(0, 6000).map((time, n) => ({ at: new Date(time).toISOString(), message: `m${n}` })));
  await fixture.store.cycle();
  await fixture.fill(
    times.slice(6000).map((time, n) => ({ at: new Date(time).toISOString(), message: `m${n + 6000}` })),
  );
  const lines = (await exported(fixture, { fields: ['message'] })).trimEnd().split('\n').slice(1);
  assert.equal(lines.length, times.length);
  assert.deepEqual(lines.slice(0, 3), ['"m0"', '"m1"', '"m2"']);
  assert.equal(new Set(lines).size, times.length);
  const instants = (await exported(fixture, { fields: ['timestamp'], limit: 12_345 })).trimEnd().split('\n').slice(1);
  assert.equal(instants.length, 12_345);
  assert.deepEqual(instants, [...instants].sort());

  // An export of the newest messages ends exactly at its limit, also between messages of the same time.
  const all = (await exported(fixture, { fields: ['timestamp', 'message'] })).trimEnd().split('\n').slice(1);
  for (const limit of [1, 900, 1000, 7500, 12_999, 13_000, 20_000]) {
    const text = await exported(fixture, { fields: ['timestamp', 'message'], limit, newest: true });
    assert.deepEqual(text.trimEnd().split('\n').slice(1), all.slice(-limit), `the newest ${limit}`);
  }
});

test('integers beyond 2^53 stay exact in the export although the field has fractions in another index', async (context) => {
  const fixture = await openSearch(context);
  const numbers = [9007199254740993n, -9007199254740995n, 9223372036854775807n, -9223372036854775808n, 42n];
  await fixture.fill([{ at: '2024-03-01T10:00:00Z', message: 'a', fields: { n: 0.5 } }]);
  await fixture.store.cycle();
  await fixture.fill(numbers.map((n, at) => ({ at: `2024-03-02T10:00:0${at}Z`, message: 'a', fields: { n } })));
  const lines = (await exported(fixture, { fields: ['n'], format: 'json-lines' })).trim().split('\n');
  assert.deepEqual(lines, ['{"n":0.5}', ...numbers.map((n) => `{"n":${n}}`)]);
});

// Tests the test runs of event definitions over HTTP: permissions, refusals, and the limit of concurrent test runs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DefinitionTest } from '../../../../api/contract/event-definitions.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { putMessages } from '../messages-input.js';
import { addPerson, type Person } from '../people.js';
import { Asking, counting, definitionOf, filtering } from './definitions.js';

const path = '/events/definitions/test-run';
const stream = '000000000000000000000001';
const hostile = '"><img src=x onerror=alert(1)> \u202e';
const ofHour = { type: 'relative', range: 3600 };
const each = { search_within_ms: 60_000, execute_every_ms: 60_000 };

let server: TestServer;
let admin: Asking;
const requestOf = (config: Record<string, unknown>, over: object = {}, timerange: object = ofHour) => ({
  definition: definitionOf(config, over),
  timerange,
});

before(async () => {
  server = await startTestServer();
  admin = new Asking(server, await server.login());
  await putMessages(server, admin.session, [
    { host: hostile, short_message: 'denied', _user: hostile },
    { host: 'web-1', short_message: 'denied', _user: 'u' },
  ]);
});
after(() => server.stop());

test('a test run reports what a definition would have found, with arbitrary names, and stores nothing', async () => {
  const answer = await admin.ask<DefinitionTest>(
    'POST',
    path,
    requestOf(
      counting({
        ...each,
        search_within_ms: 3_600_000,
        group_by: ['user'],
        conditions: { expression: { expr: 'true' } },
      }),
    ),
  );
  assert.equal(answer.total_runs, 60);
  assert.equal(answer.runs.at(-1)?.events, 2);
  assert.deepEqual(answer.runs.at(-1)?.values, [[1, 1]]);
  assert.deepEqual(
    answer.events
      .slice(0, 2)
      .map(({ group_by_fields: groups }) => groups['user'])
      .toSorted(),
    [hostile, 'u'],
  );
  assert.match(answer.events[0]?.message ?? '', /^Many messages: .* - count\(\)=1\.0$/);
  const { events: stored } = await admin.events();
  assert.ok(stored.every(({ event }) => !event.message.startsWith('Many messages')));
  const { definition } = requestOf(filtering(each));
  const all = await admin.ask<DefinitionTest>('POST', path, { definition, timerange: { type: 'relative', range: 0 } });
  assert.deepEqual([all.ended_by, all.total_events], ['runs', 2]);
});

test('a test run refuses invalid definitions with the same errors as saving', async () => {
  const wrong = [
    definitionOf(counting({ query: 'a AND (' }), { title: '' }),
    definitionOf(counting({ execute_every_ms: 0 }), { priority: 9 }),
    definitionOf(counting({ query: 'user:$who$' })),
    definitionOf(counting({ conditions: { expression: { expr: 'none' } } })),
    definitionOf(counting(), { field_spec: { a: { providers: [{ type: 'template-v1', template: '${source.' }] } } }),
  ];
  for (const definition of wrong) {
    const saved = await admin.answer('POST', '/events/definitions', definition);
    assert.equal(saved.status, 400);
    assert.deepEqual(await admin.answer('POST', path, { definition, timerange: ofHour }), saved);
  }
  // The server's own definition creates its events without a search.
  const own = { ...definitionOf({ type: 'system-notifications-v1' }) };
  assert.equal((await admin.answer('POST', path, { definition: own, timerange: ofHour })).status, 400);
  for (const timerange of [
    { type: 'absolute', from: '2024-01-02T00:00:00.000Z', to: '2024-01-01T00:00:00.000Z' },
    { type: 'absolute', from: hostile, to: hostile },
    { type: 'keyword', keyword: hostile },
    { type: 'nothing' },
  ])
    assert.equal(
      (await admin.answer('POST', path, { ...requestOf(counting()), timerange })).status,
      400,
      JSON.stringify(timerange),
    );
  // A text field is no number, so the failure of the schedule is reported.
  const text = counting({
    ...each,
    series: [{ id: 's', function: 'avg', field: 'user' }],
    conditions: { expression: { expr: 'true' } },
  });
  const failed = await admin.answer('POST', path, requestOf(text));
  assert.equal(failed.status, 400);
  assert.match(JSON.stringify(failed.body), /user/);
});

test('a test run requires permission to create or edit the definition and to read each of its streams', async () => {
  const { id } = await admin.create(counting(), {}, false);
  const person = (name: string, permissions: readonly string[]): Promise<Person> =>
    addPerson(server, admin.session, name, permissions, ['Reader']);
  const people = {
    maker: await person('maker', ['eventdefinitions:create', `streams:read:${stream}`]),
    changer: await person('changer', [`eventdefinitions:edit:${id}`, `streams:read:${stream}`]),
    blind: await person('blind', ['eventdefinitions:create', `eventdefinitions:edit:${id}`]),
    reader: await person('readerof', [`eventdefinitions:read:${id}`, 'streams:read']),
  };
  const ofStream = counting({ ...each, streams: [stream] });
  const status = async (who: keyof typeof people, config: Record<string, unknown>, over: object = {}) =>
    (await new Asking(server, people[who].session).answer('POST', path, requestOf(config, over))).status;
  assert.equal(await status('maker', ofStream), 200);
  assert.equal(await status('maker', ofStream, { id }), 403);
  assert.equal(
    await status('maker', counting(each)),
    403,
    'a definition of all streams requires permission for all of them',
  );
  assert.equal(await status('changer', ofStream), 403);
  assert.equal(await status('changer', ofStream, { id }), 200);
  assert.equal(await status('changer', ofStream, { id: `${id}:*` }), 403);
  assert.equal(await status('blind', ofStream), 403);
  assert.equal(await status('blind', ofStream, { id }), 403);
  assert.equal(await status('reader', ofStream, { id }), 403);
  assert.equal(await status('maker', counting({ ...each, streams: [stream, hostile] })), 403);
});

test(
  'the server runs one test per user while a few wait; an aborted request frees its place in the queue',
  { timeout: 300_000 },
  async () => {
    const heavy = requestOf(
      counting({ search_within_ms: 86_400_000, execute_every_ms: 1000 }),
      {},
      { type: 'relative', range: 86_400 },
    );
    const leaving = new AbortController();
    const call = (signal: AbortSignal) =>
      server.call(path, { method: 'POST', session: admin.session, json: heavy, signal });
    const running = Array.from({ length: 8 }, () =>
      call(leaving.signal).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    const refused = await Promise.any(
      running.map((one) => one.then((code) => (code === 429 ? code : Promise.reject(new Error())))),
    );
    assert.equal(refused, 429);
    leaving.abort();
    assert.ok((await Promise.all(running)).includes(0));
    // A test run does not wait for aborted test runs that were queued before it.
    const begun = performance.now();
    await admin.ask('POST', path, requestOf(counting(each)));
    assert.ok(performance.now() - begun < 5_000);
  },
);

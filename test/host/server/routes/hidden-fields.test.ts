/** Names and values of fields are returned only for streams that the caller may read, in every answer. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { StoredDecorator } from '../../../../api/contract/decorators.js';
import type { InputFailures } from '../../../../api/contract/inputs.js';
import type { FieldType, Suggestions, ValidationAnswer } from '../../../../api/contract/searches.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { startInput } from '../../../started-input.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const allTime = { type: 'relative', range: 0 };
let server: TestServer;
let admin: string;
let hiddenStream: string;
/** A user with the role Reader who may read the default stream only. */
let outsider: string;
/** A user who may read no stream. */
let nobody: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const stream = {
    title: 'Hidden',
    index_set_id: '000000000000000000000101',
    remove_matches_from_default_stream: true,
    rules: [{ type: 1, field: 'team', value: 'secret', inverted: false }],
  };
  const made = await server.call('/streams', { method: 'POST', session: admin, json: stream });
  hiddenStream = ((await made.json()) as { stream_id: string }).stream_id;
  await server.call(`/streams/${hiddenStream}/resume`, { method: 'POST', session: admin, json: {} });
  outsider = (await addPerson(server, admin, 'outsider', [`streams:read:${defaultStream}`], ['Reader'])).session;
  nobody = (await addPerson(server, admin, 'nobody', [], ['Reader'])).session;
  await putMessages(server, admin, [
    { host: 'web', short_message: 'open', _customer: 'acme' },
    { host: 'web', short_message: 'hidden', _team: 'secret', _codename: 'raven', _salary: 4711 },
  ]);
});
after(() => server.stop());

async function answer<T>(session: string, method: string, path: string, json?: unknown): Promise<T> {
  const response = await server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as T;
}
const revealingNames = ['customer', 'codename', 'salary', 'team'];
const revealingAmong = (names: readonly string[]) => names.filter((name) => revealingNames.includes(name)).sort();

test('field lists contain only fields of readable streams', async () => {
  const lists = async (session: string) => {
    const all = await answer<FieldType[]>(session, 'GET', '/views/fields');
    const ranged = await answer<FieldType[]>(session, 'POST', '/views/fields', { streams: [], timerange: allTime });
    const names = await answer<{ fields: string[] }>(session, 'GET', '/system/fields');
    const some = await answer<{ fields: string[] }>(session, 'GET', '/system/fields?limit=1000');
    const found = [all.map(({ name }) => name), ranged.map(({ name }) => name), names.fields, some.fields].map(
      revealingAmong,
    );
    return [...new Set(found.map((one) => one.join()))];
  };
  assert.deepEqual(await lists(admin), ['codename,customer,salary,team']);
  assert.deepEqual(await lists(outsider), ['customer']);
  assert.deepEqual(await lists(nobody), ['']);
  const named = await answer<FieldType[]>(admin, 'POST', '/views/fields', { streams: [defaultStream] });
  assert.deepEqual(revealingAmong(named.map(({ name }) => name)), ['customer']);
  const denied = await server.call('/views/fields', {
    method: 'POST',
    session: outsider,
    json: { streams: [hiddenStream] },
  });
  assert.equal(denied.status, 403);
});

test('validation warns of a hidden field as of an unknown field', async () => {
  const validate = (session: string, query: string) =>
    answer<ValidationAnswer>(session, 'POST', '/search/validate', { query, timerange: allTime });
  for (const query of ['F:x', 'F:4711', '_exists_:F']) {
    const [salary, nowhere] = await Promise.all(
      ['salary', 'absent'].map(async (name) =>
        JSON.stringify(await validate(outsider, query.replace('F', name))).replaceAll(name, 'F'),
      ),
    );
    assert.equal(salary, nowhere);
    assert.match(salary ?? '', /UNKNOWN_FIELD/);
  }
  assert.equal((await validate(admin, 'salary:4711')).status, 'OK');
  assert.equal((await validate(outsider, 'customer:acme')).status, 'OK');
});

test('suggestions contain only values of readable streams', async () => {
  const suggest = async (session: string, field: string, streams?: string[]) => {
    const found = await answer<Suggestions>(session, 'POST', '/search/suggest', {
      field,
      input: '',
      timerange: allTime,
      ...(streams && { streams }),
    });
    return JSON.parse(JSON.stringify(found).replaceAll(field, 'F')) as Suggestions;
  };
  assert.deepEqual((await suggest(admin, 'codename')).suggestions, [{ value: 'raven', occurrence: 1 }]);
  for (const streams of [undefined, [defaultStream], [hiddenStream]])
    assert.deepEqual(await suggest(outsider, 'codename', streams), await suggest(outsider, 'absent', streams));
  assert.deepEqual(await suggest(nobody, 'customer'), await suggest(nobody, 'absent'));
});

test('decorators of a stream are listed only for users who may read the stream', async () => {
  const decorator = (stream: string | null) => ({
    type: 'org.graylog2.decorators.FormatStringDecorator',
    config: { format_string: '${codename}', target_field: 'message' },
    order: 0,
    stream,
  });
  for (const stream of [hiddenStream, defaultStream, null])
    await answer(admin, 'POST', '/search/decorators', decorator(stream));
  const listed = async (session: string) =>
    (await answer<StoredDecorator[]>(session, 'GET', '/search/decorators')).map(({ stream }) => stream);
  assert.deepEqual(new Set(await listed(admin)), new Set([hiddenStream, defaultStream, null]));
  assert.deepEqual(new Set(await listed(outsider)), new Set([defaultStream, null]));
});

test('the server shows malformed messages of an input only to users who manage the input', async () => {
  const { id, port } = await startInput(server, admin, inputTypeIds.gelfTcp, {
    title: 'Broken',
    use_null_delimiter: true,
  });
  const failures = (session: string) => answer<InputFailures>(session, 'GET', `/system/inputs/${id}/failures`);
  for (let malformed = 0; malformed === 0;) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end('the codename is raven\0'));
      socket.on('close', () => resolve()).on('error', () => undefined);
    });
    ({ malformed } = await failures(admin));
  }
  assert.match(JSON.stringify(await failures(admin)), /raven/);
  const seen = await failures(outsider);
  assert.ok(seen.malformed > 0);
  assert.deepEqual(seen.messages, []);
});

/** Only users who may edit a stream may change its decorators, and no invalid stream id evades this check. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ConfigurableType } from '../../../../api/contract/config-fields.js';
import type { StoredDecorator } from '../../../../api/contract/decorators.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

const defaultStream = '000000000000000000000001';
const severity = {
  type: 'org.graylog2.decorators.SyslogSeverityMapperDecorator',
  config: { source_field: 'level', target_field: 'severity' },
  order: 0,
};

let server: TestServer;
let admin: string;
/** Session of a user who may edit decorators and read a single stream. */
let editor: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const role = {
    name: 'Stream editors',
    description: '',
    permissions: [
      'decorators:read',
      'decorators:create',
      'decorators:edit',
      `streams:read:${defaultStream}`,
      `streams:edit:${defaultStream}`,
    ],
  };
  assert.equal((await server.call('/roles', { method: 'POST', session: admin, json: role })).status, 201);
  editor = (await addPerson(server, admin, 'editor', [], ['Reader', 'Stream editors'])).session;
});
after(() => server.stop());

const send = (method: string, path: string, json: object | undefined, session = editor) =>
  server.call(`/search/decorators${path}`, { method, session, ...(json && { json }) });

test('users who may edit a stream can list, edit and delete its decorators', async () => {
  const created = await send('POST', '', { ...severity, stream: defaultStream, order: 1 });
  assert.equal(created.status, 200);
  const { id } = (await created.json()) as StoredDecorator;
  const first = (await (await send('POST', '', { ...severity, stream: defaultStream })).json()) as StoredDecorator;
  const list = (await (await send('GET', '', undefined)).json()) as StoredDecorator[];
  assert.deepEqual(
    list.map((decorator) => decorator.id),
    [first.id, id],
  );
  assert.equal((await send('PUT', `/${id}`, { ...severity, stream: defaultStream, order: 7 })).status, 200);
  assert.equal((await send('DELETE', `/${first.id}`, undefined)).status, 204);
  assert.equal((await send('DELETE', `/${first.id}`, undefined)).status, 404);
  const unknown = await send('POST', '', { ...severity, type: 'com.example.Nothing', stream: defaultStream });
  assert.equal(unknown.status, 400);
  assert.match(await unknown.text(), /Unknown decorator type com\.example\.Nothing/);
});

test('users who may only read decorators list them, and can neither create, change nor delete one', async () => {
  const reader = (await addPerson(server, admin, 'onlooker', ['decorators:read'])).session;
  const made = (await (await send('POST', '', severity, admin)).json()) as StoredDecorator;
  const listed = (await (await send('GET', '', undefined, reader)).json()) as StoredDecorator[];
  assert.ok(listed.some(({ id }) => id === made.id));
  const refused = [
    await send('POST', '', severity, reader),
    await send('PUT', `/${made.id}`, { ...severity, order: 9 }, reader),
    await send('DELETE', `/${made.id}`, undefined, reader),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403],
  );
  const kept = (await (await send('GET', '', undefined, admin)).json()) as StoredDecorator[];
  assert.equal(kept.find(({ id }) => id === made.id)?.order, 0);
  assert.equal((await send('DELETE', `/${made.id}`, undefined, admin)).status, 204);
});

test('decorator types have readable names', async () => {
  const types = (await (await send('GET', '/available', undefined)).json()) as Record<string, ConfigurableType>;
  assert.deepEqual(
    Object.entries(types).map(([key, { type, name, human_name: shown }]) => [key === type, name, shown]),
    ['Syslog Severity Mapper', 'Format String', 'Lookup Table', 'Hyperlink String', 'Pipeline Processor Decorator'].map(
      (name) => [true, name, name],
    ),
  );
});

test('the configuration of a decorator is validated against its type', async () => {
  const stored = async (type: string, config: object): Promise<StoredDecorator['config']> => {
    const made = await send('POST', '', { type: `org.graylog2.decorators.${type}`, config, stream: defaultStream });
    assert.equal(made.status, 200);
    return ((await made.json()) as StoredDecorator).config;
  };
  assert.deepEqual(await stored('SyslogSeverityMapperDecorator', {}), severity.config);
  assert.deepEqual(await stored('FormatStringDecorator', { format_string: '${a}', require_all_fields: 'true' }), {
    format_string: '${a}',
    require_all_fields: true,
    target_field: 'message',
  });
  for (const [type, config, problem] of [
    ['LinkFieldDecorator', { link_field: '' }, /link_field.* is mandatory/],
    ['LinkFieldDecorator', { link_field: 7 }, /link_field.* must be a text/],
    ['LinkFieldDecorator', { field: 'message' }, /no field .*field/],
    ['LookupTableDecorator', { source_field: 'a', target_field: 'b' }, /lookup_table_name.* is mandatory/],
    ['FormatStringDecorator', { require_all_fields: 'perhaps' }, /require_all_fields.* must be a boolean/],
  ] as const) {
    const refused = await send('POST', '', { type: `org.graylog2.decorators.${type}`, config, stream: defaultStream });
    assert.equal(refused.status, 400, type);
    assert.match(await refused.text(), problem);
  }
});

test('permission for a stream does not apply to ids that only begin with the id of the stream', async () => {
  for (const stream of [`${defaultStream}:anything`, '*', 'ffffffffffffffffffffffff']) {
    assert.equal((await send('POST', '', { ...severity, stream })).status, 403, stream);
    const query = { queries: [{ filter: { type: 'stream', id: stream }, search_types: [] }] };
    const search = await server.call('/views/search', { method: 'POST', session: editor, json: query });
    assert.equal(search.status, 403, stream);
    assert.deepEqual(((await search.json()) as { streams: string[] }).streams, [stream]);
  }
  const own = { queries: [{ filter: { type: 'stream', id: defaultStream }, search_types: [] }] };
  assert.equal((await server.call('/views/search', { method: 'POST', session: editor, json: own })).status, 201);
  // Moving a decorator to this stream is refused as well.
  const created = await send('POST', '', { ...severity, stream: defaultStream });
  const { id } = (await created.json()) as StoredDecorator;
  assert.equal((await send('PUT', `/${id}`, { ...severity, stream: `${defaultStream}:x` })).status, 403);
});

/**
 * Tests the catalogue of content packs: all entities, and selected entities with their dependencies (contract
 * catalog.*).
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ContentEntity, EntityExcerpt } from '../../../../api/contract/catalogue.schema.js';
import { storeDashboard } from '../../../e2e/stored-dashboard.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function send<T>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const response = await server.call(path, { method, session, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const resolve = async (entities: { id: string; type: { name: string; version: string } }[]) =>
  (await send<{ entities: ContentEntity[] }>('POST', '/system/catalog', { entities })).entities;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function newStream(title: string): Promise<string> {
  const { index_set_id } = await send<{ index_set_id: string }>('GET', '/streams/000000000000000000000001');
  const rules = [{ type: 1, field: 'source', value: 'web-1', inverted: false, description: 'r' }];
  const body = { title, description: 'Front end', index_set_id, rules, matching_type: 'OR' };
  return (await send<{ stream_id: string }>('POST', '/streams', body, 201)).stream_id;
}

test('the catalogue lists every exportable entity once with its type and title', async () => {
  const stream = await newStream('Web servers');
  const { entities } = await send<{ entities: EntityExcerpt[] }>('GET', '/system/catalog');
  assert.deepEqual(
    entities.find(({ id }) => id === stream),
    { id: stream, type: { name: 'stream', version: '1' }, title: 'Web servers' },
  );
  assert.ok(entities.some(({ type, title }) => type.name === 'grok_pattern' && title === 'SYSLOGBASE'));
  assert.equal(new Set(entities.map(({ id, type }) => `${type.name} ${id}`)).size, entities.length);
});

test('an exported stream has typed values, a new id and the version of the server', async () => {
  const id = await newStream('To be taken');
  const [entity, ...others] = await resolve([{ id, type: { name: 'stream', version: '1' } }]);
  assert.deepEqual(others, []);
  assert.match(entity?.id ?? '', uuid);
  assert.deepEqual(entity?.type, { name: 'stream', version: '1' });
  assert.deepEqual(entity?.constraints, [{ type: 'server-version', version: '>=5.1.8' }]);
  const text = (value: string) => ({ '@type': 'string', '@value': value });
  assert.deepEqual(entity?.data, {
    title: text('To be taken'),
    description: text('Front end'),
    disabled: { '@type': 'boolean', '@value': true },
    matching_type: text('OR'),
    stream_rules: [
      {
        type: text('EXACT'),
        field: text('source'),
        value: text('web-1'),
        inverted: { '@type': 'boolean', '@value': false },
        description: text('r'),
      },
    ],
    alert_conditions: [],
    alarm_callbacks: [],
    outputs: [],
    default_stream: { '@type': 'boolean', '@value': false },
    remove_matches: { '@type': 'boolean', '@value': false },
  });
});

test('an exported dashboard includes the streams of its widgets under new ids; system streams keep their ids', async () => {
  const stream = await newStream('Of a widget');
  const system = '000000000000000000000001';
  const { id } = await storeDashboard(server, session, 'Travels', [
    {
      title: 'Page',
      widgets: [
        { title: 'Count', config: {}, streams: [stream, system], position: { col: 1, row: 1, width: 4, height: 4 } },
      ],
    },
  ]);
  const entities = await resolve([{ id, type: { name: 'dashboard', version: '2' } }]);
  assert.deepEqual(entities.map(({ type }) => type.name).sort(), ['dashboard', 'stream']);
  const [dashboard, taken] = ['dashboard', 'stream'].map((name) => entities.find(({ type }) => type.name === name));
  const written = JSON.stringify(dashboard?.data);
  assert.ok(!written.includes(stream), 'the pack does not contain the stream id of this server');
  assert.ok(written.includes(taken?.id ?? 'nothing'), 'the widget names the stream of the pack');
  assert.ok(written.includes(system));
});

test('an exported grok pattern includes the patterns to which it refers', async () => {
  const { patterns } = await send<{ patterns: { id: string; name: string }[] }>('GET', '/system/grok');
  const { id } = patterns.find(({ name }) => name === 'SYSLOGBASE') ?? { id: '' };
  const entities = await resolve([{ id, type: { name: 'grok_pattern', version: '1' } }]);
  const names = entities.map(({ data }) => (data as { name: string }).name);
  assert.ok(names.includes('SYSLOGBASE') && names.includes('SYSLOGTIMESTAMP') && names.includes('MONTH'), names.join());
});

test('missing entities are refused by id; system streams and secrets are not exported', async () => {
  assert.deepEqual(await resolve([{ id: '000000000000000000000001', type: { name: 'stream', version: '1' } }]), []);
  for (const [id, name] of [
    ['nowhere', 'stream'],
    ['__proto__', 'dashboard'],
    ['x', 'constructor'],
  ]) {
    const body = { entities: [{ id, type: { name, version: '1' } }] };
    const { message } = await send<{ message: string }>('POST', '/system/catalog', body, 400);
    assert.equal(message, `There is no ${name} of the id ${JSON.stringify(id)}.`);
  }
  await send('POST', '/system/catalog', { entities: [{ id: 5 }] }, 400);
  const { id } = await send<{ id: string }>(
    'POST',
    '/system/inputs',
    {
      title: 'Secret',
      type: 'org.graylog2.inputs.raw.tcp.RawTCPInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port: 65_000, tls_key_password: 'a hidden word' },
    },
    201,
  );
  const [input] = await resolve([{ id, type: { name: 'input', version: '1' } }]);
  assert.equal(input?.type.name, 'input');
  assert.ok(!JSON.stringify(input).includes('a hidden word'));
});

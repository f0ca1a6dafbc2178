/** Responses on which clients of a reference server rely equal those of version 5.1.9. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { indexSetBody } from '../../../index-set-body.js';
import { startTestServer, type TestServer } from '../../../server.js';

let server: TestServer;
let session: string;
let indexSetId: string;
const get = async <T>(path: string): Promise<T> => (await (await server.call(path, { session })).json()) as T;
const send = async (method: string, path: string, json: unknown) => {
  const response = await server.call(path, { method, session, json });
  return { status: response.status, body: JSON.parse((await response.text()) || 'null') as Record<string, unknown> };
};

before(async () => {
  server = await startTestServer();
  session = await server.login();
  indexSetId = (await get<{ index_set_id: string }>('/streams/000000000000000000000001')).index_set_id;
});
after(() => server.stop());

test('refusals have the form of the reference server', async () => {
  const named = (body: Record<string, unknown>) => Object.keys((body['validation_errors'] ?? {}) as object);
  const stream = await send('POST', '/streams', { title: ' ', index_set_id: indexSetId });
  assert.deepEqual([stream.status, stream.body['type'], named(stream.body)], [400, 'ValidationApiError', ['title']]);
  const role = await send('POST', '/roles', { name: '', permissions: [] });
  assert.deepEqual([role.status, role.body['type'], named(role.body)], [400, 'ValidationApiError', ['name']]);
  for (const grok of [
    { name: 'A B', pattern: 'a' },
    { name: 'AB', pattern: '%{NOPE:x}' },
    { name: 'INT', pattern: 'a' },
  ]) {
    const { status, body } = await send('POST', '/system/grok', grok);
    assert.deepEqual([status, body['type'], named(body)], [400, 'ValidationApiError', ['_']], grok.name);
  }
  const set = await send('POST', '/system/indices/index_sets', { ...indexSetBody('Twice', 'messages_more') });
  assert.deepEqual([set.status, set.body['type']], [400, 'ApiError']);
  assert.match(String(set.body['message']), /"messages_more" would collide with "messages"/);
});

test('a known path with another method is answered with 405 and the permitted methods', async () => {
  const wrong = await server.call('/streams/000000000000000000000001', { method: 'PATCH', session });
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'DELETE, GET, PUT']);
  assert.equal((await server.call('/streams', { method: 'DELETE', session })).status, 405);
  assert.equal((await server.call('/nothing/of/this', { method: 'POST', session })).status, 404);
});

test('a request by HEAD is answered with the status and the headers of the same request by GET, and without a body', async () => {
  const named = [
    'content-type',
    'content-length',
    'content-security-policy',
    'cache-control',
    'www-authenticate',
    'allow',
  ];
  const paths = ['/', '/system', '/streams', '/streams/000000000000000000000001', '/streams/0'];
  for (const who of [{ session }, {}])
    for (const path of paths) {
      const [head, whole] = await Promise.all([
        server.call(path, { method: 'HEAD', ...who }),
        server.call(path, { method: 'GET', ...who }),
      ]);
      const seen = ({ status, headers }: Response) => [status, ...named.map((name) => headers.get(name))];
      assert.deepEqual([await head.text(), ...seen(head)], ['', ...seen(whole)], `${path} ${'session' in who}`);
      await whole.text();
    }
  const status = async (path: string) => (await server.call(path, { method: 'HEAD', session })).status;
  assert.deepEqual([await status('/streams/000000000000000000000001/clone'), await status('/nothing')], [405, 404]);
});

test('the default deflector, index templates, statistics and the built-in administrator have the members that clients read', async () => {
  const deflector = await get('/system/deflector');
  assert.deepEqual(deflector, await get(`/system/deflector/${indexSetId}`));
  const { template } = await get<{ template: { mappings: { properties: Record<string, { type: string }> } } }>(
    `/system/indexer/indices/templates/${indexSetId}`,
  );
  assert.deepEqual(
    ['message', 'timestamp'].map((name) => template.mappings.properties[name]?.type),
    ['text', 'date'],
  );
  const { interfaces } = await get<{ interfaces: Record<string, { interface_stats: Record<string, number> }> }>(
    '/system/stats/network',
  );
  for (const { interface_stats: stats } of Object.values(interfaces)) {
    assert.equal(typeof stats['rx_bytes'], 'number');
    assert.equal(typeof stats['tx_bytes'], 'number');
  }
  assert.equal(typeof (await get<{ timezone: unknown }>('/users/admin')).timezone, 'string');
});

test('an extractor in the form of a public client is accepted, and its timers are zero before it ran', async () => {
  const input = {
    title: 'I',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    configuration: { bind_address: '127.0.0.1', port: 0 },
  };
  const { id } = (await send('POST', '/system/inputs', input)).body;
  const path = `/system/inputs/${String(id)}/extractors`;
  const extractor = {
    title: 'E',
    cut_or_copy: 'copy',
    source_field: 'message',
    target_field: 'n',
    extractor_type: 'copy_input',
    extractor_config: {},
    converters: { numeric: {} },
    condition_type: 'none',
    condition_value: '',
    order: null,
  };
  assert.equal((await send('POST', path, extractor)).status, 201);
  const [made] = (await get<{ extractors: Record<string, unknown>[] }>(path)).extractors;
  assert.deepEqual(
    [made?.['cursor_strategy'], made?.['converters'], made?.['order']],
    ['copy', [{ type: 'numeric', config: {} }], 0],
  );
  const { total } = made?.['metrics'] as { total: { rate: { total: number }; time: { mean: number } } };
  assert.deepEqual([total.rate.total, total.time.mean], [0, 0]);
});

test('rotating an empty index creates the next index', async () => {
  const made = await send('POST', '/system/indices/index_sets', indexSetBody('Empty', 'empty'));
  assert.equal(made.status, 200);
  const id = String(made.body['id']);
  const current = async () => (await get<{ current_target: string }>(`/system/deflector/${id}`)).current_target;
  assert.equal(await current(), 'empty_0');
  assert.equal((await send('POST', `/system/deflector/${id}/cycle`, undefined)).status, 204);
  assert.equal(await current(), 'empty_1');
});

test('defaults of index sets are saved, and rotation_strategy then equals the saved rotation_strategy_config', async () => {
  const path = '/system/cluster_config/org.graylog2.configuration.IndexSetsDefaultConfiguration';
  const {
    rotation_strategy: _rotation,
    retention_strategy: _retention,
    ...rest
  } = await get<Record<string, object>>(path);
  const rotation_strategy_config = { ...rest['rotation_strategy_config'], index_lifetime_max: 'P50D' };
  const saved = await send('PUT', '/system/indices/index_set_defaults', { ...rest, rotation_strategy_config });
  assert.equal(saved.status, 200);
  assert.deepEqual(saved.body['rotation_strategy'], rotation_strategy_config);
});

/**
 * A real server applies and watches a provisioning folder, makes its objects read-only, and exports and plans changes.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exitOf, spawnServer, startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';

let folder: string;
let server: TestServer;
let session: string;
let token: string;

const put = async (name: string, text: string): Promise<void> => {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), text);
};
const stream = (value: string): string =>
  `type: stream\ndata:\n  title: Web\n  matching_type: OR\n  stream_rules:\n    - type: EXACT\n      field: source\n      value: ${value}\n`;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-console-provision-'));
  await put('streams/web.yaml', stream('web-1'));
  await put(
    'events/many.yaml',
    'type: event_definition\ndata:\n  title: Many\n  alert: true\n  config: { type: aggregation-v1, query: failed, streams: [Web], group_by: [], series: [], conditions: { expression: null }, search_within_ms: 60000, execute_every_ms: 60000 }\n  notifications: [{ notification_id: Hook }]\n',
  );
  await put(
    'notifications/hook.json',
    '{"type":"notification","data":{"title":"Hook","config":{"type":"http-notification-v1","url":"${HOOK_URL}"}}}',
  );
  await put(
    'config/list.yaml',
    'type: cluster_config\ndata:\n  class: org.graylog2.system.urlwhitelist.UrlWhitelist\n  value: { entries: [{ id: a, type: literal, title: a, value: "http://127.0.0.1:1/" }], disabled: false }\n',
  );
  await put(
    'roles/operators.yaml',
    'type: role\ndata:\n  name: Operators\n  description: People on call\n  permissions: ["streams:read"]\n',
  );
  await put(
    'users/anna.yaml',
    'type: user\ndata:\n  username: anna\n  email: anna@example.org\n  first_name: Anna\n  last_name: Berg\n  timezone: UTC\n  session_timeout_ms: 3600000\n  service_account: false\n  startpage: null\n  roles: [Operators, Reader]\n  status: enabled\n  password: ${ANNA_PASSWORD}\n',
  );
  await put(
    'lookup/office.yaml',
    'type: lookup_cache\ndata:\n  name: office\n  title: Names of the office\n  description: ""\n  configuration: { type: guava_cache, max_size: 10, expire_after_access: 60, expire_after_access_unit: SECONDS, expire_after_write: 0, expire_after_write_unit: null }\n',
  );
  await put('grok/word.yaml', 'type: grok_pattern\ndata: { name: SHORTWORD, pattern: "[a-z]{1,3}" }\n');
  await put(
    'pipelines/names.yaml',
    'type: pipeline_rule\ndata:\n  title: Names\n  description: ""\n  source: |\n    rule "Names"\n    when true\n    then set_field("name", lookup_value("people", "anna"));\n    end\n',
  );
  await put(
    'pipelines/mark.yaml',
    'type: pipeline\ndata:\n  title: Mark\n  description: ""\n  source: |\n    pipeline "Mark"\n    stage 0 match either\n      rule "Names"\n    end\n  connected_streams: [Web]\n',
  );
  await put('sidecars/site.yaml', 'type: sidecar_variable\ndata: { name: site, content: north }\n');
  await put(
    'sidecars/web.yaml',
    'type: sidecar_collector_configuration\ndata:\n  collector_id: filebeat (linux)\n  title: Web hosts\n  color: "#112233"\n  template: at ${user.site}\n  tags: [web]\n  assignment_rule: os:linux\n',
  );
  server = await startTestServer({
    args: ['--provision', folder],
    environment: { HOOK_URL: 'http://127.0.0.1:1/', ANNA_PASSWORD: 'a long password of anna' },
  });
  session = await server.login();
  const made = await server.call('/users/local:admin/tokens/plan', { method: 'POST', session });
  ({ token } = (await made.json()) as { token: string });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function ask<T>(method: string, path: string, json?: unknown, status = 200): Promise<T> {
  const response = await server.call(path, { method, session, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text} ${server.output().stderr.slice(-2000)}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
interface Stream {
  id: string;
  title: string;
  rules: { value: string }[];
}
const web = async (): Promise<Stream | undefined> =>
  (await ask<{ streams: Stream[] }>('GET', '/streams')).streams.find(({ title }) => title === 'Web');

async function command(...args: string[]): Promise<string> {
  const child = spawnServer([...args, '--here', server.url], {
    LOG_CONSOLE_TOKEN: token,
    HOOK_URL: 'http://127.0.0.1:1/',
    ANNA_PASSWORD: 'x',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await exitOf(child);
  return `${code ?? 'none'} ${output}`;
}

test('the provisioning folder is applied at startup with references by name and secrets from the environment', async () => {
  const found = await web();
  assert.deepEqual(
    found?.rules.map(({ value }) => value),
    ['web-1'],
  );
  const { event_definitions: events } = await ask<{
    event_definitions: { title: string; config: { streams: string[] } }[];
  }>('GET', '/events/definitions');
  assert.deepEqual(events.find(({ title }) => title === 'Many')?.config.streams, [found?.id]);
  const anna = await server.login('anna', 'a long password of anna');
  assert.ok(anna);
});

test('provisioned entities cannot be changed in the console', async () => {
  const id = (await web())?.id ?? '';
  const { message } = await ask<{ message: string }>('PUT', `/streams/${id}`, { title: 'Mine' }, 400);
  assert.equal(
    message,
    '"Web" is provisioned by the file streams/web.yaml, so it cannot be changed here: change the file.',
  );
  await ask('DELETE', `/streams/${id}`, undefined, 400);
  const bulk = await server.call('/streams/bulk_delete', { method: 'POST', session, json: { entity_ids: [id] } });
  assert.equal(bulk.status, 400);
  const { objects } = await ask<{ objects: { type: string; id: string; file: string }[] }>(
    'GET',
    '/system/provisioned',
  );
  assert.ok(objects.some((one) => one.type === 'stream' && one.id === id && one.file === 'streams/web.yaml'));
  assert.ok(
    objects.some((one) => one.type === 'role' && one.id === 'Operators'),
    'a provisioned role is listed under its name',
  );
});

test('no other address of a provisioned entity changes it', async () => {
  const id = (await web())?.id ?? '';
  const { roles } = await ask<{ roles: { id: string; name: string }[] }>('GET', '/authz/roles?per_page=0');
  const roleOf = (wanted: string) => roles.find(({ name }) => name === wanted)?.id ?? '';
  const [set] = (await ask<{ index_sets: { id: string }[] }>('GET', '/system/indices/index_sets')).index_sets;
  const cache = {
    ...{ name: 'office', title: 'Mine', description: '' },
    config: { type: 'guava_cache', max_size: 1, expire_after_access: 1, expire_after_write: 1 },
  };
  const calls: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['PUT', `/streams/indexSet/${set?.id}`, [id]],
    ['PUT', '/system/lookup/caches/office', cache],
    ['DELETE', '/system/lookup/caches/office'],
    ['PUT', '/system/urlwhitelist', { entries: [], disabled: true }],
    ['PUT', '/roles/Operators', { name: 'Operators', description: 'Mine', permissions: [] }],
    ['DELETE', '/roles/Operators'],
    ['DELETE', `/authz/roles/${roleOf('Operators')}`],
    ['PUT', '/users/anna/permissions', { permissions: [] }],
    ['PUT', `/authz/roles/${roleOf('Operators')}/assignees`, ['anna']],
    ['PUT', `/authz/roles/${roleOf('Admin')}/assignees`, ['anna']],
    ['DELETE', `/authz/roles/${roleOf('Reader')}/assignee/anna`],
  ];
  for (const [method, path, body] of calls) {
    const { message } = await ask<{ message: string }>(method, path, body, 400);
    assert.match(message, /is provisioned by the file/, `${method} ${path}`);
  }
});

test('provisioned pipelines and patterns cannot be changed by connections or imports', async () => {
  const stream_id = (await web())?.id ?? '';
  const pipelines = await ask<{ id: string; title: string }[]>('GET', '/system/pipelines/pipeline');
  const pipeline_id = pipelines.find(({ title }) => title === 'Mark')?.id ?? '';
  const own = { title: 'Own', description: '', source: 'pipeline "Own"\nstage 0 match either\nend' };
  const { id: ownId } = await ask<{ id: string }>('POST', '/system/pipelines/pipeline', own);
  const at = '/system/pipelines/connections';
  const patterns = [{ name: 'SHORTWORD', pattern: 'x' }];
  const calls: readonly (readonly [method: string, path: string, body: unknown])[] = [
    ['POST', `${at}/to_pipeline`, { pipeline_id, stream_ids: [] }],
    ['POST', `${at}/to_stream`, { stream_id, pipeline_ids: [] }],
    ['POST', `${at}/to_stream`, { stream_id: '000000000000000000000001', pipeline_ids: [pipeline_id] }],
    ['PUT', '/system/grok?import-strategy=REPLACE_ON_CONFLICT', { patterns }],
    ['PUT', '/system/grok?import-strategy=DROP_ALL_EXISTING', { patterns: [{ name: 'OTHER', pattern: 'x' }] }],
  ];
  for (const [method, path, body] of calls) {
    const { message } = await ask<{ message: string }>(method, path, body, 400);
    assert.match(message, /is provisioned by the file/, `${method} ${path}`);
  }
  const text = await fetch(`${server.url}/api/system/grok?import-strategy=REPLACE_ON_CONFLICT`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${token}:token`)}`,
      'x-requested-by': 'test',
      'content-type': 'text/plain',
    },
    body: '# short words\nSHORTWORD y',
  });
  assert.deepEqual([text.status, /is provisioned by the file grok/.test(await text.text())], [400, true]);
  // A stream that a provisioned pipeline uses can be connected with other pipelines, and other patterns can be
  // imported.
  await ask('POST', `${at}/to_stream`, { stream_id, pipeline_ids: [pipeline_id, ownId] });
  await ask('PUT', '/system/grok', { patterns: [{ name: 'OTHERWORD', pattern: 'x' }] }, 202);
  await ask('POST', `${at}/to_stream`, { stream_id, pipeline_ids: [pipeline_id] });
  await ask('DELETE', `/system/pipelines/pipeline/${ownId}`, undefined, 204);
});

test('a lookup table that a provisioned rule uses keeps its name, and the rule can have tests', async () => {
  const adapter = { name: 'people-rows', title: 'People', description: '', config: { type: 'stored_table' } };
  const { id: data_adapter_id } = await ask<{ id: string }>('POST', '/system/lookup/adapters', adapter);
  const { id: cache_id } = await ask<{ id: string }>('GET', '/system/lookup/caches/office');
  const table = {
    ...{ name: 'people', title: 'People', description: '', cache_id, data_adapter_id },
    ...{ default_single_value: '', default_single_value_type: 'NULL' },
    ...{ default_multi_value: '', default_multi_value_type: 'NULL' },
  };
  const { id } = await ask<{ id: string }>('POST', '/system/lookup/tables', table);
  const renamed = { ...table, id, name: 'staff' };
  const { message } = await ask<{ message: string }>('PUT', `/system/lookup/tables/${id}?rewrite=true`, renamed, 409);
  assert.match(message, /used by "Names", which is provisioned by the file pipelines\/names\.yaml/);
  const rules = await ask<{ id: string; title: string; source: string }[]>('GET', '/system/pipelines/rule');
  const rule = rules.find(({ title }) => title === 'Names');
  assert.match(rule?.source ?? '', /"people"/);
  await ask('PUT', `/system/pipelines/rule/${rule?.id}/tests`, { tests: [] });
  await ask('DELETE', `/system/lookup/tables/${id}`);
});

test('a provisioned user keeps tokens, preferences and sessions, and a provisioned stream can be copied', async () => {
  const anna = await server.login('anna', 'a long password of anna');
  const as = async (method: string, path: string, json: object): Promise<number> =>
    (await server.call(path, { method, session: anna, json })).status;
  const { id: annaId } = await ask<{ id: string }>('GET', '/users/anna');
  assert.equal(await as('PUT', '/users/anna/preferences', { preferences: { themeMode: 'dark' } }), 204);
  assert.equal(await as('POST', `/users/${annaId}/tokens/mine`, {}), 200);
  await ask('DELETE', `/users/${annaId}/sessions`, undefined, 204);
  const [set] = (await ask<{ index_sets: { id: string }[] }>('GET', '/system/indices/index_sets')).index_sets;
  const { stream_id: copy } = await ask<{ stream_id: string }>(
    'POST',
    `/streams/${(await web())?.id}/clone`,
    { title: 'Copy of web', description: '', index_set_id: set?.id, remove_matches_from_default_stream: false },
    201,
  );
  await ask('DELETE', `/streams/${copy}`, undefined, 204);
});

test('sidecar configurations are provisioned with their variables, tags and rules, and cannot be changed over the API', async () => {
  interface Configuration {
    id: string;
    name: string;
    tags: string[];
    assignment_rule: string;
  }
  const { configurations } = await ask<{ configurations: Configuration[] }>('GET', '/sidecar/configurations');
  const made = configurations.find(({ name }) => name === 'Web hosts');
  assert.deepEqual([made?.tags, made?.assignment_rule], [['web'], 'os:linux']);
  const [variable] = await ask<{ id: string; name: string }[]>('GET', '/sidecar/configuration_variables');
  assert.equal(variable?.name, 'site');
  await ask('DELETE', `/sidecar/configurations/${made?.id ?? ''}`, undefined, 400);
  const address = `/sidecar/configuration_variables/${variable?.id ?? ''}`;
  const changed = { id: variable?.id, name: 'site', content: 'south' };
  const { message } = await ask<{ message: string }>('PUT', address, changed, 400);
  assert.match(message, /provisioned by the file sidecars\/site\.yaml/);
});

test('a plan of the exported provisioning folder contains no change', async () => {
  const out = join(folder, '.out');
  assert.match(await command('export', '--all', out), /^0 /);
  assert.ok((await readdir(join(out, 'stream'))).includes('web.yaml'));
  const { mode } = await stat(join(out, 'stream', 'web.yaml'));
  assert.equal(
    mode & 0o777,
    0o600,
    'only the owner may read exported files, because they may contain webhook addresses',
  );
  const output = await command('plan', out);
  assert.match(output, /^0 Nothing to change: \d+ objects are as the files say\.\n$/);
});

test('the server applies a changed file, ignores an invalid file, and deletes the object of a deleted file', async () => {
  // Folders whose names begin with a dot are not read.
  await put('.next/streams/web.yaml', stream('web-2'));
  assert.match(
    await command('plan', join(folder, '.next')),
    /^0 change stream "Web" \(streams\/web\.yaml\): stream_rules\n/,
  );
  await put('streams/web.yaml', stream('web-2'));
  await until('the changed file is applied', async () => (await web())?.rules[0]?.value === 'web-2');
  await put('streams/web.yaml', stream('web-3'));
  await put('streams/broken.yaml', 'type: stream\ndata:\n  title: Broken\n  stream_rules:\n    - type: NONE\n');
  await until('the error of the broken file is logged', () =>
    /streams\/broken\.yaml:5: stream_rules\[0\]\.type: there is no stream rule type/.test(server.output().stderr),
  );
  // A reference to an object that does not exist is named with the file and the line.
  await put('streams/broken.yaml', 'type: stream\ndata:\n  title: Broken\n  outputs:\n    - Nowhere\n');
  await until('the missing reference of the file is logged', () =>
    /streams\/broken\.yaml:5: outputs: neither a file nor the server has the output \\?"Nowhere\\?"/.test(
      server.output().stderr,
    ),
  );
  assert.equal((await web())?.rules[0]?.value, 'web-2');
  await rm(join(folder, 'streams/broken.yaml'));
  await until('the corrected folder is applied', async () => (await web())?.rules[0]?.value === 'web-3');
  await rm(join(folder, 'events/many.yaml'));
  await until('the event definition is gone', async () => {
    const { event_definitions: events } = await ask<{ event_definitions: { title: string }[] }>(
      'GET',
      '/events/definitions',
    );
    return !events.some(({ title }) => title === 'Many');
  });
});

// Tests the classes of the cluster configuration: defaults, validation errors and permissions.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { configClasses, processors } from '../../../../api/contract/cluster-config-classes.js';
import type { ConfigKey } from '../../../../api/contract/cluster-config.schema.js';
import { ClusterConfigs } from '../../../../host/server/cluster-config.js';
import { isUrlAllowed } from '../../../../host/server/outgoing/url-allow-list.js';
import { openDocuments } from '../../../../host/server/store/documents.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { addPerson } from '../people.js';

let server: TestServer;
let admin: string;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
});
after(() => server.stop());

type Body = Record<string, unknown>;
const pathOf = (key: ConfigKey) => `/system/cluster_config/${configClasses[key].name}`;
const send = (method: string, path: string, json?: unknown, session = admin) =>
  server.call(path, { method, session, ...(json !== undefined && { json }) });
const read = async (key: ConfigKey): Promise<Body> => (await (await send('GET', pathOf(key))).json()) as Body;

async function refusal(key: ConfigKey, change: Body): Promise<string> {
  const response = await send('PUT', pathOf(key), { ...configClasses[key].defaults, ...change });
  assert.equal(response.status, 400, JSON.stringify(change));
  return ((await response.json()) as { message: string }).message;
}

test('the server lists every configuration class with its defaults, and accepts the returned values', async () => {
  const { classes, total } = (await (await send('GET', '/system/cluster_config')).json()) as Body;
  assert.deepEqual(
    classes,
    Object.values(configClasses)
      .map(({ name }) => name)
      .sort(),
  );
  assert.equal(total, Object.keys(configClasses).length);
  for (const key of Object.keys(configClasses) as ConfigKey[]) {
    const { defaults, absentUntilSaved, readOnly, name } = configClasses[key];
    const first = await send('GET', pathOf(key));
    assert.equal(first.status, absentUntilSaved ? 204 : 200, name);
    if (readOnly) {
      assert.match(((await first.json()) as { cluster_id: string }).cluster_id, /^[0-9a-f-]{36}$/);
      assert.equal((await send('PUT', pathOf(key), defaults)).status, 400, name);
      continue;
    }
    if (!absentUntilSaved) assert.deepEqual(await first.json(), defaults, name);
    const saved = await send('PUT', pathOf(key), absentUntilSaved ? {} : await read(key));
    assert.equal(saved.status, 202, name);
    assert.deepEqual(await saved.json(), defaults, name);
    assert.equal((await send('DELETE', pathOf(key))).status, 204, name);
    assert.equal((await send('GET', pathOf(key))).status, absentUntilSaved ? 204 : 200, name);
  }
});

test('values of a configuration class that are out of bounds are refused with the name of the field', async () => {
  const wrong: [ConfigKey, Body, RegExp][] = [
    ['searches', { query_time_range_limit: 'a day' }, /"query_time_range_limit": "a day" is not an ISO 8601 duration/],
    ['searches', { auto_refresh_timerange_options: { 'PT0.5S': 'x' } }, /"auto_refresh_timerange_options": .* shorter/],
    ['searches', { relative_timerange_options: [] }, /relative_timerange_options/],
    ['searches', { default_auto_refresh_option: 'PT7S' }, /"default_auto_refresh_option": must be one of/],
    ['users', { global_session_timeout_interval: 'PT0S' }, /"global_session_timeout_interval": PT0S is shorter/],
    ['sharing', { allow_sharing_with_users: 'yes' }, /"allow_sharing_with_users"/],
    ['events', { events_search_timeout: 999 }, /"events_search_timeout"/],
    ['events', { events_notification_default_backlog: -1 }, /"events_notification_default_backlog"/],
    ['sidecars', { sidecar_expiration_threshold: 'PT59S' }, /"sidecar_expiration_threshold": PT59S is shorter/],
    ['sidecars', { sidecar_update_interval: 'PT1M' }, /"sidecar_update_interval": must be shorter than both/],
    ['indexSets', { shards: 0 }, /"shards"/],
    ['indexSets', { rotation_strategy_config: {} }, /"rotation_strategy_config/],
    ['geoIp', { enabled: true, city_db_path: ' ' }, /"city_db_path": must not be empty/],
    ['geoIp', { refresh_interval_unit: 'WEEKS' }, /"refresh_interval_unit"/],
    ['allowList', { entries: [{ id: '1', type: 'glob', title: '', value: '' }] }, /"entries\.0/],
    ['messageProcessors', { processor_order: [1] }, /"processor_order\.0"/],
  ];
  for (const [key, change, message] of wrong) assert.match(await refusal(key, change), message);
  assert.deepEqual(await read('searches'), configClasses.searches.defaults);
});

test('the server ignores unknown members of a configuration class, and keeps alias members equal', async () => {
  const rotation_strategy_config = { type: 'a.Config', rotation_period: 'P1D' };
  const json = { rotation_strategy_config, field_type_refresh_interval_unit: 'minutes', other: 1, shards: null };
  const saved = (await (await send('PUT', pathOf('indexSets'), json)).json()) as Body;
  assert.deepEqual(saved['rotation_strategy'], rotation_strategy_config);
  assert.equal(saved['field_type_refresh_interval_unit'], 'MINUTES');
  assert.equal(saved['shards'], 1);
  assert.ok(!('other' in saved));
  assert.deepEqual(await read('indexSets'), saved);
  assert.equal((await send('DELETE', pathOf('indexSets'))).status, 204);
});

test('a stored secret is returned as a placeholder; sending the placeholder keeps the secret', async () => {
  const config = { lookups_enabled: true, access_key: 'name', secret_key: 'the secret' };
  const saved = await (await send('PUT', pathOf('aws'), config)).text();
  assert.match(saved, /"secret_key":"<password set>"/);
  assert.deepEqual(await read('aws'), JSON.parse(saved));
  const again = await send('PUT', pathOf('aws'), { ...(await read('aws')), access_key: 'other' });
  assert.equal(again.status, 202);
  assert.equal((await read('aws'))['secret_key'], '<password set>');
  assert.equal((await send('PUT', pathOf('aws'), { ...config, secret_key: '' })).status, 202);
  assert.equal((await read('aws'))['secret_key'], '');
});

test('the server itself reads a secret, also after it was kept by its placeholder', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-config-'));
  context.after(() => rm(directory, { recursive: true, force: true }));
  const documents = await openDocuments({ directory });
  context.after(() => documents.close());
  const config = new ClusterConfigs(documents, 'id');
  const { name } = configClasses.aws;
  await config.put(name, { secret_key: 'the secret' });
  await config.put(name, { ...config.shown(name), access_key: 'other' });
  assert.deepEqual([config.get('aws').secret_key, config.get('aws').access_key], ['the secret', 'other']);
});

test('a configuration class with a permission of its own can be read and changed only with that permission', async () => {
  const rights = ['clusterconfigentry:read', 'clusterconfigentry:create', 'clusterconfigentry:edit'];
  const person = await addPerson(server, admin, 'configurer', [...rights, 'clusterconfigentry:delete']);
  const calls: [string, ConfigKey, unknown, number][] = [
    ['GET', 'allowList', undefined, 403],
    ['PUT', 'allowList', { entries: [], disabled: true }, 403],
    ['DELETE', 'allowList', undefined, 403],
    ['GET', 'events', undefined, 200],
    ['PUT', 'events', {}, 202],
  ];
  for (const [method, key, json, status] of calls)
    assert.equal(
      (await send(method, pathOf(key), json, person.session)).status,
      status,
      `${method} of the class ${key} has the expected status`,
    );
});

test('the server returns the schema of a configuration class on request', async () => {
  const headers = { Accept: 'application/schema+json' };
  const answer = await server.call(pathOf('sharing'), { session: admin, headers });
  const { type, required } = (await answer.json()) as Body;
  assert.deepEqual([type, required], ['object', Object.keys(configClasses.sharing.defaults)]);
});

const listed = (values: readonly string[], type: 'literal' | 'regex' = 'regex') => ({
  entries: values.map((value, at) => ({ id: `${at}`, title: `Entry ${at}`, type, value })),
  disabled: false,
});

test('any signed-in user may ask whether an address is allowed', async () => {
  const person = await addPerson(server, admin, 'asker', []);
  const check = async (url: string) => {
    const answer = await send('POST', '/system/urlwhitelist/check', { url }, person.session);
    assert.equal(answer.status, 200);
    return (await answer.json()) as Body;
  };
  const put = async (list: object) => assert.equal((await send('PUT', '/system/urlwhitelist', list)).status, 204);
  const url = 'https://a.example/x?ip=1';
  assert.deepEqual(await check(url), { url, is_whitelisted: false });
  const literals = listed(['https://b.example/', url], 'literal');
  await put(literals);
  const allowed = async (address: string) => (await check(address))['is_whitelisted'];
  assert.deepEqual(
    [await allowed(url), await allowed(`${url}2`), await allowed('https://b.example')],
    [true, false, false],
  );
  await put({ ...literals, disabled: true });
  assert.equal(await allowed('http://anything.example/'), true);
  const wrong = await send('PUT', '/system/urlwhitelist', listed(['a', '(?=not java']));
  assert.equal(wrong.status, 400);
  const refusal = (await wrong.json()) as { message: string; validation_errors: Body };
  assert.match(refusal.message, /"entries\.1\.value": is not a valid regular expression/);
  assert.deepEqual(Object.keys(refusal.validation_errors), ['entries.1.value']);
  const [entry] = listed([url], 'literal').entries;
  for (const [change, field, problem] of [
    [{ title: ' ' }, 'title', 'must not be empty.'],
    [{ title: '', type: 'regex' }, 'title', 'must not be empty.'],
    [{ value: '' }, 'value', 'must be an address of http or https.'],
    [{ value: 'a.example/x' }, 'value', 'must be an address of http or https.'],
    [{ value: 'file:///etc/passwd' }, 'value', 'must be an address of http or https.'],
    [{ value: 'javascript:alert(1)' }, 'value', 'must be an address of http or https.'],
  ] as const) {
    const refused = await send('PUT', '/system/urlwhitelist', {
      entries: [entry, { ...entry, ...change }],
      disabled: false,
    });
    const errors = ((await refused.json()) as { validation_errors: Body }).validation_errors;
    assert.deepEqual([refused.status, errors], [400, { [`entries.1.${field}`]: [{ error: problem }] }]);
  }
  await put(listed(['^\\Qhttps://a.example/x?ip=\\E.*?$', 'c\\.example']));
  assert.deepEqual(
    [await allowed(url), await allowed('https://a.example/y'), await allowed('https://c.example/')],
    [true, false, true],
  );
  await put(listed([]));
  const long = await send('POST', '/system/urlwhitelist/check', { url: `https://a.example/${'x'.repeat(2048)}` });
  assert.equal(long.status, 400);
});

test('patterns that are too expensive allow no address; other patterns still apply', async () => {
  const url = 'https://a.example/';
  assert.equal(await isUrlAllowed(listed(['(a{9}|.{99}){99}|a']), url), false);
  assert.equal(await isUrlAllowed(listed([`a|${'b'.repeat(1000)}`]), url), false);
  const many = Array.from({ length: 2000 }, (_unused, at) => `b{900}${at}`);
  assert.equal(await isUrlAllowed(listed([...many, `a|b{900}`]), url), false);
  assert.equal(await isUrlAllowed(listed(['a\\.example', ...many]), url), true);
});

test('an allow-list that is too large is refused', async () => {
  const refused = async (list: object, reason: RegExp) => {
    const answer = await send('PUT', pathOf('allowList'), list);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), reason);
  };
  await refused(listed(Array.from({ length: 1001 }, () => 'https://a.example/')), /more than 1000 entries/);
  await refused(listed(Array.from({ length: 900 }, (_unused, at) => `b{300}${at}`)), /too large together/);
  await refused(listed(['']), /must not be empty/);
});

test('a pattern that is generated from an address allows only that address', async () => {
  const person = await addPerson(server, admin, 'maker', []);
  const made = async (url_template: string, placeholder?: string | null) => {
    const answer = await send(
      'POST',
      '/system/urlwhitelist/generate_regex',
      { url_template, placeholder },
      person.session,
    );
    assert.equal(answer.status, 200);
    return ((await answer.json()) as { regex: string }).regex;
  };
  assert.equal(
    await made('https://api.example.org/v1?ip=${key}&x=1', '${key}'),
    '^\\Qhttps://api.example.org/v1?ip=\\E.*?\\Q&x=1\\E$',
  );
  const plain = 'https://a.example/(.*)[x]\\E?b=c';
  for (const regex of [await made(plain), await made(plain, null), await made(plain, '')]) {
    assert.equal(await isUrlAllowed(listed([regex]), plain), true, regex);
    assert.equal(await isUrlAllowed(listed([regex]), `${plain}d`), false);
    assert.equal(await isUrlAllowed(listed([regex]), 'https://a.example/yyx'), false);
  }
  const ending = await made('https://a.example/${key}', '${key}');
  assert.equal(await isUrlAllowed(listed([ending]), 'https://a.example/what'), true);
  const long = await send('POST', '/system/urlwhitelist/generate_regex', { url_template: 'x'.repeat(3000) });
  assert.equal(long.status, 400);
});

test('a new global timeout ends existing sessions that have been unused for longer', async () => {
  const person = await addPerson(server, admin, 'sleeper', []);
  const timeout = (enabled: boolean, interval: string) =>
    send('PUT', pathOf('users'), { enable_global_session_timeout: enabled, global_session_timeout_interval: interval });
  const localesStatus = async () => (await send('GET', '/system/locales', undefined, person.session)).status;
  assert.equal(await localesStatus(), 200);
  assert.equal((await timeout(true, 'PT1S')).status, 202);
  // The pause is longer than the timeout, so the session is unused for long enough on any machine.
  await new Promise((done) => setTimeout(done, 1100));
  assert.equal(await localesStatus(), 401);
  // The timeout also applies to a new session, which expires after one second. On a busy machine this may be too short
  // for a request, so the test retries.
  let status = 401;
  while (status === 401) {
    admin = await server.login();
    ({ status } = await timeout(false, 'PT8H'));
  }
  assert.equal(status, 202);
});

test('the order of message processors is stored; unknown processors are dropped and missing ones appended', async () => {
  const { geoIp, filters, streams, pipelines } = processors;
  const order = (...names: string[]) => names.map((class_name) => ({ name: '', class_name }));
  const put = async (names: string[], disabled: string[]) => {
    const body = { processor_order: order(...names), disabled_processors: disabled };
    const answer = await send('PUT', '/system/messageprocessors/config', body);
    assert.equal(answer.status, 200);
    const config = (await answer.json()) as {
      processor_order: { class_name: string }[];
      disabled_processors: string[];
    };
    return [config.processor_order.map(({ class_name }) => class_name), config.disabled_processors];
  };
  assert.deepEqual(await put(['x.Y', streams, filters], [filters, 'x.Y']), [
    [streams, filters, geoIp, pipelines],
    [filters],
  ]);
  const reader = await addPerson(server, admin, 'reader of processors', ['clusterconfigentry:read']);
  assert.equal((await send('GET', '/system/messageprocessors/config', undefined, reader.session)).status, 200);
  const tried = await send(
    'PUT',
    '/system/messageprocessors/config',
    { processor_order: [], disabled_processors: [] },
    reader.session,
  );
  assert.equal(tried.status, 403);
  await put([geoIp, filters, streams, pipelines], []);
});

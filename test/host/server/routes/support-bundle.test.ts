/** Support bundles contain metrics and logs but no secrets; invalid bundle names are refused. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { crc32, inflateRawSync } from 'node:zlib';
import { controlFile } from '../../../../host/server/backup/control.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { zip } from '../../../../host/server/support/zip.js';
import { bundleFiles, journalFigures, memoryLog } from '../../../../host/server/support/bundle-files.js';
import { mostBundles } from '../../../../host/server/support/support-bundles.js';
import { createLog } from '../../../../host/server/log/log.js';
import type { JournalState } from '../../../../host/server/store/types.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';

let server: TestServer;
let session: string;
const base = '/cluster/debug/support';

async function send(method: string, path: string, json?: unknown): Promise<Response> {
  return server.call(path, { method, session, ...(json === undefined ? {} : { json }) });
}
async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await send(method, path, json);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Reads an archive by its central directory, and verifies the sizes and checksums of its files. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const [crc, packed, size] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const begun = archive.readUInt32LE(at + 42);
    const content = begun + 30 + archive.readUInt16LE(begun + 26) + archive.readUInt16LE(begun + 28);
    const text = inflateRawSync(archive.subarray(content, content + (packed ?? 0)));
    assert.equal(text.length, size, name);
    assert.equal(crc32(text), crc, name);
    files.set(name, text);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

before(async () => {
  server = await startTestServer({
    args: ['--smtp-server', 'smtp://console@127.0.0.1:1?tls=off', '--smtp-sender', 'console@example.org'],
    environment: { LOG_CONSOLE_SMTP_PASSWORD: 'smtp-word-of-the-environment' },
  });
  session = await server.login();
});
after(() => server.stop());

test('an archive is streamed in chunks', async () => {
  const pieces: Buffer[] = [];
  const files = [
    { name: 'a/ä.txt', content: ['one ', 'zwölf'] },
    { name: 'empty', content: [] },
  ];
  for await (const piece of zip(files, new Date('2026-01-02T03:04:05Z'))) pieces.push(piece);
  const found = unzip(Buffer.concat(pieces));
  assert.deepEqual(
    [...found].map(([name, text]) => [name, text.toString()]),
    [
      ['a/ä.txt', 'one zwölf'],
      ['empty', ''],
    ],
  );
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926);
});

test('the bundle contains metrics of the journal, but no message and no path', () => {
  const files = { directory: '/srv/logs/journal', segments: 2, oldest: 5, segmentBytes: 10, limitBytes: 100 };
  const journal = { waiting: 3, loading: 1, loadingFirst: 'what a log says', files } as JournalState;
  assert.deepEqual(journalFigures(journal), {
    waiting: 3,
    loading: 1,
    files: { segments: 2, oldest: 5, segmentBytes: 10, limitBytes: 100 },
  });
});

test('the bundle lists at most 1000 inputs and the 1000 newest indices, and counts all of them', async () => {
  const numbers = Array.from({ length: 1001 }, (_, index) => index);
  type Rooms = Parameters<typeof bundleFiles>[0];
  const log = createLog('error', () => undefined);
  const rooms = untyped<Rooms>({
    nodeId: 'node',
    clusterId: 'cluster',
    startedAt: 0,
    options: { embedOrigins: [], trustProxy: [], follow: [], fileRoots: [] },
    store: { journal: { files: {} }, indices: () => numbers.map((at) => ({ name: `i_${at}`, fields: new Map() })) },
    search: { load: {} },
    intake: {
      inputs: {
        all: () => numbers.map((id) => ({ id: String(id), type: 'raw', desired_state: 'RUNNING', title: 'secret' })),
        running: () => undefined,
      },
    },
    ownLog: log,
  });
  const [cluster] = bundleFiles(rooms);
  const pieces: string[] = [];
  for await (const piece of cluster?.content ?? []) pieces.push(String(piece));
  interface Listed<T> {
    readonly total: number;
    readonly listed: readonly T[];
  }
  const figures = JSON.parse(pieces.join('')) as { inputs: Listed<object>; indices: Listed<{ name: string }> };
  const { inputs, indices } = figures;
  assert.deepEqual(
    [inputs.total, inputs.listed.length, indices.total, indices.listed.length],
    [1001, 1000, 1001, 1000],
  );
  assert.deepEqual(inputs.listed[0], { id: '0', type: 'raw', desired_state: 'RUNNING', state: null });
  assert.deepEqual([indices.listed[0]?.name, indices.listed.at(-1)?.name], ['i_1', 'i_1000']);
});

test('the bundle and the log contain no secret of any kind', async () => {
  const secrets: string[] = [server.adminPassword, session, 'smtp-word-of-the-environment'];
  const secret = (name: string): string => {
    const made = `${name}-f00d5ecret`;
    secrets.push(made);
    return made;
  };
  await ask('POST', '/users', {
    username: 'jane',
    password: secret('user-password'),
    email: 'j@example.org',
    first_name: 'J',
    last_name: 'D',
    permissions: [],
    roles: ['Reader'],
  });
  secrets.push(await server.login('jane', 'user-password-f00d5ecret'));
  const { token } = await ask<{ token: string }>('POST', '/users/local:admin/tokens/bundle', {});
  secrets.push(token);
  const services = '/system/authentication/services';
  const ldap = {
    title: 'L',
    description: '',
    default_roles: [],
    config: {
      type: 'ldap',
      servers: [{ host: '127.0.0.1', port: 1 }],
      transport_security: 'none',
      verify_certificates: false,
      system_user_dn: 'cn=a',
      system_user_password: { set_value: secret('ldap') },
      user_search_base: 'dc=example,dc=org',
      user_search_pattern: '(uid={0})',
      user_unique_id_attribute: 'entryUUID',
      user_name_attribute: 'uid',
      user_full_name_attribute: 'cn',
      email_attributes: ['mail'],
    },
  };
  const { backend } = await ask<{ backend: { id: string } }>('POST', `${services}/backends`, ldap);
  await ask('POST', `${services}/test/backend/login`, {
    backend_configuration: ldap,
    backend_id: null,
    user_login: { username: 'jane', password: secret('tried-at-ldap') },
  });
  await ask('POST', `${services}/configuration`, { active_backend: backend.id });
  const oidc = {
    type: 'oidc',
    issuer: 'https://id.example.org',
    client_id: 'console',
    client_secret: { set_value: secret('oidc') },
  };
  await ask('POST', `${services}/backends`, { title: 'O', description: '', default_roles: [], config: oidc });
  // No user has this name, so the server tries the unreachable directory and logs the failure.
  await send('POST', '/system/sessions', { username: 'stranger', password: secret('wrong-password'), host: '' });
  await send('GET', `/system/metrics/names?api_token=${secret('in-an-address')}`);
  const smtp = { enabled: true, host: '127.0.0.1', port: 1, security: 'none', verify_certificate: true };
  const password = { set_value: secret('smtp') };
  await ask('PUT', '/system/email', { ...smtp, username: 'c', password, sender: 'c@example.org' });
  await send('POST', '/system/email/test', { recipient: 'a@example.org' });
  const url = 'http://127.0.0.1:1/hook';
  // The whole address of a webhook is a secret.
  const hooks = ['slack', 'teams', 'callback'].map(
    (name) => `${url}/${secret(`${name}-path`)}?sig=${secret(`${name}-query`)}`,
  );
  const [slackUrl, teamsUrl, callbackUrl] = hooks;
  const polledUrl = `${url}?key=${secret('polled-query')}`;
  const addresses = [...hooks, polledUrl];
  const entries = [url, ...addresses].map((value, at) => ({ id: `${at}`, title: `${at}`, type: 'literal', value }));
  await ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  const config = {
    type: 'http-notification-v1',
    url,
    basic_auth: { set_value: `user:${secret('hook-password')}` },
    api_key: 'key',
    api_secret: { set_value: secret('hook-key') },
    skip_tls_verification: false,
  };
  const slack = { type: 'slack-notification-v1', webhook_url: slackUrl, channel: '#a' };
  const teams = { type: 'teams-notification-v1', webhook_url: teamsUrl };
  for (const one of [config, slack, teams]) {
    const notification = { title: 'H', description: '', config: one };
    const { id } = await ask<{ id: string }>('POST', '/events/notifications', notification);
    // No receiver answers, so the server logs the failure.
    assert.ok(!(await send('POST', `/events/notifications/${id}/test`)).ok);
  }
  const pagerDuty = {
    type: 'pagerduty-notification-v2',
    routing_key: secret('routing-key').padEnd(32, '0'),
    custom_incident: true,
    key_prefix: 'p',
    client_name: 'c',
    client_url: 'https://example.org/',
  };
  await ask('POST', '/events/notifications', { title: 'P', description: '', config: pagerDuty });
  const { index_set_id } = await ask<{ index_set_id: string }>('GET', '/streams/000000000000000000000001');
  const stream = { title: 'S', description: '', index_set_id, rules: [] };
  const { stream_id: streamId } = await ask<{ stream_id: string }>('POST', '/streams', stream);
  const callback = {
    type: 'org.graylog2.alarmcallbacks.HTTPAlarmCallback',
    title: 'C',
    configuration: { url: callbackUrl },
  };
  const { alarmcallback_id } = await ask<{ alarmcallback_id: string }>(
    'POST',
    `/streams/${streamId}/alarmcallbacks`,
    callback,
  );
  assert.ok(!(await send('POST', `/alerts/callbacks/${alarmcallback_id}/test`)).ok);
  await ask('POST', '/system/outputs', {
    title: 'Away',
    type: 'log-console.outputs.http.HttpOutput',
    configuration: { url, authorization: `Bearer ${secret('output')}` },
  });
  await ask('POST', '/system/inputs', {
    title: 'Shippers',
    type: 'log-console.inputs.splunk.http.SplunkHECInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port: 0, auth_token: { set_value: secret('input') } },
  });
  const broker = {
    broker_hostname: '127.0.0.1',
    broker_port: 1,
    broker_vhost: '/',
    broker_username: 'u',
    prefetch: 100,
    queue: 'q',
    exchange: 'e',
    routing_key: '#',
    parallel_queues: 1,
  };
  const consumer = { fetch_min_bytes: 1, fetch_wait_max: 20, threads: 1, offset_reset: 'smallest' };
  const polled = { target_url: polledUrl, interval: 1, timeunit: 'SECONDS', path: '$.a', source: 's' };
  const properties = `security.protocol=SASL_PLAINTEXT\nsasl.username=u\nsasl.password=${secret('kafka')}`;
  for (const [type, configuration] of [
    [inputTypeIds.rawAmqp, { ...broker, broker_password: { set_value: secret('amqp') } }],
    [
      inputTypeIds.rawKafka,
      {
        ...consumer,
        bootstrap_server: '127.0.0.1:1',
        topic_filter: '^a$',
        custom_properties: { set_value: properties },
      },
    ],
    [
      inputTypeIds.jsonPath,
      {
        ...polled,
        headers: `X-Plain: ${secret('plain-header')}`,
        encrypted_headers: { set_value: `X-Key: ${secret('header')}` },
      },
    ],
  ] as const) {
    const input = { title: type, type, global: true, configuration };
    const { id } = await ask<{ id: string }>('POST', '/system/inputs', input);
    await until('the input fails, which is logged', async () => {
      const { state } = await ask<{ state: string }>('GET', `/system/inputstates/${id}`);
      return state === 'FAILING' || state === 'FAILED';
    });
  }
  const control = JSON.parse(await readFile(join(server.data, controlFile), 'utf8')) as { token: string };
  secrets.push(control.token);
  const key = await readFile(join(server.data, 'secret.key'));
  secrets.push(key.toString('latin1'), key.toString('hex'), key.toString('base64'), key.toString('base64url'));

  assert.equal((await send('POST', `${base}/bundle/build`)).status, 202);
  const [bundle] = await ask<{ file_name: string; size: number }[]>('GET', `${base}/bundle/list`);
  assert.ok(bundle);
  assert.match(bundle.file_name, /^log-console-support-bundle-\d{4}-\d\d-\d\d-\d{6}\.zip$/);
  const response = await send('GET', `${base}/bundle/download/${bundle.file_name}`);
  assert.equal(response.headers.get('Content-Type'), 'application/octet-stream');
  assert.equal(response.headers.get('Content-Disposition'), `attachment; filename="${bundle.file_name}"`);
  const archive = Buffer.from(await response.arrayBuffer());
  assert.equal(archive.length, bundle.size);
  const files = unzip(archive);
  const { node_id } = await ask<{ node_id: string }>('GET', '/');
  assert.deepEqual([...files.keys()], ['cluster.json', `${node_id}/metrics.json`, `${node_id}/logs/recent.log`]);
  const all = Buffer.concat([...files.values()]).toString('latin1');
  // Positive control: the search for secrets examines the log and the facts, because known texts of both are found.
  assert.match(all, /Server started/);
  assert.match(all, /SplunkHECInput/);
  assert.ok(secrets.every((one) => one.length >= 15));
  for (const one of secrets) assert.ok(!all.includes(one), `The bundle does not contain ${JSON.stringify(one)}.`);
  const { stderr } = server.output();
  for (const one of secrets) assert.ok(!stderr.includes(one), `The log does not contain ${JSON.stringify(one)}.`);
});

test('the manifest contains the size of the log in memory and the time of its last line', async () => {
  const log = async () => (await send('GET', '/system/loggers/messages/recent')).text();
  let [before, after] = ['', 'never read'];
  let manifest: Record<string, { response: { entity: { entries: { logfiles: object[] } } } }> = {};
  await until('no line is written while the manifest is read', async () => {
    before = await log();
    manifest = await ask('GET', `${base}/manifest`);
    after = await log();
    return before === after;
  });
  const lastLine = after.trimEnd().split('\n').at(-1) ?? '';
  const [node] = Object.values(manifest);
  assert.deepEqual(
    node?.response.entity.entries.logfiles.map((file) => ({ ...file })),
    [{ ...memoryLog, size: Buffer.byteLength(after), lastModified: lastLine.slice(0, lastLine.indexOf(' ')) }],
  );
});

test('files that are not bundles can be neither fetched nor deleted', async () => {
  const names = [
    'nosuch.zip',
    'secret.key',
    '../secret.key',
    '..%2fsecret.key',
    '%2e%2e%2fsecret.key',
    '..\\secret.key',
    '/etc/passwd',
    'log-console-support-bundle-2020-01-01-000000.zip',
    'log-console-support-bundle-2020-01-01-000000.zip/../../secret.key',
    'log-console-support-bundle-2020-01-01-000000.zip\u0000',
    '__proto__',
  ];
  for (const name of names)
    for (const raw of [encodeURIComponent(name), name.replace('\u0000', '%00')])
      for (const [method, path] of [
        ['GET', `${base}/bundle/download/${raw}`],
        ['DELETE', `${base}/bundle/${raw}`],
      ] as const) {
        const response = await send(method, path);
        const text = await response.text();
        assert.ok([400, 404, 405].includes(response.status), `${method} ${path}: ${response.status} ${text}`);
      }
  assert.ok((await readFile(join(server.data, 'secret.key'))).length > 0);
});

test('concurrent requests share one bundle; the oldest bundles are deleted at the limit; bundles can be deleted', async () => {
  const before = await ask<{ file_name: string }[]>('GET', `${base}/bundle/list`);
  const answers = await Promise.all([1, 2, 3].map(() => send('POST', `${base}/bundle/build`)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202],
  );
  const after = await ask<{ file_name: string }[]>('GET', `${base}/bundle/list`);
  assert.ok(after.length > before.length && after.length <= before.length + 3);
  for (let made = 0; made <= mostBundles; made += 1) await ask('POST', `${base}/bundle/build`);
  const all = await ask<{ file_name: string }[]>('GET', `${base}/bundle/list`);
  assert.equal(all.length, mostBundles);
  const names = all.map(({ file_name }) => file_name);
  assert.deepEqual(names, names.toSorted().toReversed());
  const [newest = ''] = names;
  assert.equal((await send('DELETE', `${base}/bundle/${newest}`)).status, 202);
  assert.equal((await send('DELETE', `${base}/bundle/${newest}`)).status, 404);
  assert.equal((await send('GET', `${base}/bundle/download/${newest}`)).status, 404);
});

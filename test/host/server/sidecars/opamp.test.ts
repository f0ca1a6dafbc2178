/**
 * OpAMP agents report to a real server over HTTP and WebSocket, get configurations, and recover from failures, within
 * limits.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import WebSocket from 'ws';
import type { Collector, SidecarConfiguration, SidecarSummary } from '../../../../api/contract/sidecars.schema.js';
import {
  numberField,
  partField,
  ProtobufReader,
  repeatedParts,
} from '../../../../host/server/intake/decode/protobuf.js';
import { addPerson } from '../people.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until } from '../../../until.js';

let server: TestServer;
let admin: string;
let token: string;
let collector: Collector;

before(async () => {
  server = await startTestServer();
  admin = await server.login();
  const { user_id: user } = await ask<{ user_id: string }>('GET', '/sidecar/overview/enrolment');
  ({ token } = await ask<{ token: string }>('POST', `/users/${user}/tokens/opamp`, {}));
  const { collectors } = await ask<{ collectors: Collector[] }>('GET', '/sidecar/collectors');
  const found = collectors.find(({ name }) => name === 'opentelemetry-collector');
  assert.ok(found);
  collector = found;
});
after(() => server.stop());

async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await server.call(path, { method, session: admin, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
const node = (uid: Buffer) => ask<SidecarSummary>('GET', `/sidecars/${uid.toString('hex')}`);

const pair = (name: string, value: string) =>
  partField(1, Buffer.concat([partField(1, name), partField(2, partField(1, value))]));
const described = (host: string, tags: string, service = 'otelcol') =>
  partField(
    3,
    Buffer.concat([
      pair('service.name', service),
      pair('service.version', '0.115.0'),
      partField(2, Buffer.concat([partField(1, 'host.name'), partField(2, partField(1, host))])),
      partField(2, Buffer.concat([partField(1, 'os.type'), partField(2, partField(1, 'linux'))])),
      partField(2, Buffer.concat([partField(1, 'tags'), partField(2, partField(1, tags))])),
    ]),
  );
const acceptsAll = numberField(4, 0x1 + 0x2 + 0x4 + 0x400 + 0x800 + 0x1000);
const healthy = (is: boolean, error = '') =>
  partField(
    5,
    Buffer.concat([
      numberField(1, is ? 1 : 0),
      partField(3, error),
      partField(6, Buffer.concat([partField(1, 'pipeline:logs'), partField(2, numberField(1, is ? 1 : 0))])),
    ]),
  );
const remoteStatus = (hash: Buffer, status: number, error = '') =>
  partField(7, Buffer.concat([partField(1, hash), numberField(2, status), partField(3, error)]));
const message = (uid: Buffer, sequence: number, ...parts: Buffer[]) =>
  Buffer.concat([partField(1, uid), numberField(2, sequence), ...parts]);

interface Read {
  readonly error: string | undefined;
  readonly flags: number;
  readonly restart: boolean;
  readonly files: Readonly<Record<string, string>> | undefined;
  readonly hash: Buffer;
}
function read(bytes: Buffer): Read {
  let [flags, restart] = [0, false];
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === 6) flags = reader.uint();
    else if (reader.field === 9) {
      reader.skip();
      restart = true;
    } else reader.skip();
  }
  const [failure] = repeatedParts(bytes, 2, 1);
  const [remote] = repeatedParts(bytes, 3, 1);
  const [map] = remote ? repeatedParts(remote, 1, 1) : [];
  const files =
    map &&
    Object.fromEntries(
      repeatedParts(map, 1, 100).map((entry) => {
        const [name = Buffer.alloc(0)] = repeatedParts(entry, 1, 1);
        const [file = Buffer.alloc(0)] = repeatedParts(entry, 2, 1);
        return [name.toString(), String(repeatedParts(file, 1, 1)[0] ?? '')];
      }),
    );
  return {
    error: failure && String(repeatedParts(failure, 2, 1)[0] ?? ''),
    flags,
    restart,
    files,
    hash: (remote && repeatedParts(remote, 2, 1)[0]) ?? Buffer.alloc(0),
  };
}

async function post(
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; read: Read; text: string }> {
  const response = await fetch(`${server.url}/v1/opamp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-protobuf', Authorization: `Bearer ${token}`, ...headers },
    body: new Uint8Array(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isRead = response.status === 200;
  return { status: response.status, read: read(isRead ? bytes : Buffer.alloc(0)), text: bytes.toString() };
}

let made = 0;
const configure = (tags: string[], template: string, collectorId = collector.id) =>
  ask<SidecarConfiguration>('POST', '/sidecar/configurations', {
    name: `OpAMP ${++made}`,
    collector_id: collectorId,
    color: '#112233',
    template,
    tags,
  });

test('over HTTP an agent appears, gets its configuration once, and reports success or failure', async () => {
  const uid = Buffer.alloc(16, 1);
  const configuration = await configure(['edge'], 'node: ${sidecar.nodeName}');
  const unknown = await post(message(uid, 1));
  assert.equal(unknown.read.flags, 1, 'an unknown agent is asked for its full state');
  const first = await post(gzipSync(message(uid, 2, described('otel-01', 'edge,web'), acceptsAll, healthy(true))), {
    'Content-Encoding': 'gzip',
  });
  const shown = await node(uid);
  assert.deepEqual(
    [
      shown.node_name,
      shown.sidecar_version,
      shown.protocol,
      shown.node_details.operating_system,
      shown.node_details.tags,
    ],
    ['otel-01', '0.115.0', 'opamp', 'Linux', ['edge', 'web']],
  );
  const given = first.read.files ? first : await post(message(uid, 3));
  assert.deepEqual(given.read.files, { [configuration.name]: 'node: otel-01\n' });
  const sequence = first.read.files ? 3 : 4;

  const applied = await post(
    message(
      uid,
      sequence,
      remoteStatus(given.read.hash, 1),
      healthy(true),
      partField(
        6,
        partField(1, partField(1, Buffer.concat([partField(1, ''), partField(2, partField(1, 'effective: yes'))]))),
      ),
    ),
  );
  assert.equal(applied.read.files, undefined, 'an unchanged configuration is not sent again');
  const running = await node(uid);
  assert.deepEqual([running.state?.code, running.node_details.status?.collectors[0]?.status], [0, 0]);
  assert.deepEqual(running.opamp?.effective_configuration, [{ name: '', body: 'effective: yes' }]);
  assert.deepEqual(
    [running.opamp?.health?.components[0]?.name, running.opamp?.configuration_status?.status],
    ['pipeline:logs', 'applied'],
  );

  await ask('PUT', `/sidecar/configurations/${configuration.id}`, { ...configuration, template: 'broken' });
  const changed = await post(message(uid, sequence + 1));
  assert.deepEqual(changed.read.files, { [configuration.name]: 'broken\n' });
  await post(message(uid, sequence + 2, remoteStatus(changed.read.hash, 3, 'no receivers'), healthy(false, 'exited')));
  const failed = await node(uid);
  assert.deepEqual(
    [
      failed.state?.code,
      failed.node_details.status?.collectors[0]?.status,
      failed.node_details.status?.collectors[0]?.verbose_message,
    ],
    [2, 2, 'no receivers'],
  );
  await ask('PUT', `/sidecar/configurations/${configuration.id}/versions/1`);
  assert.deepEqual((await post(message(uid, sequence + 3))).read.files, { [configuration.name]: 'node: otel-01\n' });
  const gap = await post(message(uid, sequence + 9));
  assert.equal(gap.read.flags, 1, 'a gap in the sequence asks for the full state');

  const action = {
    action: 'restart',
    collectors: [{ sidecar_id: uid.toString('hex'), collector_ids: [collector.id] }],
  };
  await ask('PUT', '/sidecar/administration/action', action);
  assert.equal((await post(message(uid, sequence + 10))).read.restart, true);
});

test('two agents of one machine have configurations and states of their own', async () => {
  const { id } = await ask<Collector>('POST', '/sidecar/collectors', {
    name: 'second-agent',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/bin/second',
  });
  const usual = await configure(['twin'], 'usual: ${sidecar.nodeId}');
  const own = await configure(['twin'], 'own: ${sidecar.nodeId}', id);
  const [first, second] = [Buffer.alloc(16, 0xa1), Buffer.alloc(16, 0xa2)];
  const filesOf = async (uid: Buffer, service: string, isHealthy: boolean) =>
    (await post(message(uid, 1, described('twin-host', 'twin', service), acceptsAll, healthy(isHealthy, 'no memory'))))
      .read.files ?? (await post(message(uid, 2))).read.files;
  // The configuration of OpAMP agents applies to every agent. That of a collector applies only to agents of its name.
  assert.deepEqual(await filesOf(first, 'otelcol', true), { [usual.name]: `usual: ${first.toString('hex')}\n` });
  assert.deepEqual(await filesOf(second, 'second-agent', false), {
    [usual.name]: `usual: ${second.toString('hex')}\n`,
    [own.name]: `own: ${second.toString('hex')}\n`,
  });
  const [one, two] = [await node(first), await node(second)];
  assert.deepEqual([one.node_name, two.node_name], ['twin-host', 'twin-host']);
  assert.deepEqual([one.state?.code, two.state?.code], [0, 2]);
  assert.deepEqual(
    [one, two].map(({ assignments }) => assignments.map(({ configuration_id }) => configuration_id)),
    [[usual.id], [usual.id, own.id]],
  );
});

test('configuration changes are pushed over WebSocket', async () => {
  const uid = Buffer.alloc(16, 2);
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/opamp`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const answers: Read[] = [];
  socket.on('message', (data) => answers.push(read((data as Buffer).subarray(1))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const send = (bytes: Buffer) => socket.send(Buffer.concat([Buffer.of(0), bytes]));
  send(message(uid, 1, described('otel-ws', 'pushed'), acceptsAll, healthy(true)));
  await until('the agent is known', async () => (answers.length > 0 ? (await node(uid)).protocol : undefined));
  const configuration = await configure(['pushed'], 'pushed: yes');
  const pushed = await until('the configuration is pushed', async () => answers.find(({ files }) => files));
  assert.deepEqual(pushed.files, { [configuration.name]: 'pushed: yes\n' });
  send(Buffer.from('no protobuf at all'));
  const refused = await until('the message is refused', async () => answers.find(({ error }) => error));
  assert.match(refused.error ?? '', /protobuf/);
  socket.close();
});

test('requests without a sidecar token and malformed messages are refused', async () => {
  const uid = Buffer.alloc(16, 3);
  const whole = message(uid, 1, described('forged', ''), acceptsAll);
  assert.equal((await post(whole, { Authorization: 'Bearer no-such-token' })).status, 401);
  assert.equal((await post(whole, { Authorization: '' })).status, 401);
  const basic = `Basic ${Buffer.from(`${token}:token`).toString('base64')}`;
  assert.equal(
    (await post(message(Buffer.alloc(3), 1), { Authorization: basic })).read.error,
    'instance_uid has 3 bytes, not 16.',
  );
  assert.equal((await post(Buffer.from([0xff, 0xff, 0xff]))).status, 400);
  assert.equal((await post(whole, { 'Content-Type': 'application/json' })).status, 400);
  assert.equal((await post(Buffer.alloc(2 * 1024 * 1024))).status, 413);
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  const unpacked = await post(bomb, { 'Content-Encoding': 'gzip' });
  assert.deepEqual([unpacked.status, /more than 1048576 bytes/.test(unpacked.text)], [400, true]);
  assert.equal((await post(gzipSync(whole), { 'Content-Encoding': ' GZIP' })).status, 200);
  assert.equal((await post(whole, { 'Content-Encoding': 'identity' })).status, 200);
  assert.equal((await post(whole, { 'Content-Encoding': 'gzip' })).status, 400);
  const encoded = await post(gzipSync(whole), { 'Content-Encoding': 'br' });
  assert.deepEqual([encoded.status, /The encoding br is not supported/.test(encoded.text)], [400, true]);
  const { id: other } = await addPerson(server, admin, 'no-agent', ['sidecars:read']);
  const { token: weak } = await ask<{ token: string }>('POST', `/users/${other}/tokens/weak`, {});
  assert.equal((await post(whole, { Authorization: `Bearer ${weak}` })).status, 403);
  const deep = (depth: number): Buffer =>
    depth === 0
      ? numberField(1, 1)
      : Buffer.concat([
          numberField(1, 1),
          partField(6, Buffer.concat([partField(1, 'x'), partField(2, deep(depth - 1))])),
        ]);
  assert.equal((await post(message(uid, 1, described('deep', ''), partField(5, deep(300))))).status, 200);
  assert.equal((await server.call(`/sidecars/${uid.toString('hex')}`, { session: admin })).status, 200);

  const refused = new WebSocket(`${server.url.replace('http', 'ws')}/v1/opamp`, {
    headers: { Authorization: 'Bearer nothing' },
  });
  const status = await new Promise((resolve) => {
    refused.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    refused.once('error', () => undefined);
  });
  assert.equal(status, 401);
});

test('a status other than failed has no error message, even if the agent repeats the former message', async () => {
  const uid = Buffer.alloc(16, 4);
  const configuration = await configure(['repeats'], 'a: b');
  const states: [status: number, name: string, shown: string][] = [
    [3, 'failed', 'no receivers'],
    [2, 'applying', ''],
    [1, 'applied', ''],
  ];
  const { read: given } = await post(message(uid, 1, described('otel-repeats', 'repeats'), acceptsAll));
  assert.deepEqual(Object.keys(given.files ?? (await post(message(uid, 2))).read.files ?? {}), [configuration.name]);
  for (const [at, [status, name, shown]] of states.entries()) {
    await post(message(uid, at + 3, remoteStatus(given.hash, status, 'no receivers')));
    assert.deepEqual((await node(uid)).opamp?.configuration_status, { status: name, message: shown });
  }
});

test('only users who may create tokens connect agents, and a deleted token no longer connects', async () => {
  const { user_id: agents } = await ask<{ user_id: string }>('GET', '/sidecar/overview/enrolment');
  const viewer = await addPerson(server, admin, 'tokenless', ['sidecars:read', 'sidecars:update']);
  const { username } = await ask<{ username: string }>('GET', `/users/id/${agents}`);
  const maker = await addPerson(server, admin, 'tokenmaker', [
    `users:tokencreate:${username}`,
    `users:tokenremove:${username}`,
  ]);
  const other = await addPerson(server, admin, 'othermaker', ['users:tokencreate:othermaker']);
  const as = (session: string, method: string, path: string) =>
    server.call(path, { method, session, ...(method === 'POST' && { json: {} }) });

  for (const { session } of [viewer, other])
    assert.equal((await as(session, 'POST', `/users/${agents}/tokens/forged`)).status, 403);
  const made = await as(maker.session, 'POST', `/users/${agents}/tokens/field`);
  assert.equal(made.status, 200);
  const { id, token: field } = (await made.json()) as { id: string; token: string };
  const tooLong = await as(maker.session, 'POST', `/users/${agents}/tokens/${'n'.repeat(201)}`);
  assert.equal(tooLong.status, 400);
  for (const user of [viewer.id, 'nobody', '..%2F..%2Fsystem'])
    assert.ok((await as(maker.session, 'POST', `/users/${user}/tokens/field`)).status >= 403, user);

  const report = message(Buffer.alloc(16, 5), 1, described('field-01', ''), acceptsAll);
  const upgrade = (): Promise<number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/opamp`, {
        headers: { Authorization: `Bearer ${field}` },
      });
      socket.once('open', () => {
        socket.close();
        resolve(101);
      });
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      socket.once('error', () => undefined);
    });
  const asAgent = async () => [
    (await post(report, { Authorization: `Bearer ${field}` })).status,
    await upgrade(),
    (await server.call('/sidecar/collectors', { token: field })).status,
  ];
  assert.deepEqual(await asAgent(), [200, 101, 200]);
  for (const { session } of [viewer, other])
    assert.equal((await as(session, 'DELETE', `/users/${agents}/tokens/${id}`)).status, 403);
  assert.deepEqual(await asAgent(), [200, 101, 200], 'a refused deletion changes nothing');
  assert.equal((await as(maker.session, 'DELETE', `/users/${agents}/tokens/${id}`)).status, 204);
  assert.deepEqual(await asAgent(), [401, 401, 401]);
  assert.equal((await as(maker.session, 'DELETE', `/users/${agents}/tokens/${id}`)).status, 404);
});

test('a client that resets its connection during an upgrade does not end the server', async () => {
  const { hostname, port } = new URL(server.url);
  for (const path of ['/v1/opamp', '/api'])
    for (let count = 0; count < 5; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
      socket.write(request, () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
  assert.equal((await server.call('/sidecars', { session: admin })).status, 200);
  assert.doesNotMatch(server.output().stderr, /not caught/);
});

test('an upgrade of another path is answered like a request without an upgrade', async () => {
  const response = await new Promise<string>((resolve, reject) => {
    const other = new WebSocket(`${server.url.replace('http', 'ws')}/api`);
    other.once('unexpected-response', (_request, answer) => resolve(`${answer.statusCode}`));
    other.once('error', reject);
  });
  assert.equal(response, '200');
});

// A running server sends messages through its outputs to receivers on real sockets.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { OutputStatus, OutputStatuses, OutputSummary } from '../../../../api/contract/outputs.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { until as waitUntil } from '../../../until.js';
import { freePort } from '../../../free-port.js';
import { putMessages } from '../messages-input.js';
import { addPerson } from '../people.js';

const types = {
  stdout: 'org.graylog2.outputs.LoggingOutput',
  gelf: 'org.graylog2.outputs.GelfOutput',
  discard: 'org.graylog2.outputs.DiscardMessageOutput',
  http: 'log-console.outputs.http.HttpOutput',
  file: 'log-console.outputs.file.FileOutput',
};
type Gelf = Record<string, unknown>;

let server: TestServer;
let session: string;

before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function ask<T>(method: string, path: string, json?: unknown, at = server, as = session): Promise<T> {
  const response = await at.call(path, { method, session: as, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Creates a stream of the messages that have the field; returns its id. */
async function streamOf(field: string, at = server, as = session): Promise<string> {
  const stream = await ask<{ index_set_id: string }>('GET', '/streams/000000000000000000000001', undefined, at, as);
  const rules = [{ field, type: 5, value: '', inverted: false }];
  const json = { title: field, index_set_id: stream.index_set_id, rules };
  const { stream_id: id } = await ask<{ stream_id: string }>('POST', '/streams', json, at, as);
  await ask('POST', `/streams/${id}/resume`, undefined, at, as);
  return id;
}

/** Creates an output of a new stream of the messages that have the field. */
async function outputOf(field: string, type: string, configuration: object, at = server, as = session) {
  const output = await ask<OutputSummary>('POST', '/system/outputs', { title: field, type, configuration }, at, as);
  const streamId = await streamOf(field, at, as);
  await ask('POST', `/streams/${streamId}/outputs`, { outputs: [output.id] }, at, as);
  return { ...output, streamId };
}

const statusOf = async (id: string, at = server, as = session): Promise<OutputStatus> => {
  const { outputs } = await ask<OutputStatuses>('GET', '/system/outputstates', undefined, at, as);
  const status = outputs.find((one) => one.id === id);
  assert.ok(status);
  return status;
};

/** Polls until the value fulfils the condition. */
async function until<T>(what: () => T | Promise<T>, holds: (value: T) => boolean): Promise<T> {
  let value = await what();
  await waitUntil('the value fulfils the condition', async () => holds((value = await what())));
  return value;
}

/** Returns the system notifications about an output as `title: reason`. */
async function notificationsAbout(id: string): Promise<string[]> {
  const { notifications } = await ask<{
    notifications: { type: string; details: Record<string, string> }[];
  }>('GET', '/system/notifications');
  return notifications.flatMap(({ type, details }) =>
    type === 'output_failing' && details['outputId'] === id
      ? [`${details['outputTitle']} of ${details['streamTitle']}: ${details['errorMessage']}`]
      : [],
  );
}
const isReported = (texts: readonly string[]): boolean => texts.length > 0;
const isNotReported = (texts: readonly string[]): boolean => texts.length === 0;

const numbered = (field: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ host: 'h', short_message: `m${from + at}`, [`_${field}`]: 'x' }));

/** Receives GELF over TCP; can be stopped and restarted to simulate a dead receiver. */
class TcpReceiver {
  readonly got: Gelf[] = [];
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(readonly port: number) {}

  async listen(): Promise<this> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let rest = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        const frames = (rest + chunk.toString()).split('\0');
        rest = frames.pop() ?? '';
        for (const frame of frames) this.got.push(JSON.parse(frame) as Gelf);
      });
    }).listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get texts(): Set<unknown> {
    return new Set(this.got.map((gelf) => gelf['short_message']));
  }

  async die(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    if (this.#server?.listening) await new Promise((resolve) => this.#server?.close(resolve));
  }
}
const quick = { reconnect_delay: 20, connect_timeout: 2000 };

test('the GELF output over TCP sends all fields of the messages of its stream, and no other messages', async () => {
  const receiver = await new TcpReceiver(await freePort()).listen();
  const output = await outputOf('tcp', types.gelf, { hostname: '127.0.0.1', port: receiver.port });
  await putMessages(server, session, [
    { host: 'other', short_message: 'not of the stream' },
    {
      host: 'web\u0000-1',
      short_message: 'line\nend',
      full_message: 'all of it',
      timestamp: 1600000000.123,
      level: 3,
      _tcp: 'x',
      _number: 4.5,
      _some_id: 'abc',
    },
  ]);
  await until(
    () => receiver.got.length,
    (count) => count === 1,
  );
  const [gelf] = receiver.got;
  assert.deepEqual(gelf, {
    version: '1.1',
    host: 'web\u0000-1',
    short_message: 'line\nend',
    full_message: 'all of it',
    timestamp: 1600000000.123,
    level: 3,
    _tcp: 'x',
    _number: 4.5,
    _some_id: 'abc',
  });
  const status = await until(
    () => statusOf(output.id),
    ({ sent }) => sent === 1,
  );
  assert.deepEqual(
    [status.state, status.waiting_messages, status.oldest_at, status.last_error],
    ['RUNNING', 0, null, null],
  );
  const shownAt = (stream: string) => server.call(`/streams/${stream}/outputs/${output.id}`, { session });
  assert.equal((await shownAt(output.streamId)).status, 200);
  assert.equal((await shownAt('000000000000000000000001')).status, 404, 'another stream does not show the output');
  await ask('DELETE', `/streams/${output.streamId}/outputs/${output.id}`);
  await putMessages(server, session, numbered('tcp', 1));
  assert.equal(receiver.got.length, 1);
  await receiver.die();
});

test('messages of an output for a dead receiver are reported as waiting, and arrive in order when it returns', async () => {
  const receiver = await new TcpReceiver(await freePort()).listen();
  const output = await outputOf('dead', types.gelf, { hostname: '127.0.0.1', port: receiver.port, ...quick });
  await putMessages(server, session, numbered('dead', 5));
  await until(
    () => receiver.texts.size,
    (count) => count === 5,
  );
  await receiver.die();
  await putMessages(server, session, numbered('dead', 20, 5));
  const waiting = await until(
    () => statusOf(output.id),
    ({ state, waiting_messages: count }) => state === 'FAILING' && count >= 20,
  );
  assert.match(waiting.last_error?.message ?? '', new RegExp(`^127\\.0\\.0\\.1:${receiver.port}: `));
  const [text] = await until(() => notificationsAbout(output.id), isReported);
  assert.match(text ?? '', new RegExp(`^dead of dead: 127\\.0\\.0\\.1:${receiver.port}: `));
  assert.ok(waiting.retries > 0 && waiting.oldest_at !== null && waiting.waiting_bytes > 0);
  await receiver.listen();
  await until(
    () => receiver.texts.size,
    (count) => count === 25,
  );
  const order = [...receiver.texts].slice(-20);
  assert.deepEqual(
    order,
    Array.from({ length: 20 }, (_, at) => `m${5 + at}`),
  );
  const after = await until(
    () => statusOf(output.id),
    ({ state, waiting_messages: count }) => state === 'RUNNING' && count === 0,
  );
  assert.deepEqual([after.sent, after.dropped, after.retry_at], [25, 0, null]);
  await until(() => notificationsAbout(output.id), isNotReported);
  await receiver.die();
});

test('a full output queue drops and counts the newest messages, and does not stop other outputs', async () => {
  const port = await freePort();
  const output = await outputOf('full', types.gelf, { hostname: '127.0.0.1', port, ...quick, queue_messages: 7 });
  await putMessages(server, session, numbered('full', 10));
  const full = await until(
    () => statusOf(output.id),
    ({ dropped }) => dropped === 3,
  );
  assert.equal(full.waiting_messages, 7);
  await until(
    () => notificationsAbout(output.id),
    (texts) => texts.some((one) => one.includes('there is no more room in its queue on disk')),
  );
  const receiver = await new TcpReceiver(port).listen();
  await until(
    () => receiver.texts.size,
    (count) => count === 7,
  );
  assert.deepEqual([...receiver.texts], ['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6']);
  await ask('DELETE', `/system/outputs/${output.id}`);
  await until(() => notificationsAbout(output.id), isNotReported);
  await receiver.die();
});

test('a changed output continues with its waiting messages', async () => {
  const output = await outputOf('moved', types.gelf, { hostname: '127.0.0.1', port: await freePort(), ...quick });
  await putMessages(server, session, numbered('moved', 3));
  await until(
    () => statusOf(output.id),
    ({ waiting_messages: count }) => count === 3,
  );
  await until(() => notificationsAbout(output.id), isReported);
  const receiver = await new TcpReceiver(await freePort()).listen();
  const configuration = { ...output.configuration, port: receiver.port };
  const changed = await ask<{ _id: string; title: string }>('PUT', `/system/outputs/${output.id}`, {
    title: 'Moved',
    configuration,
  });
  assert.deepEqual([changed._id, changed.title], [output.id, 'Moved']);
  await until(
    () => receiver.texts.size,
    (count) => count === 3,
  );
  await until(() => notificationsAbout(output.id), isNotReported);
  await receiver.die();
});

test('the GELF output over UDP compresses messages and splits long ones into chunks', async () => {
  const socket = createSocket('udp4');
  const datagrams: Buffer[] = [];
  socket.on('message', (datagram) => datagrams.push(datagram));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await outputOf('udp', types.gelf, { hostname: '127.0.0.1', port, protocol: 'UDP' });
  // Random text cannot be compressed, so this message needs several datagrams.
  const noise = Array.from({ length: 6000 }, () => Math.random().toString(36).slice(2, 3)).join('');
  await putMessages(server, session, [
    { host: 'h', short_message: 'short', _udp: 'x' },
    { host: 'h', short_message: 'a'.repeat(5000), _udp: 'x' },
    { host: 'h', short_message: noise, _udp: 'x' },
  ]);
  const isChunk = (datagram: Buffer): boolean => datagram[0] === 0x1e && datagram[1] === 0x0f;
  const chunks = await until(
    () => datagrams.filter(isChunk),
    (all) => all.length > 0 && all.length === all[0]?.[11],
  );
  const ids = new Set(chunks.map((chunk) => chunk.toString('hex', 2, 10)));
  assert.equal(ids.size, 1);
  assert.ok(chunks.every((chunk) => chunk.length <= 1420));
  const whole = Buffer.concat(
    chunks.toSorted((a, b) => (a[10] ?? 0) - (b[10] ?? 0)).map((chunk) => chunk.subarray(12)),
  );
  assert.equal((JSON.parse(gunzipSync(whole).toString()) as Gelf)['short_message'], noise);
  const [plain, compressed] = datagrams.filter((datagram) => !isChunk(datagram));
  assert.ok(plain && compressed);
  assert.equal((JSON.parse(plain.toString()) as Gelf)['short_message'], 'short');
  assert.equal((JSON.parse(gunzipSync(compressed).toString()) as Gelf)['short_message'], 'a'.repeat(5000));
  assert.ok(compressed.length < 400);
  socket.close();
});

test('the standard output type writes one line with a prefix per message; the discard type counts messages', async () => {
  const written = await outputOf('out', types.stdout, { prefix: 'out>\n' });
  const gone = await outputOf('gone', types.discard, {});
  await putMessages(server, session, [{ host: 'h', short_message: 'two\nlines', _out: 'x', _gone: 'y' }]);
  const line = await until(
    () =>
      server
        .output()
        .stdout.split('\n')
        .find((one) => one.startsWith('out>')),
    (one) => one !== undefined,
  );
  assert.equal((JSON.parse(line?.slice('out> '.length) ?? '') as Gelf)['short_message'], 'two\nlines');
  for (const { id } of [written, gone])
    await until(
      () => statusOf(id),
      ({ sent }) => sent === 1,
    );
});

test('kill -9 of the server loses no queued message of an output; a deleted output leaves no files', async () => {
  const data = await mkdtemp(join(tmpdir(), 'log-console-outputs-'));
  const port = await freePort();
  const first = await startTestServer({ data });
  const one = await first.login();
  const output = await outputOf('kept', types.gelf, { hostname: '127.0.0.1', port, ...quick }, first, one);
  await putMessages(first, one, numbered('kept', 30));
  await until(
    () => statusOf(output.id, first, one),
    ({ waiting_messages: count }) => count === 30,
  );
  await first.kill();
  const second = await startTestServer({ data });
  const two = await second.login();
  const found = await statusOf(output.id, second, two);
  assert.equal(found.waiting_messages, 30);
  const receiver = await new TcpReceiver(port).listen();
  await until(
    () => receiver.texts.size,
    (count) => count === 30,
  );
  await until(
    () => statusOf(output.id, second, two),
    ({ waiting_messages: count }) => count === 0,
  );
  await ask('DELETE', `/system/outputs/${output.id}`, undefined, second, two);
  assert.deepEqual(await readdir(join(data, 'outputs')), []);
  const stream = await ask<{ outputs: unknown[] }>('GET', `/streams/${output.streamId}`, undefined, second, two);
  assert.deepEqual(stream.outputs, []);
  await receiver.die();
  await second.stop();
  await rm(data, { recursive: true, force: true });
});

test('an address is called only while it is on the allow-list; users who may not change the output see no password', async () => {
  const posted: string[] = [];
  const receiver = createHttp((call, answer) => {
    call.on('data', (data: Buffer) => posted.push(data.toString()));
    call.on('end', () => answer.end());
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?key=of-the-address`;
  const configuration = { url, compression: false, authorization: 'Bearer abc', reconnect_delay: 20 };
  const made = await server.call('/system/outputs', {
    method: 'POST',
    session,
    json: { title: 'T', type: types.http, configuration },
  });
  assert.equal(made.status, 400);
  assert.match(await made.text(), /is not on the URL whitelist/);
  const allow = (entries: object[]) => ask('PUT', '/system/urlwhitelist', { entries, disabled: false });
  await allow([{ id: 'a', type: 'literal', title: 'a', value: url }]);
  const output = await outputOf('web', types.http, configuration);
  const elsewhere = { configuration: { url: `${url}-other` } };
  const moved = await server.call(`/system/outputs/${output.id}`, { method: 'PUT', session, json: elsewhere });
  assert.match(
    await moved.text(),
    /is not on the URL whitelist/,
    'an output cannot be moved to another address either',
  );
  await putMessages(server, session, numbered('web', 1));
  await until(
    () => posted.join(''),
    (text) => text.includes('"message":"m0"'),
  );
  await allow([]);
  await putMessages(server, session, numbered('web', 1, 1));
  const status = await until(
    () => statusOf(output.id),
    ({ state }) => state === 'FAILING',
  );
  const reason = `${url.split('?')[0]} is not on the URL whitelist.`;
  assert.equal(status.last_error?.message, reason, 'the error omits the query string, which may contain keys');
  assert.deepEqual(await until(() => notificationsAbout(output.id), isReported), [`web of web: ${reason}`]);
  assert.ok(!posted.join('').includes('"message":"m1"'));
  const { session: reader } = await addPerson(server, session, 'reader', ['outputs:read', `outputs:read:${output.id}`]);
  const seen = await ask<OutputSummary>('GET', `/system/outputs/${output.id}`, undefined, server, reader);
  assert.equal(seen.configuration['authorization'], '<password set>');
  receiver.close();
});

test('the file of an output is in the output’s own directory below the data directory', async () => {
  const output = await outputOf('filed', types.file, { file_name: 'filed.log' });
  await putMessages(server, session, numbered('filed', 2));
  await until(
    () => statusOf(output.id),
    ({ sent }) => sent === 2,
  );
  const text = await readFile(join(server.data, 'output-files', output.id, 'filed.log'), 'utf8');
  const lines = text.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as Gelf)['message']),
    ['m0', 'm1'],
  );
});

test('invalid outputs are refused with the reason', async () => {
  const refused = async (json: object): Promise<string> => {
    const response = await server.call('/system/outputs', { method: 'POST', session, json });
    assert.equal(response.status, 400);
    return response.text();
  };
  const gelf = (configuration: object) => ({ title: 'T', type: types.gelf, configuration });
  const place = { hostname: '127.0.0.1', port: 1 };
  const cases: [request: object, names: RegExp][] = [
    [{ title: ' ', type: types.discard, configuration: {} }, /title/],
    [{ title: 'T', type: 'no.such.Type', configuration: {} }, /no\.such\.Type/],
    [gelf({ port: 1 }), /hostname/],
    [gelf({ ...place, other: 1 }), /other/],
    [gelf({ ...place, port: 70000 }), /port/],
    [gelf({ ...place, port: 0 }), /port/],
    [gelf({ ...place, protocol: 'SCTP' }), /protocol/],
    [gelf({ ...place, hostname: 'a b' }), /hostname/],
    [gelf({ ...place, hostname: 'http://a/' }), /hostname/],
    [gelf({ ...place, queue_mebibytes: 100_000_000 }), /queue_mebibytes/],
  ];
  for (const [request, names] of cases) {
    const text = await refused(request);
    assert.match(text, /"type":"ValidationApiError"/);
    assert.match(text, names);
  }
  const events = await server.call('/streams/000000000000000000000002/outputs', {
    method: 'POST',
    session,
    json: { outputs: [] },
  });
  assert.equal(events.status, 400);
});

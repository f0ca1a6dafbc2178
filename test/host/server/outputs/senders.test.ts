// Tests the data that each output type sends, with receivers on real sockets.
import assert from 'node:assert/strict';
import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp, type IncomingMessage as Call } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer as createTls } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { FileSender } from '../../../../host/server/outputs/file-sender.js';
import { gelfOf } from '../../../../host/server/outputs/gelf.js';
import { outputTypeIds, outputTypesById } from '../../../../host/server/outputs/types/index.js';
import type { Sender } from '../../../../host/server/outgoing/sender.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';

let directory: string;
/** Number of times that the egress guard has looked up a URL in the whitelist, for all senders. */
let opened = 0;
const anywhere = new EgressGuard(async () => {
  opened += 1;
  return true;
});
before(async () => (directory = await mkdtemp(join(tmpdir(), 'log-console-senders-'))));
after(() => rm(directory, { recursive: true, force: true }));

const message = (text: string, fields: IncomingMessage['fields'] = {}): IncomingMessage => ({
  timestamp: Date.UTC(2026, 10, 23, 1, 2, 3, 4),
  source: 'web 1',
  message: text,
  fields,
  streams: [],
  inputId: 'i',
  receivedAt: 0,
});

/** Creates the sender of a type; fields that the configuration lacks have their default values. */
async function senderOf(type: string, configuration: Record<string, unknown>): Promise<Sender> {
  const known = outputTypesById.get(type);
  assert.ok(known);
  const fields = Object.entries(known.info.requested_configuration);
  const defaults = Object.fromEntries(fields.map(([name, { default_value: value }]) => [name, value]));
  const whole = { ...defaults, ...configuration };
  return known.sender(whole, { directory, open: () => anywhere.open(known.url?.(whole) ?? '') });
}

async function send(sender: Sender, messages: readonly IncomingMessage[]): Promise<string[]> {
  const refused: string[] = [];
  await sender.send(messages, (reason) => refused.push(reason), new AbortController().signal);
  return refused;
}

/** Collects received data until there is enough. */
async function collected(server: Server, enough: (text: string) => boolean, act: (port: number) => Promise<void>) {
  let text = '';
  const all = new Promise<string>((resolve) => {
    const take = (socket: NodeJS.ReadableStream): void => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => {
        text += data.toString();
        if (enough(text)) resolve(text);
      });
    };
    server.on('secureConnection', take);
    if (!('setSecureContext' in server)) server.on('connection', take);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await act((server.address() as AddressInfo).port);
  const got = await all;
  server.close();
  return got;
}

test('GELF over TLS is sent only to a trusted receiver', async () => {
  const pair = selfSignedCertificate('localhost');
  const trusted = join(directory, 'trusted.pem');
  await writeFile(trusted, pair.cert);
  const place = { hostname: 'localhost', protocol: 'TCP+TLS', tls_verification_enabled: true, connect_timeout: 5000 };
  const got = await collected(
    createTls(pair),
    (text) => text.endsWith('\0'),
    async (port) => {
      const distrusting = await senderOf(outputTypeIds.gelf, { ...place, port });
      await assert.rejects(send(distrusting, [message('secret')]), /localhost:\d+: .*(self.signed|certificate)/i);
      distrusting.close();
      const sender = await senderOf(outputTypeIds.gelf, { ...place, port, tls_trust_cert_chain: trusted });
      await send(sender, [message('one')]);
      sender.close();
    },
  );
  assert.equal((JSON.parse(got.slice(0, -1)) as Record<string, unknown>)['short_message'], 'one');
});

test('an output does not count messages as delivered if the connection ends right after them', async () => {
  const server = createTcp((socket) => socket.on('error', () => undefined).on('data', () => socket.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = await senderOf(outputTypeIds.gelf, { hostname: '127.0.0.1', port });
  await send(sender, [message('one')]);
  assert.ok((sender.doubtMs ?? 0) > 0);
  const lost = (): boolean => {
    try {
      sender.check?.();
      return false;
    } catch {
      return true;
    }
  };
  await until('the loss of the connection is noticed', lost);
  sender.close();
  server.close();
});

test('syslog over TCP is sent with its length, priority, header and structured data', async () => {
  const fields = { level: 3, application_name: 'my app', process_id: 7, 'a]"b': 'x"y\\z]', big: 12345678901234567890n };
  const got = await collected(
    createTcp(),
    (text) => text.includes('second'),
    async (port) => {
      const sender = await senderOf(outputTypeIds.syslog, { hostname: '127.0.0.1', port, facility: '16' });
      await send(sender, [message('first\nline ü', fields), message('second')]);
      sender.close();
    },
  );
  const first =
    '<131>1 2026-11-23T01:02:03.004Z web_1 my_app 7 - [fields@32473 level="3" application_name="my app" process_id="7" ' +
    'a__b="x\\"y\\\\z\\]" big="12345678901234567890"] first\nline ü';
  const second = '<134>1 2026-11-23T01:02:03.004Z web_1 - - - - second';
  assert.equal(got, `${Buffer.byteLength(first)} ${first}${second.length} ${second}`);
});

test('line-framed syslog has no line end within a message', async () => {
  const got = await collected(
    createTcp(),
    (text) => text.endsWith('\n'),
    async (port) => {
      const configuration = { hostname: '127.0.0.1', port, framing: 'LINES', structured_data: false };
      const sender = await senderOf(outputTypeIds.syslog, configuration);
      await send(sender, [message('first\r\n<0>1 forged', { a: 1 })]);
      sender.close();
    },
  );
  assert.equal(got, '<14>1 2026-11-23T01:02:03.004Z web_1 - - - - first <0>1 forged\n');
});

test('a socket that cannot be opened fails the attempt, and the next one is sent', async (context) => {
  const socket = createSocket('udp4');
  context.after(() => socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const configuration = { hostname: '127.0.0.1', port: socket.address().port, protocol: 'UDP' };
  const sender = await senderOf(outputTypeIds.syslog, configuration);
  context.after(() => sender.close());
  const bind = context.mock.method(Socket.prototype, 'bind', function (this: Socket) {
    process.nextTick(() => this.emit('error', new Error('too many open files')));
    return this;
  });
  await assert.rejects(send(sender, [message('one')]), /too many open files/);
  bind.mock.restore();
  const arrived = once(socket, 'message');
  assert.deepEqual(await send(sender, [message('two')]), []);
  assert.match(String((await arrived)[0]), /two$/);
});

test('syslog over UDP is sent in one datagram; a message that is too large is refused', async () => {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const datagram = once(socket, 'message');
  const configuration = { hostname: '127.0.0.1', port: socket.address().port, protocol: 'UDP' };
  const sender = await senderOf(outputTypeIds.syslog, configuration);
  const refused = await send(sender, [message('x'.repeat(70_000)), message('small')]);
  const [data] = (await datagram) as [Buffer];
  assert.match(data.toString(), / small$/);
  assert.deepEqual(refused, ['A message is too large for UDP.']);
  sender.close();
  socket.close();
});

/** Starts an HTTP receiver that records each request and answers with a status. */
async function receiver(status: (body: string, count: number) => number) {
  const calls: { readonly headers: Call['headers']; readonly url: string | undefined; readonly body: string }[] = [];
  const server = createHttp((call, answer) => {
    const parts: Buffer[] = [];
    call.on('data', (part: Buffer) => parts.push(part));
    call.on('end', () => {
      const bytes = Buffer.concat(parts);
      const body = (call.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      calls.push({ headers: call.headers, url: call.url, body });
      answer.writeHead(status(body, calls.length), { Location: '/elsewhere' }).end('answer');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { calls, server, port: (server.address() as AddressInfo).port };
}

test('the HTTP output posts compressed JSON lines with the Authorization header', async () => {
  const { calls, server, port } = await receiver(() => 202);
  const url = `http://127.0.0.1:${port}/in?x=1`;
  const sender = await senderOf(outputTypeIds.http, { url, batch_size: 2, authorization: 'Bearer abc' });
  await send(sender, [
    message('a', { n: 1, big: 9007199254740993n }),
    message('b', { timestamp: 'mine' }),
    message('c'),
  ]);
  const base = { timestamp: '2026-11-23T01:02:03.004Z', source: 'web 1' };
  const lines = calls.map(({ body }) => body.trimEnd().split('\n'));
  assert.deepEqual(
    lines.map((list) => list.map((line) => JSON.parse(line) as object)),
    [
      [
        { ...base, message: 'a', n: 1, big: '9007199254740993' },
        { ...base, message: 'b' },
      ],
      [{ ...base, message: 'c' }],
    ],
  );
  const [first] = calls;
  assert.deepEqual(
    [first?.url, first?.headers.authorization, first?.headers['content-type'], first?.headers['content-encoding']],
    ['/in?x=1', 'Bearer abc', 'application/x-ndjson', 'gzip'],
  );
  sender.close();
  server.close();
});

test('the HTTP output skips only refused messages, retries other failures, and follows no redirect', async () => {
  const { calls, server, port } = await receiver((body) => (body.includes('bad') ? 400 : 200));
  const configuration = { url: `http://127.0.0.1:${port}/`, format: 'JSON', compression: false };
  const sender = await senderOf(outputTypeIds.http, configuration);
  const before = opened;
  const refused = await send(
    sender,
    ['a', 'b', 'bad', 'c'].map((text) => message(text)),
  );
  assert.equal(opened - before, 1, 'the egress guard checks the address once for all requests');
  assert.deepEqual(refused, [`127.0.0.1:${port}: the receiver answers with status 400`]);
  const taken = calls.filter(({ body }) => !body.includes('bad')).flatMap(({ body }) => JSON.parse(body) as object[]);
  assert.deepEqual(
    taken.map((one) => (one as IncomingMessage).message),
    ['a', 'b', 'c'],
  );
  sender.close();
  server.close();
  for (const status of [302, 401, 503]) {
    const other = await receiver(() => status);
    const failing = await senderOf(outputTypeIds.http, { url: `http://127.0.0.1:${other.port}/` });
    await assert.rejects(send(failing, [message('a')]), new RegExp(`status ${status}$`));
    assert.equal(other.calls.length, 1);
    failing.close();
    other.server.close();
  }
});

test('the HTTP output waits no longer than the configured timeout', async () => {
  const silent = createHttp(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const sender = await senderOf(outputTypeIds.http, { url, timeout: 50 });
  await assert.rejects(send(sender, [message('a')]), /no answer within 50 ms/);
  sender.close();
  silent.closeAllConnections();
  silent.close();
});

test('GELF over HTTP posts each message separately', async () => {
  const { calls, server, port } = await receiver(() => 202);
  const sender = await senderOf(outputTypeIds.gelf, { hostname: '127.0.0.1', port, protocol: 'HTTP' });
  await send(sender, [message('a'), message('b')]);
  assert.deepEqual(calls.map(({ url, body }) => [url, body]).sort(), [
    ['/gelf', gelfOf(message('a'))],
    ['/gelf', gelfOf(message('b'))],
  ]);
  sender.close();
  server.close();
});

test('a full file of the file output is rotated, the oldest file is deleted, and a truncated line stays separate', async () => {
  const target = { directory: join(directory, 'files'), name: 'out.log', mostBytes: 30, keptFiles: 2 };
  const sender = new FileSender(target, ({ message: text }) => text);
  for (const text of ['first', 'second', 'third', 'fourth']) await send(sender, [message(text.padEnd(25, '.'))]);
  sender.close();
  const content = async (name: string): Promise<string> => readFile(join(target.directory, name), 'utf8');
  assert.deepEqual((await readdir(target.directory)).sort(), ['out.log', 'out.log.1', 'out.log.2']);
  assert.deepEqual(
    [await content('out.log'), await content('out.log.1'), await content('out.log.2')],
    ['fourth', 'third', 'second'].map((text) => `${text.padEnd(25, '.')}\n`),
  );
  await writeFile(join(target.directory, 'out.log'), 'cut off');
  const next = new FileSender(target, ({ message: text }) => text);
  await send(next, [message('whole')]);
  assert.equal(await content('out.log'), 'cut off\nwhole\n');
  next.close();
});

test('outputs refuse hostile file names and invalid addresses', () => {
  const problem = (type: string, configuration: Record<string, unknown>) =>
    outputTypesById.get(type)?.problem?.(configuration);
  const names = [
    '../a',
    '/etc/passwd',
    '..',
    '.hidden',
    'a/b',
    'a\\b',
    'a\0b',
    'a..b',
    'a.',
    'C:a',
    'a b',
    '',
    'x'.repeat(101),
  ];
  for (const name of names)
    assert.match(problem(outputTypeIds.file, { file_name: name }) ?? '', /^"file_name"/, JSON.stringify(name));
  assert.equal(problem(outputTypeIds.file, { file_name: 'shop-2.log' }), undefined);
  for (const url of ['ftp://a/', 'a', 'http://u:p@a/', 'http://a/#b', 'file:///etc/passwd'])
    assert.match(problem(outputTypeIds.http, { url }) ?? '', /^"url"/, url);
  assert.match(problem(outputTypeIds.http, { url: 'http://a/', authorization: 'a\r\nb' }) ?? '', /^"authorization"/);
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage as Incoming } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { brokenCall } from '../../../../host/server/intake/transport/http-broken.js';
import type { Receiver } from '../../../../host/server/intake/transport/receiver.js';
import { HttpListener, type HttpService } from '../../../../host/server/intake/transport/http-listener.js';
import { journalService } from '../../../../host/server/intake/transport/journal-http.js';
import { countersOf, openIntake, openTcp, type OpenIntake } from './open-intake.js';
import { eventually } from './recording-sink.js';

const gelf = (message: string) => JSON.stringify({ version: '1.1', host: 'h', short_message: message });

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

async function post(port: number, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body: body as BodyInit, headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

const brief = { requestMs: 200, discardedBytes: 1_000_000, discardingMs: 200 };

/** Starts a listener with limits that a test can wait for. */
async function listener(
  context: TestContext,
  { intake, id }: OpenIntake,
  service: (receiver: Receiver) => HttpService,
  seen = (receiver: Receiver) => receiver,
): Promise<number> {
  const running = intake.inputs.running(id)?.receiver;
  assert.ok(running);
  const receiver = seen(running);
  const settings = {
    address: '127.0.0.1',
    port: 0,
    tls: undefined,
    cors: false,
    maxBodyBytes: 10_000,
    maxInflatedBytes: 10_000,
    idleTimeout: 60,
  };
  const transport = new HttpListener(settings, receiver, service(receiver), brief);
  const { port } = await transport.start();
  context.after(() => transport.stop());
  return port;
}

describe('HTTP requests that take too long', () => {
  it('an incomplete HTTP request is closed after the timeout without a response', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    const service = { answer: async ({ body }) => ({ status: (await body()).length }) } satisfies HttpService;
    const port = await listener(context, open, () => service);
    for (const bytes of ['POST / HTTP/1.1\r\nHos', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf']) {
      const socket = await openTcp(context, port);
      const heard: Buffer[] = [];
      socket.on('data', (part: Buffer) => heard.push(part));
      socket.write(bytes);
      await once(socket, 'close');
      assert.equal(Buffer.concat(heard).toString(), '');
    }
    await eventually(() => countersOf(open).malformed > 0);
    assert.deepEqual(
      countersOf(open)
        .failures()
        .map(({ reason }) => reason),
      ['The request ended in the middle of its body.'],
    );
  });

  it('the timeout of a request does not run while the server waits for the store', async (context) => {
    const open = await openIntake(context, 'journalHttp');
    const nobody = async () => ({ token: undefined, user: undefined, password: undefined });
    const port = await listener(context, open, (receiver) => journalService(receiver, nobody));
    open.sink.setPressure('full');
    const socket = await openTcp(context, port);
    const answer = once(socket, 'data') as Promise<[Buffer]>;
    const head =
      'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/vnd.fdo.journal\r\nContent-Length: 22\r\n';
    socket.write(`${head}\r\nMESSAGE=a\n\n`);
    await eventually(() => countersOf(open).received.total === 1);
    const silent = await openTcp(context, port);
    await once(silent, 'close');
    open.sink.setPressure('open');
    socket.write('MESSAGE=b\n\n');
    assert.match((await answer)[0].toString(), /^HTTP\/1\.1 202 /);
    assert.deepEqual(open.sink.texts(), ['a', 'b']);
  });

  it('a request that waits repeatedly for the store leaves no listeners behind', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    let waits = 0;
    const behind = (receiver: Receiver): Receiver =>
      Object.create(receiver, {
        pressure: { value: 'slow' },
        whenOpen: { value: async () => void (waits += 1) },
      }) as Receiver;
    const warnings: string[] = [];
    const warned = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', warned);
    context.after(() => process.off('warning', warned));
    let taken = 0;
    const service: HttpService = {
      answer: async ({ parts }) => {
        for await (const part of parts()) taken += part.length;
        return { status: 200 };
      },
      endless: true,
    };
    const port = await listener(context, open, () => service, behind);
    const socket = await openTcp(context, port);
    const answer = once(socket, 'data');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n');
    for (let sent = 0; sent < 20; sent += 1) {
      await eventually(() => taken === sent);
      socket.write('x');
    }
    await answer;
    assert.ok(waits >= 20);
    assert.deepEqual(warnings, []);
  });
});

describe('GELF HTTP', () => {
  it('answers 202 only when the message is durable', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    let release: () => void = () => undefined;
    open.sink.gate = new Promise((resolve) => (release = resolve));
    let answered = false;
    const answer = post(open.port, gelf('one')).finally(() => (answered = true));
    await eventually(() => countersOf(open).received.total === 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(answered, false);
    release();
    assert.equal((await answer).status, 202);
    assert.deepEqual(open.sink.texts(), ['one']);
  });

  it('a GELF body may contain several messages if bulk receiving is enabled', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { enable_bulk_receiving: true });
    assert.equal((await post(open.port, `${gelf('a')}\n\r\n${gelf('b')}\r\nbroken\n${gelf('c')}`)).status, 202);
    assert.deepEqual(open.sink.texts(), ['a', 'b', 'c']);
    assert.equal(countersOf(open).malformed, 1);
    const none = await post(open.port, 'broken\nbroken too\n');
    assert.equal(none.status, 400);
    assert.match(none.text, /Not valid JSON/);
  });

  it('a GELF body with several messages is refused with a hint at the bulk option if that is disabled', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    const answer = await post(open.port, `${gelf('a')}\n${gelf('b')}\n`);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /[^.]\. Several messages in one body .*enable_bulk_receiving/);
  });

  it('compressed GELF bodies are decompressed with and without the header Content-Encoding', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { enable_bulk_receiving: true });
    const statuses = [
      await post(open.port, gzipSync(`${gelf('a')}\n${gelf('b')}`), { 'Content-Encoding': 'gzip' }),
      await post(open.port, deflateSync(gelf('c')), { 'Content-Encoding': 'deflate' }),
      await post(open.port, gzipSync(gelf('d'))),
      await post(open.port, deflateSync(gelf('e')), { 'Content-Encoding': 'gzip,deflate' }),
      await post(open.port, gzipSync(gelf('f')), { 'Content-Encoding': 'gzip, deflate' }),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [202, 202, 202, 202, 202]);
    assert.deepEqual(open.sink.texts(), ['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('invalid GELF requests are refused with a reason', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { max_chunk_size: 100_000, decompress_size_limit: 1_000_000 });
    const gzip = { 'Content-Encoding': 'gzip' };
    for (const [body, headers, status, reason] of [
      ['{"host":"h"}', {}, 400, /short_message/],
      ['', {}, 400, /empty/],
      ['{', {}, 400, /Not valid JSON/],
      [gzipSync(gelf('cut')).subarray(0, 30), gzip, 400, /Broken gzip body/],
      ['plain', gzip, 400, /Broken gzip body/],
      [gelf('x'), { 'Content-Encoding': 'br' }, 400, /use gzip or deflate/],
      [gelf('x'), { 'Content-Encoding': 'gzip, br' }, 400, /use gzip or deflate/],
      ['plain', { 'Content-Encoding': 'gzip,deflate' }, 400, /Broken gzip,deflate body/],
      [gzipSync(Buffer.alloc(50_000_000)), gzip, 413, /after decompression/],
      ['x'.repeat(100_001), {}, 413, /max_chunk_size/],
    ] as const) {
      const answer = await post(open.port, body as string, headers as Record<string, string>);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, reason);
    }
    assert.equal(countersOf(open).malformed + countersOf(open).empty, 10);
    assert.equal((await post(open.port, gelf('after'))).status, 202);
  });

  it('a chunked GELF body is refused as soon as it is too large', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { max_chunk_size: 50_000 });
    const socket = await openTcp(context, open.port);
    socket.write('POST /gelf HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let part = 0; part < 10; part += 1) socket.write(`2710\r\n${'x'.repeat(10_000)}\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
  });

  it('the GELF input answers 404 to other paths and 405 to other methods', async (context) => {
    const { port } = await openIntake(context, 'gelfHttp', { enable_cors: false });
    const status = async (method: string, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    assert.equal(await status('POST', '/other'), 404);
    assert.equal(await status('GET', '/gelf'), 405);
    assert.equal(await status('OPTIONS', '/gelf'), 200);
  });

  it('the GELF input sends CORS headers only if configured', async (context) => {
    const origin = { Origin: 'https://a.example' };
    const off = await openIntake(context, 'gelfHttp', { enable_cors: false });
    assert.equal((await post(off.port, gelf('a'), origin)).headers.get('access-control-allow-origin'), null);
    const on = await openIntake(context, 'gelfHttp', { enable_cors: true });
    const answer = await post(on.port, gelf('a'), origin);
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://a.example');
  });

  it('the GELF input answers 503 and stores nothing while the store is full or fails', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    open.sink.setPressure('full');
    const full = await post(open.port, gelf('a'));
    assert.equal(full.status, 503);
    assert.equal(full.headers.get('retry-after'), '1');
    open.sink.setPressure('open');
    open.sink.failure = new Error('disk');
    assert.equal((await post(open.port, gelf('b'))).status, 503);
    open.sink.failure = undefined;
    assert.equal((await post(open.port, gelf('c'))).status, 202);
    assert.deepEqual(open.sink.texts(), ['c']);
    assert.equal(countersOf(open).dropped, 2);
  });

  it('a GELF connection is kept open for further requests', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    context.after(() => agent.destroy());
    for (let index = 0; index < 20; index += 1) {
      const request = httpRequest({ port: open.port, host: '127.0.0.1', path: '/gelf', method: 'POST', agent });
      request.end(gelf(`m${index}`));
      const [answer] = (await once(request, 'response')) as [Incoming];
      answer.resume();
      await once(answer, 'end');
      assert.equal(answer.statusCode, 202);
    }
    assert.equal(open.sink.messages.length, 20);
    assert.equal(countersOf(open).totalConnections, 1);
  });

  it('the GELF input supports TLS', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { tls_enable: true });
    const request = httpsRequest({
      port: open.port,
      host: '127.0.0.1',
      path: '/gelf',
      method: 'POST',
      rejectUnauthorized: false,
      agent: false,
    });
    request.end(gelf('secret'));
    const [answer] = (await once(request, 'response')) as [Incoming];
    answer.resume();
    assert.equal(answer.statusCode, 202);
    assert.deepEqual(open.sink.texts(), ['secret']);
  });

  it('bytes that are not HTTP are answered with 400 or 431, and their excerpt contains no secret', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    const secret = 'Authorization: Bearer secret\r\n';
    const calls: [bytes: string, status: number, listed: string][] = [
      ['\0\0\0garbage is what this is\r\n\r\n', 400, '\0\0\0garbage is wh'],
      [`POST /gelf?token=secret HTTP/1.1\r\n${secret}bad header\r\n\r\n`, 400, 'POST /gelf'],
      [`POST /gelf HTTP/1.1\r\n${secret}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'POST /gelf'],
    ];
    const later = { code: 'HPE_INVALID_HEADER_TOKEN', message: 'm', name: 'n', rawPacket: Buffer.from(secret) };
    assert.equal(brokenCall(later).excerpt.length, 0, 'a packet that begins within the headers gets no excerpt');
    for (const [bytes, status, listed] of calls) {
      const socket = await openTcp(context, open.port);
      const heard = once(socket, 'data') as Promise<[Buffer]>;
      socket.write(bytes);
      assert.match((await heard)[0].toString(), new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(countersOf(open).failures()[0]?.bytes.toString('latin1'), listed);
    }
    assert.equal((await post(open.port, gelf('after'))).status, 202);
  });

  it('stopping the input during a request does not acknowledge the request', async (context) => {
    const open = await openIntake(context, 'gelfHttp');
    const socket = await openTcp(context, open.port);
    socket.write(`POST /gelf HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n${gelf('half')}`);
    await eventually(() => countersOf(open).readBytes.total > 0);
    const heard: Buffer[] = [];
    socket.on('data', (part: Buffer) => heard.push(part));
    await open.intake.inputs.stop(open.id);
    await eventually(() => socket.destroyed);
    assert.doesNotMatch(Buffer.concat(heard).toString(), /HTTP\/1\.1 [24]/);
    assert.equal(countersOf(open).malformed, 0);
  });

  it('a client that is still sending its body receives the refusal', async (context) => {
    const open = await openIntake(context, 'gelfHttp', { max_chunk_size: 10_000 });
    const bytes = 8 * 1024 * 1024;
    const whole = Buffer.alloc(bytes, 'x');
    const chunked = Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), whole, Buffer.from('\r\n0\r\n\r\n')]);
    const calls: [head: string, body: Buffer][] = [
      [`POST /gelf HTTP/1.1\r\nContent-Length: ${bytes}`, whole],
      [`POST /no HTTP/1.1\r\nContent-Length: ${bytes}`, whole],
      ['POST /gelf HTTP/1.1\r\nTransfer-Encoding: chunked', chunked],
    ];
    for (const [head, body] of calls) {
      const socket = await openTcp(context, open.port);
      const ended = once(socket, 'close') as Promise<[boolean]>;
      const heard: Buffer[] = [];
      socket.on('data', (part: Buffer) => heard.push(part));
      socket.write(`${head}\r\nHost: x\r\n\r\n`);
      socket.write(body);
      const [failed] = await ended;
      assert.match(Buffer.concat(heard).toString(), /^HTTP\/1\.1 4(?:13|04) [^]*Connection: close/i);
      assert.equal(failed, false, 'the connection was ended and not reset');
    }
  });
});

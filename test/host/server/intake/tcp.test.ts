import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { countersOf, openIntake, openTcp } from './open-intake.js';
import { eventually } from './recording-sink.js';

const gelf = (message: string) => JSON.stringify({ version: '1.1', host: 'h', short_message: message });

describe('TCP inputs', () => {
  it('GELF: frames with null bytes or newlines, fragmented and indented, are received', async (context) => {
    const open = await openIntake(context, 'gelfTcp');
    const socket = await openTcp(context, open.port);
    const indented = JSON.stringify(JSON.parse(gelf('indented')), null, 2);
    const stream = Buffer.from(`${gelf('a')}\0${gelf('b')}\n${indented}\0\0\n${gelf('ü😀')}\r\n`);
    for (let at = 0; at < stream.length; at += 11) {
      socket.write(stream.subarray(at, at + 11));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await open.sink.until(4);
    assert.deepEqual(open.sink.texts(), ['a', 'b', 'indented', 'ü😀']);
    socket.end(gelf('unfinished'));
    await open.sink.until(5);
    await eventually(() => countersOf(open).openConnections === 0);
    assert.equal(countersOf(open).totalConnections, 1);
    assert.equal(countersOf(open).readBytes.total, stream.length + gelf('unfinished').length);
  });

  it('syslog: octet counting and newline framing may be mixed on one connection', async (context) => {
    const open = await openIntake(context, 'syslogTcp');
    const socket = await openTcp(context, open.port);
    socket.write('12 <13>t: count<13>Oct 11 22:14:15 h t: line\n\r\n<13>BOM');
    socket.end('\n');
    await open.sink.until(3);
    assert.deepEqual(open.sink.texts(), ['count', 'line', 'BOM']);
  });

  it('syslog: an absurd octet count ends only its own connection', async (context) => {
    const open = await openIntake(context, 'syslogTcp');
    const hostile = await openTcp(context, open.port);
    const other = await openTcp(context, open.port);
    hostile.resume();
    hostile.write('1073741824 <13>x');
    await once(hostile, 'close');
    other.write('-1 <13>negative\n<13>t: fine\n');
    await open.sink.until(2);
    assert.deepEqual(open.sink.texts(), ['-1 <13>negative', 'fine']);
    assert.match(countersOf(open).failures()[0]?.reason ?? '', /Octet count 1073741824/);
  });

  it('raw and JSON lines: newlines or null bytes separate messages', async (context) => {
    const raw = await openIntake(context, 'rawTcp');
    (await openTcp(context, raw.port)).end('one\r\ntwo\n\nthree');
    await raw.sink.until(3);
    assert.deepEqual(raw.sink.texts(), ['one', 'two', 'three']);
    assert.equal(countersOf(raw).empty, 1);
    const nul = await openIntake(context, 'rawTcp', { use_null_delimiter: true });
    (await openTcp(context, nul.port)).end('a\nb\0c\0');
    await nul.sink.until(2);
    assert.deepEqual(nul.sink.texts(), ['a\nb', 'c']);
    const json = await openIntake(context, 'jsonTcp');
    (await openTcp(context, json.port)).end('{"msg":"m","a":{"b":1}}\nnot json\n{"msg":"n"}\n');
    await json.sink.until(2);
    assert.equal(json.sink.messages[0]?.fields['a_b'], 1);
    assert.equal(countersOf(json).malformed, 1);
  });

  it('a message beyond the maximum size is skipped', async (context) => {
    const open = await openIntake(context, 'rawTcp', { max_message_size: 1000 });
    const socket = await openTcp(context, open.port);
    socket.end(`${'x'.repeat(3_000_000)}\nafter\n`);
    await open.sink.until(1);
    assert.deepEqual(open.sink.texts(), ['after']);
    assert.equal(countersOf(open).malformed, 1);
  });

  it('a message that its connection cuts off is counted as malformed and not stored', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const socket = await openTcp(context, open.port);
    socket.write('whole\nhal');
    await open.sink.until(1);
    socket.resetAndDestroy();
    await eventually(() => countersOf(open).malformed === 1);
    assert.deepEqual(open.sink.texts(), ['whole']);
    assert.match(countersOf(open).failures()[0]?.reason ?? '', /middle of a message/);
  });

  it('stops reading while the store is slow, and receives all messages afterwards', async (context) => {
    const open = await openIntake(context, 'rawTcp', {}, { slowBytes: 100_000, fullBytes: 1_000_000_000 });
    let release: () => void = () => undefined;
    open.sink.gate = new Promise((resolve) => (release = resolve));
    const socket = await openTcp(context, open.port);
    const line = `${'x'.repeat(999)}\n`;
    const total = 100_000;
    let sent = 0;
    const send = () => {
      while (sent < total) {
        sent += 1;
        if (!socket.write(line)) return;
      }
      socket.end();
    };
    socket.on('drain', send);
    send();
    // The test waits until the number of read bytes no longer grows, because backpressure has stopped the sender.
    let before = -1;
    await eventually(() => {
      const now = countersOf(open).readBytes.total;
      const still = now > 0 && now === before;
      before = now;
      return still;
    });
    assert.ok(countersOf(open).readBytes.total < 10_000_000, `${countersOf(open).readBytes.total} bytes were read`);
    release();
    await open.sink.until(total);
    assert.equal(open.sink.messages.length, total);
  });

  it('a failing store ends the connection and counts the messages', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    open.sink.failure = new Error('disk full');
    const socket = await openTcp(context, open.port);
    socket.resume();
    socket.write('lost\n');
    await once(socket, 'close');
    assert.equal(countersOf(open).dropped, 1);
  });

  it('stops although a sender stays connected, and stores the received messages', async (context) => {
    const open = await openIntake(context, 'rawTcp');
    const socket = await openTcp(context, open.port);
    socket.resume();
    socket.write('one\ntwo');
    await open.sink.until(1);
    await open.intake.inputs.stop(open.id);
    assert.deepEqual(open.sink.texts(), ['one', 'two']);
    assert.equal(open.intake.inputs.running(open.id)?.state, 'STOPPED');
  });

  for (const tls of [false, true]) {
    it(`stores data that is in transit when the input stops${tls ? ', also over TLS' : ''}`, async (context) => {
      const open = await openIntake(context, 'rawTcp', { tls_enable: tls });
      const socket = tls
        ? connectTls({ port: open.port, host: '127.0.0.1', rejectUnauthorized: false })
        : await openTcp(context, open.port);
      if (tls) await once(socket, 'secureConnect');
      socket.resume();
      const lines = Array.from({ length: 20_000 }, (_, at) => `${at} ${'x'.repeat(200)}`);
      socket.write(`${lines.join('\n')}\n`);
      await open.sink.until(1);
      await open.intake.inputs.stop(open.id);
      assert.deepEqual(open.sink.texts(), lines);
    });
  }
});

async function certificates(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-tls-'));
  context.after(() => rm(directory, { recursive: true }));
  const server = selfSignedCertificate('server');
  const client = selfSignedCertificate('client');
  const path = (name: string) => join(directory, name);
  await writeFile(path('cert.pem'), server.cert);
  await writeFile(path('key.pem'), server.key);
  await writeFile(path('client.pem'), client.cert);
  return { server, client, path };
}

async function sendTls(port: number, text: string, options: ConnectionOptions): Promise<void> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'server', ...options });
  await once(socket, 'secureConnect');
  socket.resume();
  socket.end(text);
  await once(socket, 'close');
}

describe('TLS inputs', () => {
  it('a TLS input uses the configured certificate', async (context) => {
    const { server, path } = await certificates(context);
    const tls = { tls_enable: true, tls_cert_file: path('cert.pem'), tls_key_file: path('key.pem') };
    const open = await openIntake(context, 'rawTcp', tls);
    await sendTls(open.port, 'secret\n', { ca: server.cert });
    await open.sink.until(1);
    assert.deepEqual(open.sink.texts(), ['secret']);
  });

  it('a TLS input without a configured certificate generates one', async (context) => {
    const open = await openIntake(context, 'syslogTcp', { tls_enable: true });
    await sendTls(open.port, '<13>t: secret\n', { rejectUnauthorized: false });
    await open.sink.until(1);
    assert.deepEqual(open.sink.texts(), ['secret']);
  });

  it('a TLS input accepts only clients with a trusted certificate if configured', async (context) => {
    const { server, client, path } = await certificates(context);
    const open = await openIntake(context, 'rawTcp', {
      tls_enable: true,
      tls_cert_file: path('cert.pem'),
      tls_key_file: path('key.pem'),
      tls_client_auth: 'required',
      tls_client_auth_cert_file: path('client.pem'),
    });
    await sendTls(open.port, 'known\n', { ca: server.cert, cert: client.cert, key: client.key });
    await open.sink.until(1);
    await sendTls(open.port, 'unknown\n', { ca: server.cert }).catch(() => undefined);
    await eventually(() => countersOf(open).malformed === 1);
    assert.deepEqual(open.sink.texts(), ['known']);
  });

  it('a TLS input counts a sender without TLS as malformed', async (context) => {
    const open = await openIntake(context, 'rawTcp', { tls_enable: true });
    (await openTcp(context, open.port)).end('plain text\n');
    await eventually(() => countersOf(open).malformed === 1);
    assert.match(countersOf(open).failures()[0]?.reason ?? '', /^TLS: /);
  });
});

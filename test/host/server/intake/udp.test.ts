import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { chunked } from './gelf-packets.js';
import { countersOf, openIntake, sendUdp } from './open-intake.js';
import { eventually } from './recording-sink.js';

const gelf = (message: string, more: object = {}) =>
  JSON.stringify({ version: '1.1', host: 'h', short_message: message, ...more });

describe('GELF UDP', () => {
  it('GELF UDP receives plain, gzip, zlib and chunked packets', async (context) => {
    const open = await openIntake(context, 'gelfUdp');
    const long = gelf('long', { _text: 'x'.repeat(20_000) });
    const [first, ...others] = chunked(gzipSync(gelf('compressed chunks', { _t: 'y'.repeat(500) })), 7, 20);
    await sendUdp(
      open.port,
      gelf('plain'),
      gzipSync(gelf('gzip')),
      deflateSync(gelf('zlib')),
      ...chunked(long, 1, 3000).reverse(),
      ...(first ? [first, first, ...others] : []),
    );
    const messages = await open.sink.until(5);
    const texts = messages.map(({ message }) => message);
    assert.deepEqual(texts.sort(), ['compressed chunks', 'gzip', 'long', 'plain', 'zlib']);
    const plain = messages.find(({ message }) => message === 'plain');
    assert.equal(plain?.source, 'h');
    assert.equal(plain.inputId, open.id);
    assert.equal(plain.remote?.address, '127.0.0.1');
    assert.deepEqual(plain.streams, ['000000000000000000000001']);
    assert.equal(plain.timestamp, plain.receivedAt);
  });

  it('GELF UDP counts and lists malformed packets, and continues', async (context) => {
    const open = await openIntake(context, 'gelfUdp');
    const hostile = [
      gzipSync(Buffer.alloc(30_000_000)),
      gzipSync(gelf('cut')).subarray(0, 30),
      Buffer.from([0x1e, 0x0f, 1]),
      '{"host":"h"}',
      '\0\0\0',
      Buffer.from([0xff, 0xfe, 0xfd]),
      `{"host":"h","short_message":"m","_d":${'['.repeat(5000)}}`,
    ];
    await sendUdp(open.port, ...hostile, '', gelf('after'));
    await open.sink.until(1);
    await eventually(() => countersOf(open).malformed === hostile.length);
    const { failures, empty, received } = {
      ...countersOf(open),
      failures: countersOf(open).failures(),
      empty: countersOf(open).empty,
      received: countersOf(open).received.total,
    };
    assert.equal(empty, 1);
    assert.equal(received, hostile.length + 2);
    assert.ok(failures.some(({ reason }) => reason.includes('after decompression')));
    assert.ok(failures.every(({ reason, remote }) => reason !== '' && remote.startsWith('127.0.0.1:')));
    assert.deepEqual(open.sink.texts(), ['after']);
  });

  it('GELF UDP drops and counts packets while the store is full', async (context) => {
    const open = await openIntake(context, 'gelfUdp');
    open.sink.setPressure('full');
    await sendUdp(open.port, gelf('lost'), gelf('lost too'));
    await eventually(() => countersOf(open).dropped === 2);
    open.sink.setPressure('open');
    await sendUdp(open.port, gelf('kept'));
    await open.sink.until(1);
    assert.deepEqual(open.sink.texts(), ['kept']);
  });

  it('GELF UDP stores the packets that are in the receive buffer when the input stops', async (context) => {
    const open = await openIntake(context, 'gelfUdp');
    const socket = createSocket('udp4');
    context.after(() => socket.close());
    socket.connect(open.port, '127.0.0.1');
    await once(socket, 'connect');
    for (let at = 0; at < 100; at += 1) socket.send(gelf(`packet ${at}`));
    await open.intake.inputs.stop(open.id);
    assert.equal(open.sink.messages.length, 100);
  });
});

describe('syslog UDP and raw UDP', () => {
  it('syslog and raw UDP read one message per packet', async (context) => {
    const syslog = await openIntake(context, 'syslogUdp');
    await sendUdp(syslog.port, '<34>Oct 11 22:14:15 host su: one', '<13>1 - host app 7 - - two\n');
    assert.deepEqual(
      (await syslog.sink.until(2)).map(({ message, source }) => [message, source]),
      [
        ['one', 'host'],
        ['two', 'host'],
      ],
    );
    const raw = await openIntake(context, 'rawUdp', { override_source: 'fixed' });
    await sendUdp(raw.port, 'line 1\nline 2\n');
    const [message] = await raw.sink.until(1);
    assert.equal(message?.message, 'line 1\nline 2');
    assert.equal(message.source, 'fixed');
  });

  it('the source of a message without one is the address of its sender', async (context) => {
    const open = await openIntake(context, 'syslogUdp');
    await sendUdp(open.port, '<34>no host');
    assert.equal((await open.sink.until(1))[0]?.source, '127.0.0.1');
  });
});

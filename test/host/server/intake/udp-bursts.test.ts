// Tests datagrams that arrive faster than the input reads them: a burst is kept, and datagrams that the operating
// system drops are counted.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { dropsIn } from '../../../../host/server/intake/transport/udp-drops.js';
import { countersOf, openIntake } from './open-intake.js';
import { eventually } from './recording-sink.js';

const isReported = existsSync('/proc/net/udp');

/** Sends all datagrams in one turn of the event loop, in which none is read. */
async function burst(port: number, count: number): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.connect(port, '127.0.0.1', resolve));
  const datagram = Buffer.from(JSON.stringify({ host: 'h', short_message: 'm', _text: 'x'.repeat(900) }));
  let sent = 0;
  await new Promise<void>((resolve) => {
    for (let at = 0; at < count; at += 1)
      socket.send(datagram, () => {
        sent += 1;
        if (sent === count) resolve();
      });
  });
  socket.close();
}

test('a UDP input keeps a burst of a thousand datagrams', async (context) => {
  const open = await openIntake(context, 'gelfUdp');
  await burst(open.port, 1_000);
  await open.sink.until(1_000);
});

test(
  'a UDP input counts packets dropped by the system as lost',
  { skip: !isReported && 'this system does not tell' },
  async (context) => {
    const open = await openIntake(context, 'gelfUdp');
    const count = 30_000;
    await burst(open.port, count);
    await eventually(() => open.sink.messages.length + countersOf(open).dropped === count);
    assert.ok(countersOf(open).dropped > 0, 'the receive buffer cannot hold the burst');
    assert.ok(countersOf(open).unreadDatagrams > 0);
    assert.ok(countersOf(open).receiveBufferBytes > 0);
  },
);

test("a UDP input counts drops of the port's sockets only", () => {
  const table = [
    '   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops',
    '  442: 0100007F:2FB2 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 154973 2 0000000079dd9345 737',
    '  443: 00000000:2FB3 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 154974 2 0000000079dd9346 5',
    'torn',
    '',
  ].join('\n');
  assert.deepEqual([dropsIn(table, 0x2fb2), dropsIn(table, 0x2fb3), dropsIn(table, 1)], [737, 5, 0]);
});

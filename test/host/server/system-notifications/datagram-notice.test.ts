import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatagramNotice } from '../../../../host/server/system-notifications/datagram-notice.js';
import type { NewSystemNotification } from '../../../../host/server/system-notifications/notifications.js';

function watched(receiveBufferBytes: number) {
  const shown = new Map<string, string>();
  const reportedKeys: string[] = [];
  const clock = { at: 1_000_000 };
  const counters = { unreadDatagrams: 0, receiveBufferBytes };
  const set = ({ key = '', details }: NewSystemNotification): void =>
    void shown.set(key, String(details?.['description'] ?? ''));
  const notice = new DatagramNotice({
    notifications: {
      raise: (notification) => {
        reportedKeys.push(notification.key ?? '');
        set(notification);
      },
      amend: set,
      remove: (_type, key = '') => Promise.resolve(shown.delete(key)),
    },
    inputs: {
      runningInputs: () => [{ id: 'i', counters }],
      all: () => [{ id: 'i', title: 'Switches' }],
    },
    now: () => clock.at,
  });
  return { notice, counters, shown, reportedKeys, clock };
}

test('an input whose datagrams the operating system drops is reported with their number and a remedy until the drops end', () => {
  const { notice, counters, shown, reportedKeys, clock } = watched(208 * 1024);
  notice.look();
  assert.deepEqual([...shown], []);
  counters.unreadDatagrams = 737;
  notice.look();
  const [text = ''] = shown.values();
  assert.match(text, /^Input "Switches" lost 737 datagrams/);
  assert.match(text, /grants the input 208 KiB: .*sysctl -w net\.core\.rmem_max=4194304.*TCP/);
  counters.unreadDatagrams = 740;
  clock.at += 60_000;
  notice.look();
  assert.match([...shown.values()].join(), /lost 740 datagrams/);
  assert.deepEqual(reportedKeys, ['datagrams_lost i'], 'the input is reported once');
  clock.at += 31 * 60_000;
  notice.look();
  assert.deepEqual([...shown], []);
  counters.unreadDatagrams = 741;
  notice.look();
  assert.equal(reportedKeys.length, 2);
});

test('if the system grants the requested buffer, the remedy is a larger receive buffer of the input', () => {
  const { notice, counters, shown } = watched(4 * 1024 * 1024);
  counters.unreadDatagrams = 1;
  notice.look();
  assert.match([...shown.values()].join(), /larger "Receive Buffer Size"/);
});

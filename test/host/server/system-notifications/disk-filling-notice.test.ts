// A notification warns before the disk is full, by the forecast of the intake and by the free space.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  DiskFillingNotice,
  fillingKey,
  levelOf,
  type DiskState,
} from '../../../../host/server/system-notifications/disk-filling-notice.js';
import { createLog } from '../../../../host/server/log/log.js';
import { SystemNotifications } from '../../../../host/server/system-notifications/notifications.js';
import { notificationMessage } from '../../../../host/server/system-notifications/notification-texts.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

const GiB = 1024 ** 3;
const now = Date.UTC(2026, 0, 10, 12);
const state = (days: number | null, free = 500 * GiB, total = 1000 * GiB): DiskState => ({
  disk: { free_bytes: free, total_bytes: total },
  forecast: { bytes_per_day: 3 * GiB, full_in_days: days },
});

test('the notice of a filling disk warns by days left, free bytes or, on a small disk, free share, and ends only when the forecast is clearly better', () => {
  for (const [level, before, given] of [
    [0, 0, state(null)],
    [0, 0, state(15)],
    [1, 0, state(14)],
    [1, 1, state(16)],
    [0, 1, state(17)],
    [2, 0, state(3)],
    [2, 2, state(3.5)],
    [1, 2, state(4)],
    [0, 2, state(30)],
    [1, 0, state(null, 5 * GiB)],
    [0, 0, state(null, 5.1 * GiB)],
    [1, 1, state(null, 5.9 * GiB)],
    [2, 0, state(null, GiB)],
    [0, 0, state(null, 2 * GiB, 30 * GiB)],
    [1, 0, state(null, 1.4 * GiB, 30 * GiB)],
    [2, 0, state(null, 0.2 * GiB, 30 * GiB)],
    [1, 1, { ...state(0), disk: null }],
    [0, 0, { ...state(0), forecast: null }],
    [1, 1, { ...state(0), forecast: null }],
    [2, 1, { ...state(0, 0), forecast: null }],
  ] as const)
    assert.equal(levelOf(given, before), level, JSON.stringify([before, given]));
});

async function watched(context: TestContext) {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notifications = new SystemNotifications(documents, 'node-1');
  let found: DiskState = state(null);
  const notice = new DiskFillingNotice({
    notifications,
    directory: '/data/<logs>',
    log: createLog('error', () => {}),
    state: () => Promise.resolve(found),
    now: () => now,
  });
  const diskNotification = () => notifications.find('generic', fillingKey);
  const see = async (next: DiskState) => {
    found = next;
    await notice.check();
    return diskNotification();
  };
  return { notifications, notice, see, diskNotification };
}

test('the notice of a filling disk warns once, again when it becomes urgent, and withdraws the warning when it is over', async (context) => {
  const { notifications, see } = await watched(context);
  assert.equal(await see(state(null)), undefined);
  const first = await see(state(10));
  assert.equal(first?.severity, 'normal');
  const message = notificationMessage('generic', first.details ?? {}, 'html');
  assert.equal(message?.title, 'At this rate the disk is full on 2026-01-20');
  assert.match(
    message.description,
    /take 3\.0 GiB a day\. 500\.0 GiB of 1000\.0 GiB are free in \/data\/&#60;logs&#62;\./,
  );
  assert.deepEqual(await see(state(9)), first, 'the warning is not repeated');
  await notifications.remove('generic', fillingKey);
  assert.equal(await see(state(8)), undefined, 'a dismissed warning does not return at the same severity');
  assert.equal((await see(state(2)))?.severity, 'urgent');
  assert.equal((await see(state(9)))?.severity, 'normal', 'the warning becomes less severe and stays');
  assert.equal(await see(state(20)), undefined);
  assert.equal((await see(state(14)))?.severity, 'normal', 'the warning returns when the forecast becomes worse again');
  const little = await see(state(null, GiB / 2));
  assert.deepEqual(
    [little?.severity, little?.details?.['title']],
    ['urgent', 'There is little space left on the disk'],
  );
  await notifications.remove('generic', fillingKey);
  assert.equal(
    await see(state(null, 2 * GiB)),
    undefined,
    'a dismissed warning does not return when the situation improves',
  );
});

test('the notice of a filling disk shows sizes below a gibibyte in mebibytes', async (context) => {
  const { see } = await watched(context);
  const notification = await see({
    ...state(4, 0.2 * GiB, GiB),
    forecast: { bytes_per_day: 14 * 1024 ** 2, full_in_days: 4 },
  });
  const message = notificationMessage('generic', notification?.details ?? {}, 'html');
  assert.match(message?.description ?? '', /take 14\.0 MiB a day\. 204\.8 MiB of 1\.0 GiB are free/);
});

test('the watch of the disk logs a failed check and continues', async (context) => {
  const { notifications } = await watched(context);
  const lines: string[] = [];
  let looks = 0;
  const failing = new DiskFillingNotice({
    notifications,
    directory: '/data',
    log: createLog('error', (line) => lines.push(line)),
    state: () => {
      looks += 1;
      return looks === 1 ? Promise.reject(new Error('closed')) : Promise.resolve(state(1));
    },
    everyMs: 1,
  });
  const watching = failing.watch();
  await until(
    'the urgent notification is published',
    () => notifications.find('generic', fillingKey)?.severity === 'urgent',
  );
  failing.stop();
  await watching;
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /The forecast of the disk usage could not be made.*closed/s);
});

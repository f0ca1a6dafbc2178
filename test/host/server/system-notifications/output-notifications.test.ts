// System notifications report outputs that fail or drop messages.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { notificationMessage } from '../../../../host/server/system-notifications/notification-texts.js';
import { SystemNotifications } from '../../../../host/server/system-notifications/notifications.js';
import {
  OutputNotices,
  type OutputNoticeRooms,
} from '../../../../host/server/system-notifications/output-notifications.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { temporaryDirectory } from '../store/opened-store.js';

interface Fake {
  id: string;
  state: string;
  lastError?: { message: string };
  queue: { limits: object; dropped: number; waitingMessages: number; waitingBytes: number };
}

async function watched(context: TestContext) {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notifications = new SystemNotifications(documents, 'node-1');
  const output: Fake = {
    id: 'o1',
    state: 'RUNNING',
    queue: { limits: { messages: 100, bytes: 1000 }, dropped: 0, waitingMessages: 0, waitingBytes: 0 },
  };
  const running = new Set([output]);
  const streams: { id: string; title: string }[] = [];
  const clock = { at: 1_000_000 };
  const outputs = {
    allFigures: () => running,
    document: () => ({ title: '<b>Archive</b>' }),
    streamsOf: () => streams,
  };
  const notices = new OutputNotices({
    notifications,
    // The test double has only the parts of the outputs that notices need.
    outputs: outputs as unknown as OutputNoticeRooms['outputs'],
    now: () => clock.at,
  });
  const look = () => {
    notices.look();
    return notifications.all().map(({ type, key }) => `${type} ${key ?? ''}`);
  };
  const description = (key: string) =>
    notificationMessage('output_failing', notifications.find('output_failing', key)?.details ?? {}, 'html')
      ?.description;
  return { notifications, output, running, streams, clock, look, description };
}

test('a failing output is reported with the titles of output and streams until it works; a dismissed report stays dismissed', async (context) => {
  const { notifications, output, running, streams, look, description } = await watched(context);
  assert.deepEqual(look(), []);
  Object.assign(output, { state: 'FAILING', lastError: { message: `a:1: refused${'!'.repeat(2000)}` } });
  assert.deepEqual(look(), ['output_failing o1']);
  assert.match(
    description('o1') ?? '',
    /^<span>Output &#60;b&#62;Archive&#60;\/b&#62; cannot send on the messages of no stream: a:1: refused!+<\/span>$/,
  );
  assert.ok((description('o1') ?? '').length < 1200);
  output.state = 'RUNNING';
  assert.deepEqual(look(), []);
  for (let at = 1; at <= 7; at += 1) streams.push({ id: `s${at}`, title: `S${at}` });
  output.state = 'FAILING';
  assert.deepEqual(look(), ['output_failing o1']);
  assert.match(description('o1') ?? '', /the messages of S1, S2, S3, S4, S5, 2 more: /);
  assert.equal(notifications.find('output_failing', 'o1')?.details?.['streamId'], 's1');
  await notifications.remove('output_failing', 'o1');
  assert.deepEqual(look(), []);
  output.state = 'RUNNING';
  look();
  output.state = 'FAILING';
  assert.deepEqual(look(), ['output_failing o1']);
  running.clear();
  assert.deepEqual(look(), [], 'the report ends with the output');
});

test('a changed reason updates the report, keeps its time and does not return a dismissed report', async (context) => {
  const { notifications, output, look, description } = await watched(context);
  const heard: unknown[] = [];
  notifications.on(({ details }) => heard.push(details?.['errorMessage']));
  Object.assign(output, { state: 'FAILING', lastError: { message: 'refused' } });
  assert.deepEqual(look(), ['output_failing o1']);
  const began = notifications.find('output_failing', 'o1')?.timestamp;
  output.lastError = { message: 'the certificate has expired' };
  assert.deepEqual(look(), ['output_failing o1']);
  assert.match(description('o1') ?? '', /: the certificate has expired<\/span>$/);
  assert.equal(notifications.find('output_failing', 'o1')?.timestamp, began);
  assert.deepEqual(heard, ['refused']);
  await notifications.remove('output_failing', 'o1');
  output.lastError = { message: 'refused' };
  assert.deepEqual(look(), []);
});

test('dropped messages are reported until the queue has had space for a while', async (context) => {
  const { output, clock, look, description } = await watched(context);
  Object.assign(output.queue, { dropped: 3, waitingMessages: 100 });
  assert.deepEqual(look(), ['output_failing o1_full']);
  assert.match(
    description('o1_full') ?? '',
    /there is no more room in its queue on disk, and what comes is left out\./,
  );
  clock.at += 61_000;
  assert.deepEqual(look(), ['output_failing o1_full'], 'the report stays while the queue is full');
  Object.assign(output.queue, { dropped: 4, waitingMessages: 40 });
  assert.deepEqual(look(), ['output_failing o1_full'], 'the report stays after a recently dropped message');
  clock.at += 61_000;
  assert.deepEqual(look(), []);
  output.queue.waitingMessages = 99;
  assert.deepEqual(look(), [], 'a full queue without dropped messages is not reported');
});

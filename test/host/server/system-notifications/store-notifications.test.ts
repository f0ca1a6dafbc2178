// System notifications report problems of the store.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../../host/server/log/log.js';
import { notificationMessage } from '../../../../host/server/system-notifications/notification-texts.js';
import { SystemNotifications } from '../../../../host/server/system-notifications/notifications.js';
import {
  JournalFillingNotice,
  UnreadableDocumentsNotice,
} from '../../../../host/server/system-notifications/store-notifications.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { temporaryDirectory } from '../store/opened-store.js';

test('a nearly full journal is reported once, until it is clearly emptier', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notifications = new SystemNotifications(documents, 'node-1');
  const journal = { waitingBytes: 0, files: { limitBytes: 1000 } };
  const notice = new JournalFillingNotice(
    notifications,
    { journal },
    createLog('error', () => {}),
  );
  const type = 'journal_utilization_too_high';
  const at = (waitingBytes: number): boolean => {
    journal.waitingBytes = waitingBytes;
    notice.look();
    return notifications.find(type) !== undefined;
  };
  assert.deepEqual(
    [0, 949, 950, 1200, 940, 850, 849, 940, 950].map((bytes) => at(bytes)),
    [false, false, true, true, true, true, false, false, true],
  );
  const { title = '', description = '' } = notificationMessage(type, { node_id: 'node-1' }, 'plaintext') ?? {};
  assert.equal(title, 'The journal is nearly full');
  assert.match(description, /^The journal of node node-1 fills faster/);
  await notifications.remove(type);
  assert.equal(at(960), false, 'a dismissed report does not return');
  assert.equal(at(10), false);
  assert.equal(at(999), true);
});

test('the notification of damaged documents counts documents that are found later', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const notifications = new SystemNotifications(documents, 'node-1');
  const notice = new UnreadableDocumentsNotice(createLog('error', () => {}));
  const text = () => notifications.find('generic', 'documents_unreadable')?.details?.['description'];
  const damaged = (id: string) => notice.note({ collection: 'stream', id, reason: 'It is no JSON.' });
  damaged('one');
  notice.tellBy(notifications);
  assert.match(String(text()), /without the document one of stream: It is no JSON/);
  damaged('two');
  damaged('three');
  assert.match(String(text()), /without the document one of stream and 2 more \(the log names them\)/);
  await notifications.remove('generic', 'documents_unreadable');
  damaged('four');
  assert.equal(text(), undefined, 'a dismissed notification does not return');
});

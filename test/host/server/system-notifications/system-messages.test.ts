import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SystemMessage } from '../../../../api/contract/system-overview.schema.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { SystemMessages } from '../../../../host/server/system-notifications/system-messages.js';
import { temporaryDirectory } from '../store/opened-store.js';

test('system messages come newest first in pages of 30 with their total number; the newest 1000 are kept', async (context) => {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  const stored = documents.collection<SystemMessage & { id: string }>('system_messages');
  await Promise.all(
    Array.from({ length: 1000 }, (_, at) =>
      stored.put({
        id: at.toString(16).padStart(24, '0'),
        caller: 'Test',
        content: `message ${at}`,
        timestamp: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
        node_id: 'node',
      }),
    ),
  );
  context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 2) });
  const messages = new SystemMessages(documents, 'node', (error) => assert.fail(String(error)));
  await messages.say('Test', 'first of two at the same time');
  await messages.say('Test', 'second of two at the same time');
  const contents = (page: number) => messages.page(page).messages.map(({ content }) => content);
  assert.deepEqual(contents(1).slice(0, 3), [
    'second of two at the same time',
    'first of two at the same time',
    'message 999',
  ]);
  assert.deepEqual(contents(2).slice(0, 1), ['message 971']);
  assert.deepEqual(
    [1, 2, 34, 35].map((page) => [contents(page).length, messages.page(page).total]),
    [
      [30, 1000],
      [30, 1000],
      [10, 1000],
      [0, 1000],
    ],
  );
  assert.equal(contents(34).at(-1), 'message 2');
  assert.deepEqual(messages.page(1).messages[0], {
    caller: 'Test',
    content: 'second of two at the same time',
    timestamp: '2026-01-02T00:00:00.000Z',
    node_id: 'node',
  });
});

/** Creates messages that the database refuses, and a data directory with the resulting failures. */
import assert from 'node:assert/strict';
import { createLog } from '../../../host/server/log/log.js';
import { openDocuments, openStore } from '../../../host/server/store/index.js';
import type { IncomingMessage } from '../../../host/server/store/types.js';

/**
 * Returns a message with an invalid time of receipt (NaN), which the journal stores as null and the database refuses.
 */
export const refusedMessage = (message: string, fields: IncomingMessage['fields'] = {}): IncomingMessage => ({
  timestamp: Date.UTC(2024, 2, 31),
  source: 'web-1',
  message,
  fields,
  streams: ['000000000000000000000001'],
  inputId: 'input-1',
  receivedAt: Number.NaN,
});

/** Stores refused messages in a data directory that no server uses. */
export async function fillWithRefused(directory: string, messages: readonly IncomingMessage[]): Promise<void> {
  const documents = await openDocuments({ directory });
  const log = createLog('error', () => {});
  const store = await openStore({ directory, documents, nodeId: 'node-1', log, limits: { retryIntervalMs: 1 } });
  await store.append(messages);
  await store.settled();
  const { total } = await store.failures({ offset: 0, limit: 0 });
  assert.equal(total, messages.length);
  await store.close();
  await documents.close();
}

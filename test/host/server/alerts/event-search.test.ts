// Searches for events whose messages are very large stay within a memory limit.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { completed, searchEvents } from '../../../../host/server/alerts/event-search.js';
import { BadRequestError } from '../../../../host/server/foundation/errors.js';
import { createLog } from '../../../../host/server/log/log.js';
import { readerFor } from '../../../../host/server/search/reader.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';
import { anEvent, storeEvents } from '../../../event-documents.js';

test('a page of very large events is refused before it fills the memory; a smaller page is answered', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-events-'));
  const now = Date.UTC(2026, 0, 1);
  const events = Array.from({ length: 80 }, (_, at) =>
    anEvent({ id: `E${at}`, timestamp: new Date(now + at).toISOString(), message: 'x'.repeat(1024 * 1024) }),
  );
  await storeEvents(directory, events);
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'node-1', log: createLog('error') });
  try {
    const reader = readerFor(store, { username: 'a', rank: 'interactive' });
    const ask = (per_page: number) => {
      const parameters = completed({ timerange: { type: 'relative', range: 0 }, per_page });
      return searchEvents(reader, parameters, { streams: undefined }, now + 60_000, new AbortController().signal);
    };
    assert.equal((await ask(5)).events.length, 5);
    await assert.rejects(ask(100), BadRequestError);
  } finally {
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true });
  }
});

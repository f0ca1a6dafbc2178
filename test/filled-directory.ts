/** Creates data directories with messages, for servers that are started on them. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocuments, openStore } from '../host/server/store/index.js';
import { seed } from './bench/seed.js';
import { quietLog } from './host/server/search/fixture.js';

/**
 * Creates a data directory with messages, and returns its path; the caller must remove it.
 * @param count number of messages
 * @param lastMs age of the oldest message in milliseconds; the newest is a minute old
 */
export async function filledDirectory(count: number, lastMs: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-filled-'));
  const documents = await openDocuments({ directory });
  const store = await openStore({ directory, documents, nodeId: 'node', log: quietLog });
  await seed(store, { count, from: Date.now() - lastMs, to: Date.now() - 60_000 });
  await store.close();
  await documents.close();
  return directory;
}

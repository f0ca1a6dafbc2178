/**
 * Retries refused messages of an earlier run in batches until it is killed. Writes `tried` to stdout after each batch.
 * Arguments: directory, and `fill` to only create refused messages.
 */
import { writeSync } from 'node:fs';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';

const [, , directory = '', task] = process.argv;
const documents = await openDocuments({ directory });
const store = await openStore({
  directory,
  documents,
  nodeId: 'node-1',
  log: createLog('error', () => {}),
  limits: { retryIntervalMs: 1, checkpointBytes: 1024 * 1024, memoryBytes: 512 * 1024 * 1024 },
});

/**
 * Returns a message with an invalid time of receipt (NaN), which the database refuses and the journal stores as null.
 */
const refused = (n: number): IncomingMessage => ({
  timestamp: 1_700_000_000_000 + n,
  source: 'crash',
  message: `message number ${n}`,
  fields: { n },
  streams: ['000000000000000000000001'],
  inputId: 'input-1',
  receivedAt: Number.NaN,
});

if (task === 'fill') {
  await store.append([...Array.from({ length: 150 }, (_, n) => refused(n)), { ...refused(-1), receivedAt: 1 }]);
  await store.settled();
  await store.close();
  await documents.close();
} else {
  writeSync(1, 'ready\n');
  for (let round = 0; ; round += 1) {
    const wanted = await store.keptMessages({});
    if (wanted.length === 0) break;
    await store.retry(wanted.slice(0, 3));
    writeSync(1, 'tried\n');
    if (round % 5 === 0) await store.cycle();
  }
}

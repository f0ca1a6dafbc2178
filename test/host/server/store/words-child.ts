/**
 * Stores messages until it is killed, with an inverted index of small blocks. Writes to stdout when it is ready, how
 * many messages were acknowledged (`m <first> <count>`) and how many rows are indexed (`w <rows>`). Arguments:
 * directory, first number.
 */
import { writeSync } from 'node:fs';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';

const directory = process.argv[2] ?? '';
let next = Number(process.argv[3]);

const documents = await openDocuments({ directory });
const store = await openStore({
  directory,
  documents,
  nodeId: 'node-1',
  log: createLog('error'),
  limits: { wordBlockRows: 256, wordsFrom: 1, maintenanceIntervalMs: 50, memoryBytes: 512 * 1024 * 1024 },
});
writeSync(1, 'ready\n');
setInterval(() => {
  const rows = store.indices().reduce((sum, { words }) => sum + (words?.covered ?? 0), 0);
  writeSync(1, `w ${rows}\n`);
}, 10);

for (;;) {
  const first = next;
  next += 60;
  await store.append(
    Array.from({ length: 60 }, (_, at) => ({
      timestamp: 1_700_000_000_000 + first + at,
      source: 'crash',
      message: `word${(first + at) % 7} number n${first + at} of many`,
      fields: { n: first + at },
      streams: ['000000000000000000000001'],
      inputId: 'input-1',
      receivedAt: 1_700_000_000_000,
    })),
  );
  writeSync(1, `m ${first} 60\n`);
}

/**
 * Stores messages and documents until it is killed, and writes to stdout what was acknowledged:
 * `m <first> <count>` for messages (field `n`), `d <id>` for documents. Arguments: directory, first number, and
 * `light` for few messages, so that the documents get their share of the disk.
 */
import { writeSync } from 'node:fs';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';
import type { IncomingMessage } from '../../../../host/server/store/types.js';

const directory = process.argv[2] ?? '';
const start = Number(process.argv[3]);

const documents = await openDocuments({ directory });
// Small limits make it likely that a kill interrupts a new segment, a new index, a checkpoint or reading the journal.
const store = await openStore({
  directory,
  documents,
  nodeId: 'node-1',
  log: createLog('error'),
  limits: {
    segmentBytes: 200_000,
    cachedBytes: 100_000,
    batchMessages: 500,
    checkpointBytes: 1024 * 1024,
    maintenanceIntervalMs: 30,
    removalGraceMs: 50,
    memoryBytes: 512 * 1024 * 1024,
  },
});
writeSync(1, 'ready\n');

let next = start;

function message(n: number): IncomingMessage {
  return {
    timestamp: 1_700_000_000_000 + n,
    source: 'crash',
    message: `message number ${n} with some words to store and split`,
    fields: { n, [`field_${n % 40}`]: n % 3 ? n : `text ${n}`, exact: BigInt(n) + 2n ** 60n },
    streams: ['000000000000000000000001'],
    inputId: 'input-1',
    receivedAt: 1_700_000_000_000 + n,
  };
}

async function sendMessages(size: number): Promise<never> {
  for (;;) {
    const first = next;
    next += size;
    await store.whenOpen();
    await store.append(Array.from({ length: size }, (_, at) => message(first + at)));
    writeSync(1, `m ${first} ${size}\n`);
  }
}

async function saveDocuments(worker: number): Promise<never> {
  const notes = documents.collection<{ id: string; count: number }>('notes');
  const counter = `counter-${worker}`;
  await notes.put({ id: counter, count: 0 });
  for (let n = 0; ; n++) {
    const id = `${start}-${worker}-${n}`;
    await notes.put({ id, count: n });
    const counted = await notes.update(counter, (note) => ({ ...note, count: note.count + 1 }));
    writeSync(1, `d ${id} ${counter} ${counted?.count ?? -1}\n`);
  }
}

const light = process.argv[4] === 'light';
await Promise.all([
  ...(light ? [7] : [1, 7, 60, 300]).map((size) => sendMessages(size)),
  saveDocuments(1),
  saveDocuments(2),
]);

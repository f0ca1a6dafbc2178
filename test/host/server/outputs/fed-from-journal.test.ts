// Tests that stored messages reach the queues of outputs, including those that a crash kept from them.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { entityCollection } from '../../../../host/server/documents/kinds.js';
import { eventsStreamId } from '../../../../host/server/documents/event-documents.js';
import { createLog } from '../../../../host/server/log/log.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { Outputs, type OutputDocument } from '../../../../host/server/outputs/outputs.js';
import { outputTypeIds } from '../../../../host/server/outputs/types/index.js';
import { openDocuments, openStore } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { message, stream, temporaryDirectory } from '../store/opened-store.js';

const idOf = (number: number): string => String(number).padStart(24, '0');

async function addOutput(documents: Documents, number: number): Promise<void> {
  await entityCollection<OutputDocument>(documents, 'output').put({
    id: idOf(number),
    title: `output ${number}`,
    type: outputTypeIds.file,
    creator_user_id: 'admin',
    created_at: '2026-01-01T00:00:00.000Z',
    configuration: { file_name: 'messages.log' },
    content_pack: null,
  });
  const streams = documents.collection<{ id: string; title: string; outputs: string[] }>('streams');
  const outputs = [...(streams.get(stream)?.outputs ?? []), idOf(number)];
  await streams.put({ id: stream, title: 'All', outputs });
  await streams.put({ id: eventsStreamId, title: 'Events', outputs });
}

async function opened(context: TestContext) {
  const directory = await temporaryDirectory(context);
  const documents = await openDocuments({ directory });
  context.after(() => documents.close());
  const log = createLog('error', () => undefined);
  // Each record is a file of its own, so a forgotten record is a missing file.
  const limits = { segmentBytes: 1 };
  const store = await openStore({ directory, documents, nodeId: 'n', log, limits, isJournalRead: true });
  context.after(() => store.close());
  let running: Outputs | undefined;
  context.after(() => running?.stop());
  return {
    directory,
    documents,
    store,
    async start(): Promise<Outputs> {
      const egress = new EgressGuard(() => Promise.resolve(false));
      running = new Outputs({ documents, directory, log, egress, journal: store.journalReading });
      await running.start();
      return running;
    },
    /** Simulates a killed server: messages that are stored afterwards do not reach the queues of the outputs. */
    async killed(outputs: Outputs): Promise<void> {
      store.journalReading.listen(() => undefined);
      await outputs.stop();
      running = undefined;
    },
    async sent(outputs: Outputs, number: number, last: string): Promise<string[]> {
      const path = join(directory, 'output-files', idOf(number), 'messages.log');
      const read = async () => (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
      await until(`${last} is sent`, async () => (await read()).some((line) => line.includes(last)));
      assert.equal(outputs.figures(idOf(number))?.queue.dropped, 0);
      return (await read()).map((line) => /text-\d+/.exec(line)?.[0] ?? line);
    },
  };
}

test('messages that a crash kept from the queue stay in the journal and are sent in order after the restart', async (context) => {
  const { documents, store, start, killed, sent } = await opened(context);
  await addOutput(documents, 1);
  const first = await start();
  await store.append([message('text-1'), message('text-2')]);
  await sent(first, 1, 'text-2');
  await killed(first);
  for (let number = 3; number < 8; number += 1) {
    await store.append([message(`text-${number}`)]);
    await store.settled();
  }
  await addOutput(documents, 2);
  const second = await start();
  await store.append([message('text-8')]);
  assert.deepEqual(
    await sent(second, 1, 'text-8'),
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `text-${number}`),
  );
  assert.deepEqual(
    await sent(second, 2, 'text-8'),
    ['text-8'],
    'a new output gets only messages that are stored after its creation',
  );
});

test('the output feed sends no events to outputs, and forgets records that are loaded and queued', async (context) => {
  const { documents, store, start, sent } = await opened(context);
  await addOutput(documents, 1);
  const outputs = await start();
  await store.append([{ ...message('text-0'), streams: [eventsStreamId] }, message('text-1')]);
  assert.deepEqual(await sent(outputs, 1, 'text-1'), ['text-1']);
  await store.append([message('text-2')]);
  await store.append([message('text-3')]);
  await sent(outputs, 1, 'text-3');
  await store.settled();
  await until('the journal is short', async () => {
    await store.append([message('text-4')]);
    await store.settled();
    return store.journal.files.segments <= 3;
  });
});

test('a lost position, or one of another journal, loses no message stored from then on', async (context) => {
  const { directory, documents, store, start, killed, sent } = await opened(context);
  await addOutput(documents, 1);
  const position = join(directory, 'outputs', idOf(1), 'position.json');
  let outputs = await start();
  await store.append([message('text-1')]);
  await sent(outputs, 1, 'text-1');
  await killed(outputs);
  await writeFile(position, '{"segment":0,"offset":0,"fed":{"segment":999999,"offset":5}}');
  outputs = await start();
  await store.append([message('text-2')]);
  await sent(outputs, 1, 'text-2');
  await killed(outputs);
  await rm(position);
  outputs = await start();
  await store.append([message('text-3')]);
  const all = await sent(outputs, 1, 'text-3');
  assert.deepEqual([...new Set(all)], ['text-1', 'text-2', 'text-3']);
});

/**
 * Statistics that change all the time are written at intervals, so that a killed server loses only the changes of the
 * last interval.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Processing, type ProcessingOptions } from '../../../../host/server/health/processing.js';
import { Traffic } from '../../../../host/server/health/traffic.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';

async function opened(context: TestContext): Promise<Documents> {
  const documents = await openDocuments({ directory: await temporaryDirectory(context) });
  context.after(() => documents.close());
  context.mock.timers.enable({ apis: ['setInterval'] });
  return documents;
}
const onError = (error: unknown): void => assert.fail(String(error));

test('the traffic is counted every 10 seconds and written every minute', async (context) => {
  const documents = await opened(context);
  let input = 0;
  let now = Date.UTC(2026, 0, 1, 8, 59, 30);
  const totals = () => ({ input, decoded: 0, output: 0, messages: 0 });
  const traffic = new Traffic({ documents, totals, onError, now: () => now });
  const stored = documents.collection<{ id: string; input: number }>('traffic');
  input = 7;
  context.mock.timers.tick(10_000);
  // The bytes were read in the hour in which they arrived, although they are written in the next hour.
  now += 60_000;
  context.mock.timers.tick(50_000);
  await until('the counts are written', () => stored.all().length > 0);
  assert.deepEqual(
    stored.all().map(({ id, input: bytes }) => [id, bytes]),
    [['2026-01-01T08:00:00.000Z', 7]],
  );
  await traffic.close();
});

test('the progress of processing is written every 10 seconds', async (context) => {
  const documents = await opened(context);
  // The progress depends on the times of the journal and on no other part of the store, hence the casts.
  const journal = { newestAppended: 2_000, newestLoaded: 1_000 } as ProcessingOptions['store']['journal'];
  const store = { journal } as ProcessingOptions['store'];
  const systemMessages = { say: () => Promise.resolve() } as unknown as ProcessingOptions['systemMessages'];
  const processing = new Processing({ documents, store, nodeId: 'node-1', systemMessages, onError });
  context.mock.timers.tick(10_000);
  await until('the progress is written', () => processing.persisted() !== undefined);
  assert.deepEqual(processing.persisted()?.receive_times, {
    ingest: '1970-01-01T00:00:02.000Z',
    post_processing: '1970-01-01T00:00:02.000Z',
    post_indexing: '1970-01-01T00:00:01.000Z',
  });
  await processing.close();
});

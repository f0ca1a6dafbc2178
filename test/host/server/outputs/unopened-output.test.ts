// An output reports that its queue on disk cannot be opened, and recovers.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { OutputStatuses } from '../../../../api/contract/outputs.js';
import { entityCollection } from '../../../../host/server/documents/kinds.js';
import { defaultStreamId } from '../../../../host/server/intake/route/streams.js';
import { createLog } from '../../../../host/server/log/log.js';
import { EgressGuard } from '../../../../host/server/outgoing/egress-guard.js';
import { Outputs, type OutputDocument } from '../../../../host/server/outputs/outputs.js';
import { outputTypeIds } from '../../../../host/server/outputs/types/index.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { startTestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { recordOf } from './stored-record.js';

const id = '1'.padStart(24, '0');

async function blocked(context: TestContext, reopenMs: number) {
  const directory = await temporaryDirectory(context);
  const documents = await openDocuments({ directory });
  context.after(() => documents.close());
  const logLines: string[] = [];
  const log = createLog('info', (line) => logLines.push(line));
  const outputs = new Outputs({
    documents,
    directory,
    log,
    egress: new EgressGuard(() => Promise.resolve(false)),
    reopenMs,
  });
  context.after(() => outputs.stop());
  await entityCollection<OutputDocument>(documents, 'output').put({
    id,
    title: 'Blocked',
    type: outputTypeIds.file,
    creator_user_id: 'admin',
    created_at: '2026-01-01T00:00:00.000Z',
    configuration: { file_name: 'messages.log' },
    content_pack: null,
  });
  await documents
    .collection<{ id: string; title: string; outputs: string[] }>('streams')
    .put({ id: defaultStreamId, title: 'All', outputs: [id] });
  const queue = join(directory, 'outputs', id);
  await mkdir(join(directory, 'outputs'));
  await writeFile(queue, 'not a directory');
  return { outputs, logLines, directory, queue };
}

test('an output with an unreadable queue fails with the reason, counts skipped messages, and sends once the queue opens', async (context) => {
  const { outputs, logLines, directory, queue } = await blocked(context, 20);
  await outputs.start();
  const failing = outputs.figures(id);
  assert.equal(failing?.state, 'FAILING');
  assert.match(
    failing?.lastError?.message ?? '',
    /^its queue on disk cannot be opened: .*there is a file of that name/,
  );
  assert.ok((failing?.retryAt ?? 0) > 0);
  outputs.take(recordOf('lost', 'lost, too'));
  assert.equal(outputs.figures(id)?.queue.dropped, 2);
  await until('opening the queue is retried', () => (outputs.figures(id)?.retries ?? 0) > 2);
  const errors = logLines.filter((line) => line.includes('its queue cannot be opened'));
  assert.equal(errors.length, 1, 'the same reason is logged only once');
  await rm(queue);
  await until('the output runs', () => outputs.figures(id)?.state === 'RUNNING');
  assert.equal(outputs.figures(id)?.queue.dropped, 2, 'skipped messages stay counted after the recovery');
  outputs.take(recordOf('arrives'));
  await until('the message is sent', () => outputs.figures(id)?.sent === 1);
  assert.match(await readFile(join(directory, 'output-files', id, 'messages.log'), 'utf8'), /arrives/);
  assert.equal([...outputs.allFigures()].length, 1);
});

test('an output with an unreadable queue can be deleted together with the blocking file', async (context) => {
  const { outputs, queue } = await blocked(context, 60_000);
  await outputs.start();
  await outputs.forget(id);
  assert.equal(outputs.figures(id), undefined);
  assert.deepEqual([...outputs.allFigures()], []);
  await assert.rejects(readFile(queue), /ENOENT/);
});

test('a server starts despite an output with an unreadable queue, reports it, and the output works once it is saved again', async (context) => {
  const data = await temporaryDirectory(context);
  const first = await startTestServer({ data });
  context.after(() => first.kill());
  const json = { title: 'Blocked', type: outputTypeIds.discard, configuration: {} };
  const made = await first.call('/system/outputs', { method: 'POST', session: await first.login(), json });
  const { id: output } = (await made.json()) as { id: string };
  await first.stop();
  const queue = join(data, 'outputs', output);
  await rm(queue, { recursive: true });
  await writeFile(queue, 'not a directory');

  const server = await startTestServer({ data });
  context.after(() => server.stop());
  const session = await server.login();
  const read = async <T>(path: string): Promise<T> => (await (await server.call(path, { session })).json()) as T;
  const state = async () => (await read<OutputStatuses>('/system/outputstates')).outputs[0];
  assert.equal((await state())?.state, 'FAILING');
  assert.ok((await state())?.retry_at);
  const errorMessage = async () =>
    (
      await read<{ notifications: { type: string; details: Record<string, string> }[] }>('/system/notifications')
    ).notifications.find(({ type }) => type === 'output_failing')?.details['errorMessage'];
  await until('the notification of the failing output is published', async () => (await errorMessage()) !== undefined);
  assert.match((await errorMessage()) ?? '', /^its queue on disk cannot be opened: /);
  await rm(queue);
  const saved = await server.call(`/system/outputs/${output}`, { method: 'PUT', session, json: { title: 'Freed' } });
  assert.equal(saved.status, 200);
  assert.equal((await state())?.state, 'RUNNING');
  await until('the notification of the failing output is gone', async () => (await errorMessage()) === undefined);
});

/** After a crash during a checkpoint of the documents no document is lost, and a notification reports the repair. */
import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openDocuments } from '../../../../host/server/store/index.js';
import { startTestServer } from '../../../server.js';
import { temporaryDirectory } from './opened-store.js';

const headersBytes = 3 * 4096;
const writtenBytes = 2 * 4096;
const count = 400;

/** Returns a data directory as after a crash: the first block begins with data of the next checkpoint. */
async function torn(context: TestContext): Promise<string> {
  const directory = await temporaryDirectory(context);
  const path = join(directory, 'documents.duckdb');
  for (let round = 0; round < 4; round += 1) {
    const documents = await openDocuments({ directory });
    const notes = documents.collection<{ id: string; text: string }>('notes');
    await Promise.all(
      Array.from({ length: count }, (_, at) => notes.put({ id: `${round}-${at}`, text: `note ${at}` })),
    );
    if (round === 3)
      for (const ending of ['', '.wal']) await copyFile(`${path}${ending}`, join(directory, `kept${ending}`));
    await documents.close();
  }
  const file = await readFile(join(directory, 'kept'));
  (await readFile(path)).copy(file, headersBytes, headersBytes, headersBytes + writtenBytes);
  await writeFile(path, file);
  await copyFile(join(directory, 'kept.wal'), `${path}.wal`);
  return directory;
}

test('the number of repaired blocks is reported once', async (context) => {
  const directory = await torn(context);
  const reported: number[] = [];
  for (const expected of [[1], [1]]) {
    const documents = await openDocuments({ directory, onMended: (blocks) => reported.push(blocks) });
    try {
      assert.deepEqual(reported, expected);
      assert.equal(documents.collection('notes').all().length, 4 * count);
    } finally {
      await documents.close();
    }
  }
});

test('the server reports repaired documents in its log, and in a notification until a user dismisses it', async (context) => {
  const data = await torn(context);
  const server = await startTestServer({ data });
  context.after(() => server.kill());
  assert.match(server.output().stderr, /Blocks of the documents that a crash had torn were mended/);
  const session = await server.login();
  const titles = async () => {
    const answer = await server.call('/system/notifications', { session });
    const { notifications } = (await answer.json()) as {
      notifications: { key?: string; details: { title: string } }[];
    };
    return notifications.filter(({ key }) => key === 'documents_mended').map(({ details }) => details.title);
  };
  assert.deepEqual(await titles(), ['The file of the documents was mended']);
  const path = '/system/notifications/generic/documents_mended';
  assert.equal((await server.call(path, { method: 'DELETE', session })).status, 204);
  assert.deepEqual(await titles(), []);
});

/**
 * A backup pauses the loading and writing of the server. Only permitted callers may request a pause; it is limited in
 * time, and ends even if the caller disappears.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import {
  BackupControl,
  controlFile,
  type ControlAddress,
  type HoldLimits,
} from '../../../../host/server/backup/control.js';
import { ServerLink } from '../../../../host/server/backup/server-link.js';
import { createLog } from '../../../../host/server/log/log.js';
import { until } from '../../../until.js';
import { message, open, temporaryDirectory } from '../store/opened-store.js';

async function opened(t: TestContext, limits: Partial<HoldLimits> = {}) {
  const directory = await temporaryDirectory(t);
  const { store, documents, close } = await open(t, directory);
  const log = createLog('error', () => {});
  const control = await BackupControl.open({ directory, nodeId: 'n1', documents, store, log, limits });
  t.after(() => control.close());
  const address = JSON.parse(await readFile(join(directory, controlFile), 'utf8')) as ControlAddress;
  return { directory, store, documents, control, close, ...address };
}

async function linked(directory: string): Promise<ServerLink> {
  const link = await ServerLink.open(directory);
  assert.ok(link);
  return link;
}

/**
 * Tells whether a promise is settled within a tenth of a second. That a promise stays pending can only be shown by
 * waiting.
 */
const isSettled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 100, false))]);

/** Sends a text and returns everything received until the connection ends. */
async function answered(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return received;
}

test('the server grants a backup only to callers that know the secret in the data directory', async (t) => {
  const { directory, port, token } = await opened(t);
  if (process.platform !== 'win32') assert.equal((await stat(join(directory, controlFile))).mode & 0o777, 0o600);
  for (const text of ['{"token":"wrong"}\n', `{"token":"${token}x"}\n`, '{"do":"hold"}\n', '{"token":{}}\n'])
    assert.equal(await answered(port, text), '', text);
  for (const text of ['GET / HTTP/1.1\r\n\r\n', 'null\n', `{"token":"${'x'.repeat(100_000)}`])
    assert.doesNotMatch(await answered(port, text), /"ok"/, text.slice(0, 30));
  const wrongOrder = await answered(port, `{"token":"${token}"}\n{"do":"moment"}\n`);
  assert.match(wrongOrder, /A backup does not ask for \\"moment\\" here/);
});

test('the server allows one backup at a time; closing its connection releases the server', async (t) => {
  const { directory, store, documents } = await opened(t);
  const link = await linked(directory);
  await assert.rejects(ServerLink.open(directory), /^CommandError: Another backup of it is running\.$/);
  await link.hold();
  await store.append([message('waits in the journal')]);
  const settled = store.settled();
  assert.equal(await isSettled(settled), false, 'the journal is not loaded while the backup holds the server');
  const { from, end } = await link.moment();
  assert.ok(
    from.segment < end.segment || from.offset < end.offset,
    'waiting messages belong to the journal range of the backup',
  );
  const written = documents.collection('things').put({ id: 'a' });
  assert.equal(await isSettled(written), false, 'no document is written while the backup holds the server');
  link.close();
  await Promise.all([settled, written]);
  const next = await linked(directory);
  await next.hold();
  await next.moment();
  await next.goOn();
  await documents.collection('things').put({ id: 'b' });
  next.close();
});

test('files of large documents stay until the backup has ended', async (t) => {
  const { directory, documents } = await opened(t);
  const things = documents.collection('large');
  const large = { id: 'a', text: 'x'.repeat(100_000) };
  await things.put(large);
  const files = () => readdir(join(directory, 'documents'));
  const before = await files();
  const link = await linked(directory);
  await things.delete('a');
  assert.deepEqual(await files(), before);
  link.close();
  await until('the files of the deleted document are removed', async () => (await files()).length === 0);
});

test('a backup that holds the server too long is ended and reported, and the server continues', async (t) => {
  const { directory, documents } = await opened(t, { documentsMs: 50 });
  const link = await linked(directory);
  await link.hold();
  await link.moment();
  await documents.collection('things').put({ id: 'a' });
  await assert.rejects(link.goOn(), /Copying took longer than 0 seconds, so the server continued without it/);
  link.close();
});

test('a server that stops does not wait for a backup', async (t) => {
  const { directory, control, close } = await opened(t);
  const link = await linked(directory);
  await link.hold();
  await link.moment();
  await control.close();
  await close();
  assert.equal(await ServerLink.open(directory), undefined);
});

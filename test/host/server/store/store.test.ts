import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLog } from '../../../../host/server/log.js';
import { openDocuments, openStore, reconstruct, type StoreLimits } from '../../../../host/server/store/index.js';
import type { Documents, IncomingMessage, MessageStore } from '../../../../host/server/store/types.js';

const stream = '000000000000000000000001';
const base = Date.UTC(2024, 2, 31, 0, 59, 59, 123);

function message(text: string, fields: IncomingMessage['fields'] = {}, timestamp = base): IncomingMessage {
  return {
    timestamp,
    source: 'web-1',
    message: text,
    fields,
    streams: [stream],
    inputId: 'input-1',
    receivedAt: base + 5,
  };
}

async function directory(context: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'log-console-store-'));
  context.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

interface Opened {
  readonly store: MessageStore;
  readonly documents: Documents;
  close(): Promise<void>;
}

async function open(path: string, limits: Partial<StoreLimits> = {}, context?: TestContext): Promise<Opened> {
  const documents = await openDocuments({ directory: path });
  const store = await openStore({ directory: path, documents, nodeId: 'node-1', log: createLog('error'), limits });
  const close = async (): Promise<void> => {
    await store.close();
    await documents.close();
  };
  context?.after(close);
  return { store, documents, close };
}

async function allMessages(store: MessageStore): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  for (const index of store.indices())
    for (const row of await store.query(`SELECT * FROM ${index.catalog}.messages ORDER BY id`, []))
      found.push(reconstruct(row, index));
  return found;
}

test('a message comes back as the wire has it', async (context) => {
  const { store } = await open(await directory(context), {}, context);
  await store.append([
    {
      ...message('Hello, World', { user: 'ann', took: 12, ratio: 0.5, ok: true, big: 9007199254740993n }),
      fullMessage: 'Hello,\nWorld',
      remote: { address: '10.0.0.1', port: 514 },
    },
  ]);
  await store.settled();
  const [found] = await allMessages(store);
  assert.ok(found);
  const {
    _id: id,
    gl2_message_id: messageId,
    gl2_processing_timestamp: processed,
    gl2_accounted_message_size: size,
    ...rest
  } = found;
  assert.match(String(id), /^[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.equal(messageId, id);
  assert.ok(Math.abs(Date.parse(String(processed)) - Date.now()) < 60_000);
  assert.ok(Number(size) > 100);
  assert.deepEqual(rest, {
    timestamp: '2024-03-31T00:59:59.123Z',
    source: 'web-1',
    message: 'Hello, World',
    full_message: 'Hello,\nWorld',
    streams: [stream],
    gl2_source_input: 'input-1',
    gl2_source_node: 'node-1',
    gl2_receive_timestamp: '2024-03-31T00:59:59.128Z',
    gl2_remote_ip: '10.0.0.1',
    gl2_remote_port: 514,
    user: 'ann',
    took: 12,
    ratio: 0.5,
    ok: true,
    big: 9007199254740993n,
  });
});

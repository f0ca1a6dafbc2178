/**
 * The database reads 2,048 values of a column at a time when it writes its files and when it searches. 2,048 messages
 * of several megabytes would exceed its memory, so only few of them may be read together.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message, onlyIndex, open, temporaryDirectory } from './opened-store.js';

const MiB = 1024 * 1024;
const memoryBytes = 128 * MiB;
const heavyBytes = 8 * MiB;
const count = 20;

test('messages that together exceed the memory of the database are stored, written and searched', async (context) => {
  const path = await temporaryDirectory(context);
  const { store, close } = await open(context, path, { memoryBytes });
  for (let at = 0; at < count; at += 1)
    await store.append([message(`${'x'.repeat(heavyBytes)} needle${at}`), message('light')]);
  await store.settled();
  await store.optimise();
  const searched = async (from: typeof store): Promise<unknown> => {
    const { catalog } = onlyIndex(from);
    const [row] = await from.query(
      `SELECT count(*)::INTEGER AS n, count(*) FILTER (message LIKE '%needle%')::INTEGER AS found FROM ${catalog}.messages`,
      [],
    );
    return row;
  };
  assert.deepEqual(await searched(store), { n: 2 * count, found: count });
  await close();
  const again = await open(context, path, { memoryBytes });
  assert.deepEqual(await searched(again.store), { n: 2 * count, found: count });
});

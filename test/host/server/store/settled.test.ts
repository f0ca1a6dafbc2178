// Callers that wait until all messages are searchable get an error when that has become impossible.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { StoreClosedError } from '../../../../host/server/store/index.js';
import { message, open, temporaryDirectory } from './opened-store.js';

/** Simulates a full disk: from now on no transaction can be committed. */
function fillDisk(context: TestContext): void {
  const { run } = DuckDBConnection.prototype;
  context.mock.method(
    DuckDBConnection.prototype,
    'run',
    function (this: DuckDBConnection, ...given: Parameters<typeof run>) {
      return given[0] === 'COMMIT' ? Promise.reject(new Error('The disk is full')) : run.apply(this, given);
    },
  );
}

test(
  'waiting calls are rejected after some attempts while nothing can be stored',
  { timeout: 120_000 },
  async (context) => {
    const { store } = await open(context, await temporaryDirectory(context), { retryIntervalMs: 1 });
    await store.append([message('first')]);
    await store.settled();
    fillDisk(context);
    await store.append([message('second')]);
    await assert.rejects(store.settled(), /disk is full/);
    await assert.rejects(store.settled(), /disk is full/);
  },
);

test('a closed store reports that it is closed', { timeout: 120_000 }, async (context) => {
  const { store, close } = await open(context, await temporaryDirectory(context), { retryIntervalMs: 60_000 });
  await store.append([message('first')]);
  await store.settled();
  fillDisk(context);
  await store.append([message('second')]);
  const waiting = assert.rejects(store.settled(), StoreClosedError);
  await close();
  await waiting;
  await assert.rejects(store.settled(), StoreClosedError);
});

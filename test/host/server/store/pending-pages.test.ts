/** Loaded rows that wait until their pages are complete occupy a limited amount of memory. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '../../../../host/server/log/log.js';
import { fixedColumns } from '../../../../host/server/store/columns.js';
import type { LoadPlan } from '../../../../host/server/store/load-plan.js';
import type { QueryPool } from '../../../../host/server/store/query-pool.js';
import { RowPages } from '../../../../host/server/store/row-pages/row-pages.js';
import { until } from '../../../until.js';
import { temporaryDirectory } from './opened-store.js';

const MiB = 1024 * 1024;

function sliceOf(rows: number, bytes: number): LoadPlan {
  const columns = fixedColumns.map(({ column }) =>
    column === 'id' ? Array.from({ length: rows }, (_, row) => `id${row}`) : undefined,
  );
  // Cast: pages read only these members of a plan.
  return { rows, bytes, columns } as unknown as LoadPlan;
}

test('the waiting rows of many indices are limited together, and the pages of further rows are left to be built later', async (context) => {
  const directory = await temporaryDirectory(context);
  // Cast: pages use only the method `query` of a pool.
  const pool = { query: () => Promise.resolve([]) } as unknown as QueryPool;
  const pages = new RowPages({ pool, log: createLog('error', () => {}), restMs: 60_000 });
  context.after(() => pages.close());
  const names = ['x0', 'x1', 'x2', 'x3', 'x4', 'x5'];
  for (const name of names) {
    const index = { name, catalog: name, createdAt: 1, messages: 0, sealed: false, dynamicFields: () => [] };
    pages.open(index, join(directory, `${name}.pages`));
    await until(`the pages of ${name} are open`, async () => {
      await pages.loaded(name, 0, 1024, sliceOf(1024, 1));
      return pages.view(name)?.has(0) === true;
    });
  }
  for (const name of names) await pages.loaded(name, 1024, 10, sliceOf(10, 7 * MiB));
  assert.equal(pages.pendingBytes, 28 * MiB);
  for (const name of names) await pages.loaded(name, 1034, 1014, sliceOf(1014, 1));
  assert.deepEqual(
    names.map((name) => pages.view(name)?.has(1024)),
    [true, true, true, true, false, false],
  );
  assert.equal(pages.pendingBytes, 0);
});

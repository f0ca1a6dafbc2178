/** The work of one request for the limits of streams is bounded, also with many grantees and streams. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Auth } from '../../../../host/server/auth/auth.js';
import { everyone, grn } from '../../../../host/server/auth/grants.js';
import { entityCollection } from '../../../../host/server/documents/kinds.js';
import { streamLimits } from '../../../../host/server/entities/stream-limits.js';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import { temporaryDirectory } from '../store/opened-store.js';

test('at most 100 grantees are checked, fewer with many streams, and at most 10 streams are offered to each', async (context) => {
  const directory = await temporaryDirectory(context);
  const documents = await openDocuments({ directory });
  context.after(() => documents.close());
  const surroundings = { data: directory, trustProxy: [], log: createLog('error') };
  const auth = new Auth(documents, { globalSessionTimeoutMs: () => undefined }, surroundings);
  const caller = { id: 'local:admin', username: 'admin', permissions: ['*'], timezone: null };
  // Each check of a grantee describes the offered streams, so the descriptions count the checks.
  const limitsOf = (grantees: number) => {
    let described = 0;
    const limits = streamLimits(documents, auth, caller, Array<string>(grantees).fill(everyone), (target) => {
      described += 1;
      return { id: target, type: 'stream', title: '', owners: [] };
    });
    return { described, limit: limits[everyone] };
  };
  assert.equal(limitsOf(99).described, 99);
  assert.equal(limitsOf(101).described, 100);

  const streams = entityCollection<{ id: string }>(documents, 'stream');
  const ids = Array.from({ length: 399 }, (_, index) => (0x1000 + index).toString(16).padStart(24, '0'));
  await Promise.all(ids.map((id) => streams.put({ id })));
  const { described, limit } = limitsOf(60);
  assert.equal(described, 500, '50 grantees with 400 streams are 20000 checks');
  assert.deepEqual([limit?.readable, limit?.of, limit?.sharable_total], [0, 400, 400]);
  await auth.grants.give(everyone, 'view', grn('stream', ids[0] ?? ''), 'admin');
  assert.deepEqual([limitsOf(1).limit?.readable, limitsOf(1).limit?.sharable_total], [1, 399]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../../host/server/auth/caller.js';
import { IndexRanges, rebuildJob } from '../../../../host/server/entities/index-ranges.js';
import { ForbiddenError } from '../../../../host/server/foundation/errors.js';
import { Registry, type Served } from '../../../../host/server/http/registry.js';
import { SystemJobs } from '../../../../host/server/jobs/system-jobs.js';
import { registerIndexRanges } from '../../../../host/server/routes/index-ranges.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';

test('a rebuild of the ranges of all indices or of one index set is refused while the same rebuild is running', async () => {
  let release = (): void => undefined;
  const released = new Promise<never[]>((resolve) => (release = () => resolve([])));
  const sealed = { name: 'messages_0', set: 'one', isWritten: false, createdAt: 0 };
  type Arguments = Parameters<typeof registerIndexRanges>;
  const store = untyped<Arguments[1]['store']>({ facts: () => [sealed], query: () => released });
  const sets = untyped<Arguments[2]>({ get: () => ({ id: 'one', title: 'One' }) });
  const jobs = new SystemJobs('node');
  const registry = new Registry();
  registerIndexRanges(registry, { store }, sets, new IndexRanges(store, jobs));
  const caller: Caller = { id: 'id', username: 'admin', permissions: ['*'], timezone: null };
  type Request = Parameters<Served['answer']>;
  const call = async (path: string): Promise<unknown> => {
    const served = registry.all().find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === path);
    assert.ok(served, path);
    const request = untyped<Request[0]>({ headers: {}, params: { indexSetId: 'one', index: 'messages_0' }, query: {} });
    return served.answer(request, untyped<Request[1]>({}), caller, new AbortController().signal);
  };
  const paths = ['/system/indices/ranges/rebuild', '/system/indices/ranges/index_set/{indexSetId}/rebuild'];
  for (const path of paths) {
    await call(path);
    await assert.rejects(call(path), ForbiddenError, path);
  }
  assert.equal(jobs.all().length, paths.length, 'a refused rebuild starts no job');
  release();
  await until('the rebuilds have ended', () => !jobs.isRunning(rebuildJob));
  for (const path of paths) await call(path);
});

/** Calls of the endpoints for snapshots, which the contract lacks, in addition to those in `calls.ts`. */
import type { Snapshot } from '../../api/contract/snapshots.js';
import type { Search } from '../../api/contract/searches.js';
import type { View } from '../../api/contract/views.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const of = (kind: Rule['kind'], ...permissions: string[]): Rule => ({ kind, permissions });

export const snapshotRules: Readonly<Record<string, Rule>> = {
  'POST /snapshots': of('each', 'view:read:{viewId}', 'streams:read:{streamId}'),
  'GET /snapshots': of('filtered', 'users:tokenlist:{username}'),
  'DELETE /snapshots/{snapshotId}': of('each', 'users:tokenremove:{username}'),
  'GET /snapshots/opened/{token}': of('public'),
};

/** Returns the request that creates a snapshot of a new view of one stream. */
async function request(world: World) {
  const { viewId } = await world.view();
  const view = await world.ask<View & { search: Search }>('GET', `/views/${viewId}`);
  return { title: 'conformance', view_id: viewId, view, hours: 1 };
}
async function made(world: World): Promise<Snapshot & { token: string }> {
  return world.ask('POST', '/snapshots', await request(world));
}

export const snapshotCalls: Readonly<Record<string, Maker>> = {
  'POST /snapshots': async (world) => {
    const json = await request(world);
    return { params: { viewId: json.view_id }, json };
  },
  'GET /snapshots': async (world) => ({ params: { username: 'admin' }, shows: (await made(world)).id }),
  'DELETE /snapshots/{snapshotId}': async (world) => ({
    params: { username: 'admin', snapshotId: (await made(world)).id },
  }),
  'GET /snapshots/opened/{token}': async (world) => ({ params: { token: (await made(world)).token } }),
};

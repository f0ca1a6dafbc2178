/** Snapshots: links to results of one moment. Beyond the contract, no reference server has any of it. */
import { endpoint } from './endpoint.js';
import type { Snapshot, SnapshotContent, SnapshotRequest } from './snapshots.schema.js';

export type * from './snapshots.schema.js';

/** Executes the search as the caller and stores the results. The token of the link is in this answer and in no later one. */
export const createSnapshot = endpoint<{ body: SnapshotRequest; answer: Snapshot & { token: string } }>()(
  'POST',
  '/snapshots',
  { handler: 'any account; view and search must be readable, plus streams:read on every stream used' },
  { status: 201 },
);
/** Lists the snapshots that have not expired. */
export const listSnapshots = endpoint<{ answer: { snapshots: Snapshot[] } }>()('GET', '/snapshots', {
  handler: 'whoever made it, or users:tokenlist',
});
export const revokeSnapshot = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/snapshots/{snapshotId}',
  { handler: 'whoever made it, or users:tokenremove' },
  { produces: 'nothing' },
);
/** The content of a link. The token is the only credential. */
export const openSnapshot = endpoint<{ answer: SnapshotContent }>()('GET', '/snapshots/opened/{token}', 'public');

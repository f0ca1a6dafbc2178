/** Endpoints of snapshots, which are links to results at one point in time. The reference server has none. */
import { endpoint } from './endpoint.js';
import type { Snapshot, SnapshotContent, SnapshotRequest } from './snapshots.schema.js';

export type * from './snapshots.schema.js';

/**
 * Executes a search with the caller's permissions and stores the results as a snapshot. Only this answer contains the
 * token, which is part of the snapshot's link.
 */
export const createSnapshot = endpoint<{ body: SnapshotRequest; answer: Snapshot & { token: string } }>()(
  'POST',
  '/snapshots',
  { handler: 'any account; view and search must be readable, plus streams:read on every stream used' },
  { status: 201 },
);
/** Lists the snapshots whose links have not expired. */
export const listSnapshots = endpoint<{ answer: { snapshots: Snapshot[] } }>()('GET', '/snapshots', {
  handler: 'whoever made it, or users:tokenlist',
});
export const revokeSnapshot = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/snapshots/{snapshotId}',
  { handler: 'whoever made it, or users:tokenremove' },
  { produces: 'nothing' },
);
/** Returns the content of a snapshot. No credential except the token is needed. */
export const openSnapshot = endpoint<{ answer: SnapshotContent }>()('GET', '/snapshots/opened/{token}', 'public');

/** Snapshots: links to the results at one point in time. The reference server does not have them. */
import { endpoint } from './endpoint.js';
import type { Snapshot, SnapshotContent, SnapshotRequest } from './snapshots.schema.js';

export type * from './snapshots.schema.js';

/**
 * Executes the search with the caller's permissions and stores the results. Only this answer contains the token of the
 * link.
 */
export const createSnapshot = endpoint<{ body: SnapshotRequest; answer: Snapshot & { token: string } }>()(
  'POST',
  '/snapshots',
  { handler: 'any account; view and search must be readable, plus streams:read on every stream used' },
  { status: 201 },
);
/** Lists the valid snapshots. */
export const listSnapshots = endpoint<{ answer: { snapshots: Snapshot[] } }>()('GET', '/snapshots', {
  handler: 'whoever made it, or users:tokenlist',
});
export const revokeSnapshot = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/snapshots/{snapshotId}',
  { handler: 'whoever made it, or users:tokenremove' },
  { produces: 'nothing' },
);
/** Returns the content of a snapshot. The token is the only credential. */
export const openSnapshot = endpoint<{ answer: SnapshotContent }>()('GET', '/snapshots/opened/{token}', 'public');

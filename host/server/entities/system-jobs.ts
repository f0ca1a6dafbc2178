/** What the server does on its own and takes a while, as system jobs (contract administration SystemJob). */
import { createHash } from 'node:crypto';
import type { SystemJob } from '../../../api/contract/system-overview.schema.js';
import type { IndexRemoval } from '../store/types.js';

/** The same for the same index, so that a job can be followed. */
const idOf = (index: string, nodeId: string) =>
  createHash('sha256').update(`${nodeId}\u0000${index}`).digest('hex').slice(0, 24);

/** Indices that are out of sight already and whose files go when no search reads them any more. */
export const removalJobs = (removals: readonly IndexRemoval[], nodeId: string): SystemJob[] =>
  removals.map(({ index, startedAt }) => ({
    id: idOf(index, nodeId),
    description: 'Removes an index and its messages',
    name: 'IndexRemoval',
    info: `Removing ${index}`,
    node_id: nodeId,
    started_at: new Date(startedAt).toISOString(),
    percent_complete: 0,
    is_cancelable: false,
    provides_progress: false,
    job_status: 'running',
  }));

/** Opens the snapshots with their metrics, and regularly removes the expired snapshots. */
import type { Auth } from '../auth/auth.js';
import type { RootLog } from '../log/log.js';
import type { Metrics } from '../metrics/metrics.js';
import { Snapshots } from '../snapshots/snapshots.js';
import type { Documents } from '../store/types.js';
import type { Opened } from './opened.js';

const sweepMs = 5 * 60_000;

export interface SnapshotNeeds {
  readonly documents: Documents;
  readonly auth: Auth;
  readonly metrics: Metrics;
  readonly log: RootLog;
}

export function openSnapshots({ documents, auth, metrics, log }: SnapshotNeeds, opened: Opened): Snapshots {
  const snapshots = new Snapshots({
    documents,
    issuer: (id) => {
      const user = auth.users.get(id);
      return user && auth.services.admits(user) ? user : undefined;
    },
  });
  metrics.provide(() => snapshots.metrics());
  opened.every(sweepMs, () =>
    snapshots
      .sweep()
      .catch((error: unknown) => log.warn('Snapshots that have ended could not be removed', { room: 'store', error })),
  );
  return snapshots;
}

/** Queries and mutations of snapshots, which are links to results at one point in time; reference servers have none. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { createSearch, type Search } from '../contract/searches.js';
import {
  createSnapshot,
  listSnapshots,
  revokeSnapshot,
  type Snapshot,
  type SnapshotRequest,
} from '../contract/snapshots.js';
import { isEmbedded } from './server-root.js';

const snapshotsKey = ['snapshots'] as const;

/** Reads the snapshots that the caller may revoke; null when the server has no snapshots. */
export function snapshotsQuery(client: Client, queryClient: QueryClient) {
  return queryOptions({
    queryKey: snapshotsKey,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<readonly Snapshot[] | null> => {
      if (!(await isEmbedded(client, queryClient))) return null;
      return (await client.call(listSnapshots, { signal })).snapshots;
    },
  });
}

/** Creates a snapshot. Its unsaved `search` is stored first, because the server executes only stored searches. */
export function makeSnapshotMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ search, ...request }: SnapshotRequest & { readonly search: Search }) => {
      await client.call(createSearch, { body: search });
      return client.call(createSnapshot, { body: request });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: snapshotsKey }),
  });
}

export function revokeSnapshotMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (snapshotId: string) => client.call(revokeSnapshot, { params: { snapshotId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: snapshotsKey }),
  });
}

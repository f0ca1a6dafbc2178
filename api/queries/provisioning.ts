/** Reads the entities that provisioning files have created; the reference server has none. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { listProvisioned, type ProvisionedObject } from '../contract/provisioning.js';
import { hasList } from './has-list.js';
import { keptUntilInvalidated } from './polling.js';
import { isEmbedded } from './server-root.js';

/** Reads all provisioned objects; reference servers have none and are not called. */
export function provisionedQuery(client: Client) {
  return queryOptions({
    queryKey: ['provisioned'],
    queryFn: async ({ signal, client: queryClient }): Promise<readonly ProvisionedObject[]> => {
      if (!(await isEmbedded(client, queryClient))) return [];
      return (await client.call(listProvisioned, { signal, check: hasList('objects') })).objects;
    },
    ...keptUntilInvalidated,
    retry: false,
  });
}

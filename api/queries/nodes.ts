import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterNodes } from '../contract/system.js';
import { hasList } from './has-list.js';

/** Reads the running nodes of the cluster. */
export function nodesQuery(client: Client) {
  return queryOptions({
    queryKey: ['cluster', 'nodes'],
    queryFn: async ({ signal }) => {
      const { nodes } = await client.call(clusterNodes, {
        signal,
        check: hasList('nodes'),
      });
      return nodes;
    },
    staleTime: 30_000,
  });
}

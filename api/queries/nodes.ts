import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { clusterNodes } from '../contract/system.js';

/** The nodes that are running. */
export function nodesQuery(client: Client) {
  return queryOptions({
    queryKey: ['cluster', 'nodes'],
    queryFn: async ({ signal }) => {
      const { nodes } = await client.call(clusterNodes, {
        signal,
        check: (answer) => Array.isArray((answer as { nodes?: unknown } | null)?.nodes),
      });
      return nodes;
    },
    staleTime: 30_000,
  });
}

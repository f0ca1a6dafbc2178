/**
 * Reads and stores configurations of the server by the Java class name that identifies them in the API. Settings that
 * the configuration of searches lacks have default values (contract search configuration of searches).
 */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { ClusterConfigBody, SearchesConfig } from '../contract/cluster-config.js';
import { searchesDefaults } from '../contract/cluster-config-names.js';
import { getClusterConfig, saveClusterConfig, searchesConfigClass } from '../contract/cluster-config.js';

const configStaleMs = 300_000;

export const clusterConfigKey = (className: string) => ['clusterConfig', className] as const;

/** Reads the configuration of searches; the object is empty if it was never saved. */
export function searchesConfigQuery(client: Client) {
  return queryOptions({
    queryKey: clusterConfigKey(searchesConfigClass),
    queryFn: async ({ signal }): Promise<Partial<SearchesConfig>> =>
      (await client.call(getClusterConfig, { params: { className: searchesConfigClass }, signal })) ?? {},
    staleTime: configStaleMs,
  });
}

export function saveClusterConfigMutation(client: Client, queryClient: QueryClient, className: string) {
  return mutationOptions({
    mutationKey: clusterConfigKey(className),
    mutationFn: (body: ClusterConfigBody) => client.call(saveClusterConfig, { params: { className }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clusterConfigKey(className) }),
  });
}

/**
 * Returns the configuration of searches completed with defaults; callers pass this function as `select` of the query.
 */
export function withSearchesDefaults(config: Partial<SearchesConfig>): SearchesConfig {
  const known = Object.entries(config).filter(([, value]) => value !== null && value !== undefined);
  return { ...searchesDefaults, ...Object.fromEntries(known) };
}

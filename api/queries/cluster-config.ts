/** Stored configurations by class; the searches configuration with the defaults of contract search K1. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { ClusterConfigBody, SearchesConfig } from '../contract/cluster-config.js';
import { getClusterConfig, saveClusterConfig, searchesConfigClass } from '../contract/cluster-config.js';

const configStaleMs = 300_000;

export const clusterConfigKey = (className: string) => ['clusterConfig', className] as const;

/** An empty object while the class was never saved. */
export function clusterConfigQuery(client: Client, className: string) {
  return queryOptions({
    queryKey: clusterConfigKey(className),
    queryFn: async ({ signal }): Promise<ClusterConfigBody> =>
      (await client.call(getClusterConfig, { params: { className }, signal })) ?? {},
    staleTime: configStaleMs,
  });
}

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

/** What counts while the administrator has saved nothing, or a server knows less (K1). Option maps keep their order. */
export const searchesDefaults: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: {
    PT5M: '5 minutes',
    PT15M: '15 minutes',
    PT30M: '30 minutes',
    PT1H: '1 hour',
    PT2H: '2 hours',
    PT8H: '8 hours',
    P1D: '1 day',
    P2D: '2 days',
    P5D: '5 days',
    P7D: '7 days',
    P14D: '14 days',
    P30D: '30 days',
    PT0S: 'all messages',
  },
  surrounding_timerange_options: {
    PT1S: '1 second',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  surrounding_filter_fields: ['source', 'gl2_source_input', 'file', 'source_file'],
  analysis_disabled_fields: ['message', 'full_message'],
  auto_refresh_timerange_options: {
    PT1S: '1 second',
    PT2S: '2 seconds',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  default_auto_refresh_option: 'PT5S',
};

/** The configuration with defaults for what it lacks; use as `select`. */
export function withSearchesDefaults(config: Partial<SearchesConfig>): SearchesConfig {
  const known = Object.entries(config).filter(([, value]) => value !== null && value !== undefined);
  return { ...searchesDefaults, ...Object.fromEntries(known) };
}

/** Stored configurations by class; the searches configuration with the defaults of contract search K1. */
import type { QueryClient } from '@tanstack/react-query';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type {
  ClusterConfigBody,
  ConfigKey,
  ConfigValues,
  MessageProcessorsConfig,
  SearchesConfig,
} from '../contract/cluster-config.js';
import { configClasses, searchesDefaults } from '../contract/cluster-config-classes.js';
import {
  getClusterConfig,
  getMessageProcessors,
  saveClusterConfig,
  saveMessageProcessors,
  searchesConfigClass,
} from '../contract/cluster-config.js';
import { hasList } from './has-list.js';

const configStaleMs = 300_000;

export const clusterConfigKey = (className: string) => ['clusterConfig', className] as const;

/** Empty while it was never saved. */
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

/** The configuration with defaults for what it lacks; use as `select`. */
export function withSearchesDefaults(config: Partial<SearchesConfig>): SearchesConfig {
  const known = Object.entries(config).filter(([, value]) => value !== null && value !== undefined);
  return { ...searchesDefaults, ...Object.fromEntries(known) };
}

/** One class as it is administered: what it lacks, or was never saved, is as by default; what the console does not know stays in it. */
export function storedConfigQuery<K extends ConfigKey>(client: Client, key: K) {
  const { name, defaults } = configClasses[key];
  return queryOptions({
    queryKey: clusterConfigKey(name),
    queryFn: async ({ signal }): Promise<ClusterConfigBody> =>
      (await client.call(getClusterConfig, { params: { className: name }, signal })) ?? {},
    staleTime: 0,
    select: (config): ConfigValues[K] => withDefaults(defaults, config),
  });
}

function withDefaults<T extends object>(defaults: T, config: ClusterConfigBody): T {
  const known = Object.entries(config).filter(([, value]) => value !== null && value !== undefined);
  return { ...defaults, ...Object.fromEntries(known) };
}

/** What is stored at this moment, asked anew. */
export async function storedConfigNow<K extends ConfigKey>(
  client: Client,
  queryClient: QueryClient,
  key: K,
): Promise<ConfigValues[K]> {
  const { select: _, ...query } = storedConfigQuery(client, key);
  return withDefaults<ConfigValues[K]>(configClasses[key].defaults, await queryClient.fetchQuery(query));
}

/** The message processors in their order, and which are switched off. */
export function messageProcessorsQuery(client: Client) {
  return queryOptions({
    queryKey: ['messageProcessors'],
    queryFn: ({ signal }) => client.call(getMessageProcessors, { signal, check: hasList('processor_order') }),
    staleTime: 0,
  });
}

export function saveMessageProcessorsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: MessageProcessorsConfig) => client.call(saveMessageProcessors, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messageProcessors'] }),
  });
}

/** Queries and mutations of configuration classes for administration, and of the order of message processors. */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type {
  ClusterConfigBody,
  ConfigKey,
  ConfigValues,
  MessageProcessorsConfig,
} from '../contract/cluster-config.js';
import { getClusterConfig, getMessageProcessors, saveMessageProcessors } from '../contract/cluster-config.js';
import { configClasses } from '../contract/cluster-config-classes.js';
import { clusterConfigKey } from './cluster-config.js';
import { hasList } from './has-list.js';
import { keepingUnknown } from './keep-unknown.js';

/**
 * Values with which forms start for classes that were never saved and for which the server returns nothing (spec 1 §3).
 */
const neverSaved: { readonly [K in ConfigKey]?: Partial<ConfigValues[K]> } = {
  users: { global_session_timeout_interval: 'PT1H' },
};

/** Reads a configuration class; missing members have their defaults, and unknown members are kept. */
export function storedConfigQuery<K extends ConfigKey>(client: Client, key: K) {
  const { name } = configClasses[key];
  return queryOptions({
    queryKey: clusterConfigKey(name),
    queryFn: async ({ signal }): Promise<ClusterConfigBody> =>
      (await client.call(getClusterConfig, { params: { className: name }, signal })) ?? {},
    staleTime: 0,
    select: (config): ConfigValues[K] => withDefaults(key, config),
  });
}

function withDefaults<K extends ConfigKey>(key: K, config: ClusterConfigBody): ConfigValues[K] {
  const known = Object.entries(config).filter(([, value]) => value !== null && value !== undefined);
  return { ...configClasses[key].defaults, ...neverSaved[key], ...Object.fromEntries(known) };
}

/** Reads the value that is stored now. */
export async function storedConfigNow<K extends ConfigKey>(
  client: Client,
  queryClient: QueryClient,
  key: K,
): Promise<ConfigValues[K]> {
  const { select: _, ...query } = storedConfigQuery(client, key);
  return withDefaults(key, await queryClient.fetchQuery(query));
}

/** Reads the message processors in their order, and which of them are disabled. */
export function messageProcessorsQuery(client: Client) {
  return queryOptions({
    queryKey: ['messageProcessors'],
    queryFn: ({ signal }) => client.call(getMessageProcessors, { signal, check: hasList('processor_order') }),
    staleTime: 0,
  });
}

export function saveMessageProcessorsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async (body: MessageProcessorsConfig) =>
      client.call(saveMessageProcessors, { body: await keepingUnknown(client.call(getMessageProcessors), body) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['messageProcessors'] }),
  });
}

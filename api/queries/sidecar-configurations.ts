/**
 * Queries and mutations of the configurations, collectors and variables of sidecars (contract administration
 * collectors.*, sidecarConfigs.*, sidecarVariables.*).
 */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import {
  collectorSummaries,
  configurationsOfVariable,
  configurationVersions,
  copyCollector,
  copyConfiguration,
  createCollector,
  createConfiguration,
  createVariable,
  deleteCollector,
  deleteConfiguration,
  deleteVariable,
  getCollector,
  getConfiguration,
  listConfigurations,
  listUploads,
  listVariables,
  matchAssignmentRule,
  previewConfiguration,
  restoreConfiguration,
  sidecarsOfConfiguration,
  updateCollector,
  updateConfiguration,
  updateVariable,
  validateCollector,
  validateConfiguration,
} from '../contract/sidecars.js';
import type {
  CollectorBody,
  ConfigurationBody,
  PreviewRequest,
  RuleRequest,
  VariableBody,
} from '../contract/sidecars.schema.js';
import { hasList } from './has-list.js';
import { isMissing, unlessMissing } from './missing.js';
import { sidecarsKey } from './sidecars.js';
import { keepingUnknown } from './keep-unknown.js';

const configurationsKey = ['sidecarConfigurations'] as const;
const collectorsKey = ['sidecarCollectors'] as const;
const variablesKey = ['sidecarVariables'] as const;

const configurationAttributes: readonly EntityAttribute[] = [
  { id: 'name', title: 'Configuration', type: 'STRING', sortable: true, searchable: true },
  { id: 'color', title: 'Color', type: 'STRING' },
  { id: 'collector_id', title: 'Collector', type: 'STRING', sortable: true },
  { id: 'tags', title: 'Tags', type: 'STRING' },
];
const collectorAttributes: readonly EntityAttribute[] = [
  { id: 'name', title: 'Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'operating_system', title: 'Operating System', type: 'STRING', sortable: true },
];

export function configurationPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...configurationsKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { configurations, pagination, total } = await client.call(listConfigurations, {
        query,
        signal,
        check: hasList('configurations'),
      });
      return { elements: configurations, pagination, total, attributes: configurationAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

export function collectorPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...collectorsKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { collectors, pagination, total } = await client.call(collectorSummaries, {
        query,
        signal,
        check: hasList('collectors'),
      });
      return { elements: collectors, pagination, total, attributes: collectorAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads all configurations, sorted by name, without their templates. */
export function configurationsQuery(client: Client) {
  return queryOptions({
    queryKey: [...configurationsKey, 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(listConfigurations, { query: { per_page: 0 }, signal, check: hasList('configurations') }))
        .configurations,
  });
}

/** Reads all collectors, sorted by name, without their templates. */
export function collectorsQuery(client: Client) {
  return queryOptions({
    queryKey: [...collectorsKey, 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(collectorSummaries, { query: { per_page: 0 }, signal, check: hasList('collectors') }))
        .collectors,
  });
}

export function configurationQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [...configurationsKey, 'one', id],
    queryFn: ({ signal }) => client.call(getConfiguration, { params: { id }, signal }),
  });
}

export function collectorQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [...collectorsKey, 'one', id],
    queryFn: ({ signal }) => client.call(getCollector, { params: { id }, signal }),
  });
}

/** Reads the ids of the nodes that have a configuration. */
export function sidecarsOfConfigurationQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [...sidecarsKey, 'ofConfiguration', id],
    queryFn: async ({ signal }) =>
      (await client.call(sidecarsOfConfiguration, { params: { id }, signal, check: hasList('sidecar_ids') }))
        .sidecar_ids,
  });
}

/** Reads the versions of a configuration, newest first; null when the server stores no versions. */
export function versionsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: [...configurationsKey, 'versions', id],
    queryFn: async ({ signal }) => {
      const answer = await unlessMissing(client.call(configurationVersions, { params: { id }, signal }), null);
      return answer && answer.versions;
    },
  });
}

export function uploadsQuery(client: Client, page: number) {
  return queryOptions({
    queryKey: [...configurationsKey, 'uploads', page],
    queryFn: ({ signal }) => client.call(listUploads, { query: { page }, signal, check: hasList('uploads') }),
  });
}

export function variablesQuery(client: Client) {
  return queryOptions({
    queryKey: variablesKey,
    queryFn: ({ signal }) => client.call(listVariables, { signal, check: Array.isArray }),
  });
}

const changed = async (queryClient: QueryClient): Promise<void> => {
  for (const queryKey of [configurationsKey, collectorsKey, variablesKey, sidecarsKey])
    await queryClient.invalidateQueries({ queryKey });
};

/**
 * Returns the result of `ours`, or the result of `theirs` when the server is a reference server and refuses unknown
 * members.
 * @param isOwn true if the user needs the unknown members; then their refusal is thrown, and `theirs` is not called
 */
async function unlessUnknown<T>(ours: Promise<T>, theirs: () => Promise<T>, isOwn: boolean): Promise<T> {
  try {
    return await ours;
  } catch (error) {
    if (
      isOwn ||
      !/unable to map property|unrecognized/i.test(String((error as { serverMessage?: string }).serverMessage))
    )
      throw error;
    return theirs();
  }
}

/** Creates a configuration, or updates the configuration with the given id. */
export function saveConfigurationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, ...body }: ConfigurationBody & { readonly id?: string }) => {
      const send = async (sent: ConfigurationBody) => {
        if (id === undefined) return client.call(createConfiguration, { body: sent });
        const params = { id };
        const serverMembers = ['version', 'assignment_rule', 'staged'];
        const whole = keepingUnknown(
          client.call(getConfiguration, { params }),
          { id, ...sent },
          { serverOnly: serverMembers },
        );
        return client.call(updateConfiguration, { params, body: await whole });
      };
      const { assignment_rule: rule, staged, ...plain } = body;
      return unlessUnknown(send(body), () => send(plain), Boolean(rule) || staged === true);
    },
    onSuccess: () => changed(queryClient),
  });
}

export function saveCollectorMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, ...body }: CollectorBody & { readonly id?: string }) => {
      if (id === undefined) return client.call(createCollector, { body });
      const params = { id };
      const whole = await keepingUnknown(client.call(getCollector, { params }), { id, ...body });
      return client.call(updateCollector, { params, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function saveVariableMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, ...body }: VariableBody & { readonly id?: string }) => {
      if (id === undefined) return client.call(createVariable, { body: { id: '', ...body } });
      const stored = client.call(listVariables).then((all) => all.find((one) => one.id === id));
      const whole = await keepingUnknown(stored, { id, ...body });
      return client.call(updateVariable, { params: { id }, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}

interface Copy {
  readonly id: string;
  readonly name: string;
}

export function copyConfigurationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: Copy) => client.call(copyConfiguration, { params }),
    onSuccess: () => changed(queryClient),
  });
}
export function copyCollectorMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: Copy) => client.call(copyCollector, { params }),
    onSuccess: () => changed(queryClient),
  });
}
export function deleteConfigurationMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => client.call(deleteConfiguration, { params: { id } }),
    onSuccess: () => changed(queryClient),
  });
}
export function deleteCollectorMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => client.call(deleteCollector, { params: { id } }),
    onSuccess: () => changed(queryClient),
  });
}
export function deleteVariableMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => client.call(deleteVariable, { params: { id } }),
    onSuccess: () => changed(queryClient),
  });
}
export function restoreMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (params: { readonly id: string; readonly version: string }) =>
      client.call(restoreConfiguration, { params }),
    onSuccess: () => changed(queryClient),
  });
}

export const checkConfiguration = (client: Client, body: ConfigurationBody, signal: AbortSignal) =>
  client.call(validateConfiguration, { body, signal });
export const checkCollector = (client: Client, body: CollectorBody, signal: AbortSignal) =>
  client.call(validateCollector, { body, signal });
export const previewTemplate = (client: Client, body: PreviewRequest, signal?: AbortSignal) =>
  client.call(previewConfiguration, { body, ...(signal && { signal }) });
export const usersOfVariable = (client: Client, id: string) =>
  client.call(configurationsOfVariable, { params: { id } });

/** Returns the nodes that an assignment rule matches; undefined when the server has no assignment rules. */
export async function matchRule(client: Client, body: RuleRequest, signal: AbortSignal) {
  try {
    return await client.call(matchAssignmentRule, { body, signal });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

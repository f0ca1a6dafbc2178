/**
 * Queries and mutations of index sets with their strategies and statistics, and of their indices (contract data-intake
 * D1–D5).
 */
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getClusterConfig, indexSetDefaultsClass, type IndexSetDefaults } from '../contract/cluster-config.js';
import {
  allIndexSetStats,
  createIndexSet,
  deleteIndexSet,
  getIndexSet,
  indexSetFieldTypes,
  indexSetGrowth,
  listIndexSets,
  retentionStrategies,
  rotationStrategies,
  saveIndexSetDefaults,
  setDefaultIndexSet,
  setIndexSetFieldTypes,
  updateIndexSet,
  type CreateIndexSetRequest,
  type FieldTypesRequest,
} from '../contract/index-sets.js';
import {
  closeIndex,
  cycleClusterDeflector,
  deleteIndex,
  indexerOverview,
  rebuildRange,
  rebuildRangesOfSet,
  reopenIndex,
  someIndices,
} from '../contract/indices.js';
import { indexerHealth, indexerName } from '../contract/system.js';
import { clusterConfigKey } from './cluster-config.js';
import { hasList } from './has-list.js';
import { keptUntilInvalidated, polling } from './polling.js';

const setsKey = ['indexSets'] as const;
const overviewPollMs = 2000;
const listPollMs = 10_000;
const healthPollMs = 5000;
const growthPollMs = 60_000;

/** Reads one page of index sets, sorted by title, with their statistics, and polls it. */
export function indexSetsPageQuery(client: Client, page: number, perPage: number) {
  return queryOptions({
    queryKey: [...setsKey, 'page', page, perPage],
    queryFn: ({ signal }) =>
      client.call(listIndexSets, {
        query: { skip: (page - 1) * perPage, limit: perPage, stats: true },
        signal,
        background: true,
        check: hasList('index_sets'),
      }),
    staleTime: 0,
    ...polling(listPollMs),
  });
}

/** Reads the statistics of all index sets together, and polls them. */
export function allIndexSetStatsQuery(client: Client) {
  return queryOptions({
    queryKey: [...setsKey, 'stats'],
    queryFn: ({ signal }) => client.call(allIndexSetStats, { signal, background: true }),
    staleTime: 0,
    ...polling(listPollMs),
  });
}

export function indexSetQuery(client: Client, indexSetId: string) {
  return queryOptions({
    queryKey: [...setsKey, 'one', indexSetId],
    queryFn: ({ signal }) => client.call(getIndexSet, { params: { indexSetId }, signal }),
    staleTime: 0,
  });
}

/** Reads how many messages an index set receives per day, and polls it. */
export function indexSetGrowthQuery(client: Client, indexSetId: string) {
  return queryOptions({
    queryKey: [...setsKey, 'growth', indexSetId],
    queryFn: ({ signal }) =>
      client.call(indexSetGrowth, { params: { indexSetId }, signal, background: true, check: hasList('days') }),
    retry: false,
    ...polling(growthPollMs),
  });
}

/** Reads the types of an index set's fields in the current index and in the next one. */
export function indexSetFieldTypesQuery(client: Client, indexSetId: string) {
  return queryOptions({
    queryKey: [...setsKey, 'fieldTypes', indexSetId],
    queryFn: ({ signal }) =>
      client.call(indexSetFieldTypes, { params: { indexSetId }, signal, check: hasList('fields') }),
    staleTime: 0,
    retry: false,
  });
}

/** Reads the available rotation and retention strategies. */
export function indexStrategiesQuery(client: Client) {
  return queryOptions({
    queryKey: ['indexStrategies'],
    queryFn: async ({ signal }) => {
      const [rotation, retention] = await Promise.all([
        client.call(rotationStrategies, { signal }),
        client.call(retentionStrategies, { signal }),
      ]);
      return { rotation, retention };
    },
    ...keptUntilInvalidated,
  });
}

/** Reads the defaults of new index sets; the object is empty if the server has none. */
export function indexSetDefaultsQuery(client: Client) {
  return queryOptions({
    queryKey: clusterConfigKey(indexSetDefaultsClass),
    queryFn: async ({ signal }): Promise<Partial<IndexSetDefaults>> =>
      (await client.call(getClusterConfig, { params: { className: indexSetDefaultsClass }, signal })) ?? {},
    staleTime: 0,
  });
}

export function saveIndexSetDefaultsMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: IndexSetDefaults) => client.call(saveIndexSetDefaults, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clusterConfigKey(indexSetDefaultsClass) }),
  });
}

/** Reads the overview of an index set's indices, and polls it. */
export function indexerOverviewQuery(client: Client, indexSetId: string) {
  return queryOptions({
    queryKey: [...setsKey, 'overview', indexSetId],
    queryFn: ({ signal }) => client.call(indexerOverview, { params: { indexSetId }, signal, background: true }),
    retry: false,
    ...polling(overviewPollMs),
  });
}

/** Reads the health and the name of the message store, and polls them. */
export function indexerHealthQuery(client: Client) {
  return queryOptions({
    queryKey: ['indexerHealth'],
    queryFn: async ({ signal }) => {
      const [health, { name }] = await Promise.all([
        client.call(indexerHealth, { signal, background: true }),
        client.call(indexerName, { signal, background: true }),
      ]);
      return { health, name };
    },
    retry: false,
    ...polling(healthPollMs),
  });
}

/** Reads the statistics of the given open indices, and polls them. @param indices names of the indices */
export function indicesQuery(client: Client, indices: readonly string[]) {
  return queryOptions({
    queryKey: [...setsKey, 'indices', indices],
    queryFn: ({ signal }) => client.call(someIndices, { body: { indices: [...indices] }, signal, background: true }),
    enabled: indices.length > 0,
    retry: false,
    ...polling(overviewPollMs),
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: setsKey });

/** Creates or updates an index set. @param id id of the index set; undefined: it is created */
export function saveIndexSetMutation(client: Client, queryClient: QueryClient, id: string | undefined) {
  return mutationOptions({
    mutationFn: (body: CreateIndexSetRequest) =>
      id === undefined
        ? client.call(createIndexSet, { body })
        : client.call(updateIndexSet, { params: { indexSetId: id }, body }),
    onSuccess: () => changed(queryClient),
  });
}

export function saveFieldTypesMutation(client: Client, queryClient: QueryClient, indexSetId: string) {
  return mutationOptions({
    mutationFn: (body: FieldTypesRequest) => client.call(setIndexSetFieldTypes, { params: { indexSetId }, body }),
    onSuccess: () => changed(queryClient),
  });
}

export function setDefaultIndexSetMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (indexSetId: string) => client.call(setDefaultIndexSet, { params: { indexSetId } }),
    onSuccess: () => changed(queryClient),
  });
}

export interface DeletedIndexSet {
  readonly id: string;
  readonly withIndices: boolean;
}

export function deleteIndexSetMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ id, withIndices }: DeletedIndexSet) =>
      client.call(deleteIndexSet, { params: { indexSetId: id }, query: { delete_indices: withIndices } }),
    onSuccess: () => changed(queryClient),
  });
}

const ofIndex = { close: closeIndex, reopen: reopenIndex, delete: deleteIndex, recalculate: rebuildRange } as const;
export type IndexAction = keyof typeof ofIndex;

export function indexActionMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ action, index }: { readonly action: IndexAction; readonly index: string }): Promise<void> => {
      await client.call(ofIndex[action], { params: { index } });
    },
    onSuccess: () => changed(queryClient),
  });
}

const ofSet = { recalculate: rebuildRangesOfSet, rotate: cycleClusterDeflector } as const;
export type IndexSetAction = keyof typeof ofSet;

export function indexSetActionMutation(client: Client, queryClient: QueryClient, indexSetId: string) {
  return mutationOptions({
    mutationFn: async (action: IndexSetAction): Promise<void> => {
      await client.call(ofSet[action], { params: { indexSetId } });
    },
    onSuccess: () => changed(queryClient),
  });
}

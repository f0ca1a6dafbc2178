/** Queries and mutations of lookup tables, caches, data adapters and stored rows (contract administration lookup.*). */
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import * as endpoints from '../contract/lookup.js';
import * as rowEndpoints from '../contract/lookup-rows.js';
import type { DataAdapter, LookupCache, LookupTable } from '../contract/lookup.js';
import type {
  CsvImportQuery,
  DataAdapterBody,
  LookupCacheBody,
  LookupTableBody,
  RowChanges,
  RowsQuery,
} from '../contract/lookup.schema.js';
import { hasList } from './has-list.js';
import { unlessMissing } from './missing.js';
import { polling, pollingIfKnown } from './polling.js';
import { keepingUnknown } from './keep-unknown.js';

const lookupKey = ['lookup'] as const;
const statesPollMs = 1000;
const statusPollMs = 2000;

const attribute = (id: string, title: string): EntityAttribute => ({
  id,
  title,
  type: 'STRING',
  sortable: true,
  searchable: true,
});
const plain = (id: string, title: string): EntityAttribute => ({ id, title, type: 'STRING', sortable: false });
const named = [attribute('title', 'Title'), attribute('description', 'Description'), attribute('name', 'Name')];
const tableAttributes = [...named, plain('cache', 'Cache'), plain('adapter', 'Data Adapter')];
const cacheAttributes = [
  ...named,
  plain('entries', 'Entries'),
  plain('hit_rate', 'Hit rate'),
  plain('throughput', 'Throughput'),
];
const adapterAttributes = [...named, plain('throughput', 'Throughput')];

/** A table with its cache and its data adapter; each is undefined if the answer does not contain it. */
export interface ListedTable extends LookupTable {
  readonly cache: LookupCache | undefined;
  readonly adapter: DataAdapter | undefined;
}

const resolved = (
  table: LookupTable,
  { caches, data_adapters: adapters }: Pick<endpoints.LookupTablesPage, 'caches' | 'data_adapters'>,
): ListedTable => ({ ...table, cache: caches[table.cache_id], adapter: adapters[table.data_adapter_id] });

/** Returns the query with ascending order as default, because the endpoint sorts in descending order otherwise. */
const upwards = ({ filters: _none, ...query }: PageQuery) => ({ ...query, order: query.order ?? ('asc' as const) });

export function lookupTablesPageQuery(client: Client, question: PageQuery) {
  const query = { ...upwards(question), resolve: true };
  return queryOptions({
    queryKey: [...lookupKey, 'tables', query],
    queryFn: async ({ signal }) => {
      const answer = await client.call(endpoints.listLookupTables, { query, signal, check: hasList('lookup_tables') });
      const elements = answer.lookup_tables.map((table) => resolved(table, answer));
      return { elements, total: answer.total, attributes: tableAttributes };
    },
    placeholderData: keepPreviousData,
  });
}
export function lookupCachesPageQuery(client: Client, question: PageQuery) {
  const query = upwards(question);
  return queryOptions({
    queryKey: [...lookupKey, 'caches', query],
    queryFn: async ({ signal }) => {
      const { caches, total } = await client.call(endpoints.listLookupCaches, {
        query,
        signal,
        check: hasList('caches'),
      });
      return { elements: caches, total, attributes: cacheAttributes };
    },
    placeholderData: keepPreviousData,
  });
}
export function dataAdaptersPageQuery(client: Client, question: PageQuery) {
  const query = upwards(question);
  return queryOptions({
    queryKey: [...lookupKey, 'adapters', query],
    queryFn: async ({ signal }) => {
      const check = hasList('data_adapters');
      const answer = await client.call(endpoints.listDataAdapters, { query, signal, check });
      return { elements: answer.data_adapters, total: answer.total, attributes: adapterAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

const everything = { per_page: 10_000, sort: 'title', order: 'asc' } as const;
/** Reads all tables, sorted by title, for lists from which the user selects one. */
export function allLookupTablesQuery(client: Client) {
  return queryOptions({
    queryKey: [...lookupKey, 'tables', 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(endpoints.listLookupTables, { query: everything, signal, check: hasList('lookup_tables') }))
        .lookup_tables,
  });
}
export function allLookupCachesQuery(client: Client) {
  return queryOptions({
    queryKey: [...lookupKey, 'caches', 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(endpoints.listLookupCaches, { query: everything, signal, check: hasList('caches') })).caches,
  });
}
export function allDataAdaptersQuery(client: Client) {
  return queryOptions({
    queryKey: [...lookupKey, 'adapters', 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(endpoints.listDataAdapters, { query: everything, signal, check: hasList('data_adapters') }))
        .data_adapters,
  });
}

export function lookupTableQuery(client: Client, idOrName: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'table', idOrName],
    queryFn: async ({ signal }): Promise<ListedTable> => {
      const options = { params: { idOrName }, query: { resolve: true }, signal, check: hasList('lookup_tables') };
      const answer = await client.call(endpoints.getLookupTable, options);
      const [table] = answer.lookup_tables;
      if (!table) throw new Error('The answer has no table.');
      return resolved(table, answer);
    },
    staleTime: 0,
  });
}
export function lookupCacheQuery(client: Client, idOrName: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'cache', idOrName],
    queryFn: ({ signal }) => client.call(endpoints.getLookupCache, { params: { idOrName }, signal }),
    staleTime: 0,
  });
}
export function dataAdapterQuery(client: Client, idOrName: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'adapter', idOrName],
    queryFn: ({ signal }) => client.call(endpoints.getDataAdapter, { params: { idOrName }, signal }),
    staleTime: 0,
  });
}

/** Reads the names of the adapter types that the server has; the console offers only these. */
export function dataAdapterTypesQuery(client: Client) {
  return queryOptions({
    queryKey: ['lookupTypes', 'adapters'],
    queryFn: async ({ signal }) => Object.keys(await client.call(endpoints.dataAdapterTypes, { signal })),
    staleTime: Infinity,
  });
}

export interface WatchedNames {
  readonly tables?: readonly string[];
  readonly data_adapters?: readonly string[];
  readonly caches?: readonly string[];
}
export function lookupErrorStatesQuery(client: Client, names: WatchedNames) {
  const { tables = [], data_adapters: adapters = [], caches = [] } = names;
  return queryOptions({
    queryKey: [...lookupKey, 'errors', tables, adapters, caches],
    queryFn: ({ signal }) =>
      client.call(endpoints.lookupErrorStates, {
        body: { tables: [...tables], data_adapters: [...adapters], caches: [...caches] },
        signal,
        background: true,
      }),
    enabled: tables.length + adapters.length + caches.length > 0,
    placeholderData: keepPreviousData,
    ...polling(statesPollMs),
  });
}

const changed = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: lookupKey });

export interface SavedTable {
  /** Id of the table; undefined: it is created. */
  readonly id: string | undefined;
  readonly body: LookupTableBody;
  /** True lets a renaming also change the table's name in all entities that use it. */
  readonly rewrite: boolean;
}
export function saveLookupTableMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, body, rewrite }: SavedTable) => {
      if (id === undefined) return client.call(endpoints.createLookupTable, { body });
      const params = { idOrName: id };
      const stored = client
        .call(endpoints.getLookupTable, { params, query: {} })
        .then(({ lookup_tables: [table] }) => table);
      const whole = await keepingUnknown(stored, { ...body, id });
      return client.call(endpoints.updateLookupTable, { params, query: rewrite ? { rewrite } : {}, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}
export function saveLookupCacheMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, body }: { readonly id: string | undefined; readonly body: LookupCacheBody }) => {
      if (id === undefined) return client.call(endpoints.createLookupCache, { body });
      const params = { idOrName: id };
      const stored = client.call(endpoints.getLookupCache, { params });
      const whole = await keepingUnknown(stored, { ...body, id }, { within: ['config'] });
      return client.call(endpoints.updateLookupCache, { params, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}
export function saveDataAdapterMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ id, body }: { readonly id: string | undefined; readonly body: DataAdapterBody }) => {
      if (id === undefined) return client.call(endpoints.createDataAdapter, { body });
      const params = { idOrName: id };
      const stored = client.call(endpoints.getDataAdapter, { params });
      const whole = await keepingUnknown(stored, { ...body, id }, { within: ['config'] });
      return client.call(endpoints.updateDataAdapter, { params, body: whole });
    },
    onSuccess: () => changed(queryClient),
  });
}
export function deleteLookupTableMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (idOrName: string) => client.call(endpoints.deleteLookupTable, { params: { idOrName } }),
    onSuccess: () => changed(queryClient),
  });
}
export function deleteLookupCacheMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (idOrName: string) => client.call(endpoints.deleteLookupCache, { params: { idOrName } }),
    onSuccess: () => changed(queryClient),
  });
}
export function deleteDataAdapterMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (idOrName: string) => client.call(endpoints.deleteDataAdapter, { params: { idOrName } }),
    onSuccess: () => changed(queryClient),
  });
}

/**
 * Validates the values that the user has entered for a table; `validateCache` and `validateAdapter` validate the values
 * of a cache and an adapter.
 * @returns errors by field
 */
export const validateTable = (client: Client, body: LookupTableBody, signal: AbortSignal) =>
  client.call(endpoints.validateLookupTable, { body, signal });
export const validateCache = (client: Client, body: LookupCacheBody, signal: AbortSignal) =>
  client.call(endpoints.validateLookupCache, { body, signal });
export const validateAdapter = (client: Client, body: DataAdapterBody, signal: AbortSignal) =>
  client.call(endpoints.validateDataAdapter, { body, signal });

export const lookUpInTable = (client: Client, name: string, key: string) =>
  client.call(endpoints.queryLookupTable, { params: { name }, query: { key } });
export const lookUpInAdapter = (client: Client, name: string, key: string) =>
  client.call(endpoints.queryDataAdapter, { params: { name }, query: { key } });
/** Explains a lookup; undefined when the server does not have this endpoint. */
export const explainInTable = (client: Client, idOrName: string, key: string, withoutCache: boolean) =>
  unlessMissing(
    client.call(endpoints.explainLookup, {
      params: { idOrName },
      query: { key, ...(withoutCache && { without_cache: true }) },
    }),
    undefined,
  );
/** Purges the cache of a table on all nodes. @param key undefined: all keys are purged */
export const purgeTable = (client: Client, idOrName: string, key: string | undefined) =>
  client.call(endpoints.purgeLookupTableInCluster, {
    params: { idOrName },
    query: key === undefined ? {} : { key },
  });

/** Reads the entities that use a table; null when the server does not have this endpoint. */
export function lookupUsesQuery(client: Client, idOrName: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'uses', idOrName],
    queryFn: ({ signal }) =>
      unlessMissing(client.call(endpoints.lookupTableUses, { params: { idOrName }, signal }), null),
    staleTime: 0,
    retry: false,
  });
}
/** Reads the status of a data adapter; null when the server does not have this endpoint. */
export function adapterStatusQuery(client: Client, idOrName: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'status', idOrName],
    queryFn: ({ signal }) =>
      unlessMissing(client.call(endpoints.dataAdapterStatus, { params: { idOrName }, signal, background: true }), null),
    retry: false,
    ...pollingIfKnown(statusPollMs),
  });
}

export function storedRowsQuery(client: Client, adapterId: string, query: RowsQuery) {
  return queryOptions({
    queryKey: [...lookupKey, 'rows', adapterId, query],
    queryFn: ({ signal }) =>
      client.call(rowEndpoints.storedRows, { params: { idOrName: adapterId }, query, signal, check: hasList('rows') }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
export function changeRowsMutation(client: Client, queryClient: QueryClient, adapterId: string) {
  return mutationOptions({
    mutationFn: (body: RowChanges) =>
      client.call(rowEndpoints.changeStoredRows, { params: { idOrName: adapterId }, body }),
    onSuccess: () => changed(queryClient),
  });
}
export const previewImport = (
  client: Client,
  adapterId: string,
  query: CsvImportQuery,
  body: string,
  signal: AbortSignal,
) => client.call(rowEndpoints.importStoredRows, { params: { idOrName: adapterId }, query, body, signal });
export function importRowsMutation(client: Client, queryClient: QueryClient, adapterId: string) {
  return mutationOptions({
    mutationFn: ({ query, text }: { readonly query: CsvImportQuery; readonly text: string }) =>
      client.call(rowEndpoints.importStoredRows, { params: { idOrName: adapterId }, query, body: text }),
    onSuccess: () => changed(queryClient),
  });
}
export async function downloadRows(client: Client, adapterId: string): Promise<Blob> {
  return (await client.open(rowEndpoints.exportStoredRows, { params: { idOrName: adapterId } })).blob();
}
export function storedHistoryQuery(client: Client, adapterId: string) {
  return queryOptions({
    queryKey: [...lookupKey, 'history', adapterId],
    queryFn: ({ signal }) =>
      client.call(rowEndpoints.storedHistory, { params: { idOrName: adapterId }, signal, check: hasList('versions') }),
    staleTime: 0,
  });
}

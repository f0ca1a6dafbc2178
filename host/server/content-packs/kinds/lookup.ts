import type { Endpoint } from '../../../../api/contract/endpoint.js';
import * as lookup from '../../../../api/contract/lookup.js';
import type { DataAdapterBody, LookupCacheBody } from '../../../../api/contract/lookup.schema.js';
import { bringAdapter } from '../../lookup/checks.js';
import type { Api, ContentKind, IdOf } from '../kind.js';
import { MissingReference, throwFirst } from '../pack-error.js';
import { objectIn, textIn, wrapped, type PlainData } from '../values.js';
import { unlessMissing } from './missing.js';
import { withoutPlaceholders, withoutSecrets } from './secrets.js';

/** Query with the largest page that the API allows. */
const all = { query: { page: 1, per_page: 10_000 } };

/** Returns the lookup tables; an empty list if the server has none. */
export async function lookupTables(api: Api): Promise<readonly lookup.LookupTable[]> {
  return api.serves(lookup.listLookupTables) ? (await api.call(lookup.listLookupTables, all)).lookup_tables : [];
}

type Part = lookup.LookupCache | lookup.DataAdapter;

const configOf = (data: PlainData): lookup.LookupConfig => {
  const config = withoutPlaceholders(objectIn(data, 'configuration'));
  return { ...config, type: textIn(config, 'type') };
};

/** Returns the body of requests that create or validate a cache or data adapter. */
export const partBody = (data: PlainData) => ({
  title: textIn(data, 'title'),
  description: textIn(data, 'description'),
  name: textIn(data, 'name'),
  config: configOf(data),
});

interface PartCalls {
  readonly needs: Endpoint;
  readonly list: (api: Api) => Promise<readonly Part[]>;
  readonly get: (api: Api, id: string) => Promise<Part>;
  readonly create: (api: Api, body: LookupCacheBody & DataAdapterBody) => Promise<Part>;
  readonly update: (api: Api, id: string, body: LookupCacheBody & DataAdapterBody) => Promise<unknown>;
  readonly remove: (api: Api, id: string) => Promise<unknown>;
  readonly validate: (api: Api, body: LookupCacheBody & DataAdapterBody) => Promise<lookup.ValidationResult>;
}

/**
 * Creates the kind of caches or of data adapters, which differ only in their endpoints. They are matched by name; their
 * configurations are not compared.
 */
function partKind(type: string, title: string, calls: PartCalls): ContentKind {
  return {
    type,
    version: '1',
    title,
    needs: calls.needs,
    list: async (api) => (await calls.list(api)).map((part) => ({ id: part.id, title: part.title, key: part.name })),
    read: async (api, id) => {
      const part = await unlessMissing(calls.get(api, id));
      if (!part) return undefined;
      const configuration = withoutSecrets(part.config);
      return {
        title: part.title,
        references: [],
        data: () => ({
          _scope: 'DEFAULT',
          name: part.name,
          title: part.title,
          description: part.description,
          configuration,
        }),
      };
    },
    wrap: wrapped,
    titleOf: (data) => textIn(data, 'title') || textIn(data, 'name'),
    references: () => [],
    matching: { keyOf: (data) => textIn(data, 'name'), renamed: (data, name) => ({ ...data, name }) },
    check: async (api, data, _names, id) => {
      const { errors } = await calls.validate(api, { ...(id !== undefined && { id }), ...partBody(data) });
      throwFirst(errors);
    },
    create: async (api, data) => (await calls.create(api, partBody(data))).id,
    update: async (api, id, data) => {
      await calls.update(api, id, { id, ...partBody(data) });
    },
    remove: async (api, id) => {
      await calls.remove(api, id);
    },
    detail: (data) => `Its type is ${textIn(objectIn(data, 'configuration'), 'type') || 'unknown'}.`,
  };
}

const of = (id: string) => ({ params: { idOrName: id } });

export const cacheKind = partKind('lookup_cache', 'Lookup cache', {
  needs: lookup.createLookupCache,
  list: async (api) => (await api.call(lookup.listLookupCaches, all)).caches,
  get: (api, id) => api.call(lookup.getLookupCache, of(id)),
  create: (api, body) => api.call(lookup.createLookupCache, { body }),
  update: (api, id, body) => api.call(lookup.updateLookupCache, { ...of(id), body }),
  remove: (api, id) => api.call(lookup.deleteLookupCache, of(id)),
  validate: (api, body) => api.call(lookup.validateLookupCache, { body }),
});

export const adapterKind = partKind('lookup_adapter', 'Lookup adapter', {
  needs: lookup.createDataAdapter,
  list: async (api) => (await api.call(lookup.listDataAdapters, all)).data_adapters,
  get: (api, id) => api.call(lookup.getDataAdapter, of(id)),
  create: (api, body) => api.call(lookup.createDataAdapter, { body: bringAdapter(body) }),
  update: (api, id, body) => api.call(lookup.updateDataAdapter, { ...of(id), body: bringAdapter(body) }),
  remove: (api, id) => api.call(lookup.deleteDataAdapter, of(id)),
  validate: (api, body) => api.call(lookup.validateDataAdapter, { body: bringAdapter(body) }),
});

function partId(data: PlainData, name: 'cache_name' | 'data_adapter_name', type: string, idOf: IdOf): string {
  const id = textIn(data, name);
  const known = idOf(type, id);
  if (known === undefined) throw new MissingReference(name, type === 'lookup_cache' ? 'cache' : 'data adapter', id);
  return known;
}

const tableBody = (data: PlainData, idOf: IdOf) => ({
  title: textIn(data, 'title'),
  description: textIn(data, 'description'),
  name: textIn(data, 'name'),
  cache_id: partId(data, 'cache_name', 'lookup_cache', idOf),
  data_adapter_id: partId(data, 'data_adapter_name', 'lookup_adapter', idOf),
  default_single_value: textIn(data, 'default_single_value'),
  default_single_value_type: textIn(data, 'default_single_value_type') || 'NULL',
  default_multi_value: textIn(data, 'default_multi_value'),
  default_multi_value_type: textIn(data, 'default_multi_value_type') || 'NULL',
});

/**
 * Kind of lookup tables. In their data, `cache_name` and `data_adapter_name` contain entity ids despite their names.
 */
export const tableKind: ContentKind = {
  type: 'lookup_table',
  version: '1',
  title: 'Lookup table',
  needs: lookup.createLookupTable,
  list: async (api) => (await lookupTables(api)).map(({ id, title, name }) => ({ id, title, key: name })),
  read: async (api, id) => {
    const table = (await unlessMissing(api.call(lookup.getLookupTable, { params: { idOrName: id } })))
      ?.lookup_tables[0];
    if (!table) return undefined;
    return {
      title: table.title,
      references: [
        { type: 'lookup_cache', id: table.cache_id },
        { type: 'lookup_adapter', id: table.data_adapter_id },
      ],
      data: (idOf) => ({
        _scope: 'DEFAULT',
        name: table.name,
        title: table.title,
        description: table.description,
        cache_name: idOf('lookup_cache', table.cache_id) ?? table.cache_id,
        data_adapter_name: idOf('lookup_adapter', table.data_adapter_id) ?? table.data_adapter_id,
        default_single_value: table.default_single_value,
        default_single_value_type: table.default_single_value_type,
        default_multi_value: table.default_multi_value,
        default_multi_value_type: table.default_multi_value_type,
      }),
    };
  },
  wrap: wrapped,
  titleOf: (data) => textIn(data, 'title') || textIn(data, 'name'),
  references: (data) => [
    { type: 'lookup_cache', id: textIn(data, 'cache_name') },
    { type: 'lookup_adapter', id: textIn(data, 'data_adapter_name') },
  ],
  matching: {
    keyOf: (data) => textIn(data, 'name'),
    text: (data) => textIn(data, 'title'),
    renamed: (data, name) => ({ ...data, name }),
  },
  create: async (api, data, idOf) => (await api.call(lookup.createLookupTable, { body: tableBody(data, idOf) })).id,
  update: async (api, id, data, idOf) => {
    await api.call(lookup.updateLookupTable, { params: { idOrName: id }, body: { id, ...tableBody(data, idOf) } });
  },
  remove: async (api, id) => {
    await api.call(lookup.deleteLookupTable, { params: { idOrName: id } });
  },
};

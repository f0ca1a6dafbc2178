import type { Endpoint } from '../../../../api/contract/endpoint.js';
import type { Api, ContentKind, IdOf } from '../kind.js';
import { PackError } from '../pack-error.js';
import { objectIn, textIn, wrapped, type PlainData } from '../values.js';
import {
  createAdapter,
  createCache,
  createTable,
  deleteAdapter,
  deleteCache,
  deleteTable,
  getAdapter,
  getCache,
  getTable,
  listAdapters,
  listCaches,
  listTables,
  updateAdapter,
  updateCache,
  updateTable,
  type LookupPart,
  type LookupTable,
} from './lookup-calls.js';
import { unlessMissing } from './missing.js';
import { withoutPlaceholders, withoutSecrets } from './secrets.js';

/** As many as a page may have. */
const all = { query: { page: 1, per_page: 10_000 } };

/** None where the server has no lookup tables. */
export async function lookupTables(api: Api): Promise<readonly LookupTable[]> {
  return api.serves(listTables) ? (await api.call(listTables, all)).lookup_tables : [];
}

const partBody = (data: PlainData) => ({
  title: textIn(data, 'title'),
  description: textIn(data, 'description'),
  name: textIn(data, 'name'),
  config: { ...withoutPlaceholders(objectIn(data, 'configuration')) },
  content_pack: null,
});

interface PartCalls {
  readonly list: (api: Api) => Promise<readonly LookupPart[]>;
  readonly get: Endpoint<'/x/{idOrName}', { answer: LookupPart }>;
  readonly create: Endpoint<'/x', { body: object; answer: LookupPart }>;
  readonly update: Endpoint<'/x/{idOrName}', { body: object; answer: LookupPart }>;
  readonly remove: Endpoint<'/x/{idOrName}', { answer: LookupPart }>;
}

/** Caches and adapters differ in nothing but their calls. They are recognised by name; their configurations are not compared. */
function partKind(type: string, title: string, calls: PartCalls): ContentKind {
  return {
    type,
    version: '1',
    title,
    needs: calls.create,
    list: async (api) => (await calls.list(api)).map((part) => ({ id: part.id, title: part.title, key: part.name })),
    read: async (api, id) => {
      const part = await unlessMissing(api.call(calls.get, { params: { idOrName: id } }));
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
    wrap: (data) => wrapped(data) as object,
    titleOf: (data) => textIn(data, 'title') || textIn(data, 'name'),
    references: () => [],
    matching: { keyOf: (data) => textIn(data, 'name'), renamed: (data, name) => ({ ...data, name }) },
    create: async (api, data) => (await api.call(calls.create, { body: partBody(data) })).id,
    update: async (api, id, data) => {
      await api.call(calls.update, { params: { idOrName: id }, body: { id, ...partBody(data) } });
    },
    remove: async (api, id) => {
      await api.call(calls.remove, { params: { idOrName: id } });
    },
    detail: (data) => `Of the type ${textIn(objectIn(data, 'configuration'), 'type') || 'unknown'}.`,
  };
}

/** The calls of both kinds have the same shapes at different paths. */
const at = <Shape extends Endpoint>(call: Endpoint): Shape => call as unknown as Shape;

export const cacheKind = partKind('lookup_cache', 'Lookup cache', {
  list: async (api) => (await api.call(listCaches, all)).caches,
  get: at(getCache as Endpoint),
  create: at(createCache as Endpoint),
  update: at(updateCache as Endpoint),
  remove: at(deleteCache as Endpoint),
});

export const adapterKind = partKind('lookup_adapter', 'Lookup adapter', {
  list: async (api) => (await api.call(listAdapters, all)).data_adapters,
  get: at(getAdapter as Endpoint),
  create: at(createAdapter as Endpoint),
  update: at(updateAdapter as Endpoint),
  remove: at(deleteAdapter as Endpoint),
});

function partId(data: PlainData, name: 'cache_name' | 'data_adapter_name', type: string, idOf: IdOf): string {
  const id = textIn(data, name);
  const known = idOf(type, id);
  if (known === undefined)
    throw new PackError(`${name}: the pack holds no ${type} ${JSON.stringify(id)}.`, { path: name });
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
  content_pack: null,
});

/** `cache_name` and `data_adapter_name` hold entity ids, whatever they are called. */
export const tableKind: ContentKind = {
  type: 'lookup_table',
  version: '1',
  title: 'Lookup table',
  needs: createTable,
  list: async (api) => (await lookupTables(api)).map(({ id, title, name }) => ({ id, title, key: name })),
  read: async (api, id) => {
    const table = (await unlessMissing(api.call(getTable, { params: { idOrName: id } })))?.lookup_tables[0];
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
  wrap: (data) => wrapped(data) as object,
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
  create: async (api, data, idOf) => (await api.call(createTable, { body: tableBody(data, idOf) })).id,
  update: async (api, id, data, idOf) => {
    await api.call(updateTable, { params: { idOrName: id }, body: { id, ...tableBody(data, idOf) } });
  },
  remove: async (api, id) => {
    await api.call(deleteTable, { params: { idOrName: id } });
  },
};

/** The calls of lookup tables that content packs make (contract administration lookup.*). */
import { endpoint } from '../../../../api/contract/endpoint.js';

export interface LookupPart {
  id: string;
  title: string;
  description: string;
  name: string;
  config: Record<string, unknown>;
  custom_error_ttl_enabled?: boolean | null;
  custom_error_ttl?: number | null;
  custom_error_ttl_unit?: string | null;
}
export interface LookupTable {
  id: string;
  title: string;
  description: string;
  name: string;
  cache_id: string;
  data_adapter_id: string;
  default_single_value: string;
  default_single_value_type: string;
  default_multi_value: string;
  default_multi_value_type: string;
}

type Query = { page?: number; per_page?: number };
const read = { needs: 'lookuptables:read' } as const;
const create = { needs: 'lookuptables:create' } as const;
const edit = { handler: 'lookuptables:edit:{id}' } as const;
const remove = { handler: 'lookuptables:delete:{id}' } as const;

export const listTables = endpoint<{ query: Query; answer: { lookup_tables: LookupTable[] } }>()(
  'GET',
  '/system/lookup/tables',
  read,
);
export const getTable = endpoint<{ answer: { lookup_tables: LookupTable[] } }>()(
  'GET',
  '/system/lookup/tables/{idOrName}',
  read,
);
export const createTable = endpoint<{ body: object; answer: LookupTable }>()('POST', '/system/lookup/tables', create);
export const updateTable = endpoint<{ body: object; answer: LookupTable }>()(
  'PUT',
  '/system/lookup/tables/{idOrName}',
  edit,
);
export const deleteTable = endpoint<{ answer: LookupTable }>()('DELETE', '/system/lookup/tables/{idOrName}', remove);

export const listCaches = endpoint<{ query: Query; answer: { caches: LookupPart[] } }>()(
  'GET',
  '/system/lookup/caches',
  read,
);
export const getCache = endpoint<{ answer: LookupPart }>()('GET', '/system/lookup/caches/{idOrName}', read);
export const createCache = endpoint<{ body: object; answer: LookupPart }>()('POST', '/system/lookup/caches', create);
export const updateCache = endpoint<{ body: object; answer: LookupPart }>()(
  'PUT',
  '/system/lookup/caches/{idOrName}',
  edit,
);
export const deleteCache = endpoint<{ answer: LookupPart }>()('DELETE', '/system/lookup/caches/{idOrName}', remove);

export const listAdapters = endpoint<{ query: Query; answer: { data_adapters: LookupPart[] } }>()(
  'GET',
  '/system/lookup/adapters',
  read,
);
export const getAdapter = endpoint<{ answer: LookupPart }>()('GET', '/system/lookup/adapters/{idOrName}', read);
export const createAdapter = endpoint<{ body: object; answer: LookupPart }>()(
  'POST',
  '/system/lookup/adapters',
  create,
);
export const updateAdapter = endpoint<{ body: object; answer: LookupPart }>()(
  'PUT',
  '/system/lookup/adapters/{idOrName}',
  edit,
);
export const deleteAdapter = endpoint<{ answer: LookupPart }>()('DELETE', '/system/lookup/adapters/{idOrName}', remove);

/** Calls of the endpoints for lookup tables, caches and data adapters, in addition to those in `calls.ts`. */
import type { DataAdapter, LookupCache, LookupTable } from '../../api/contract/lookup.js';
import type { Maker } from './calls.js';
import type { Rule } from './rules.js';
import type { World } from './world.js';

const each = (permission: string): Rule => ({ kind: 'each', permissions: [permission] });
const reading = each('lookuptables:read:{id}');

/** Rules of endpoints that the contract lacks. */
export const lookupRules: Readonly<Record<string, Rule>> = {
  'GET /tools/lookup_table_tester': each('lookuptables:read'),
  'GET /system/lookup/tables/{idOrName}/explain': reading,
  'GET /system/lookup/tables/{idOrName}/uses': reading,
  'GET /system/lookup/adapters/{idOrName}/status': reading,
  'GET /system/lookup/adapters/{idOrName}/rows': reading,
  'GET /system/lookup/adapters/{idOrName}/rows/csv': reading,
  'GET /system/lookup/adapters/{idOrName}/rows/history': reading,
  'POST /system/lookup/adapters/{idOrName}/rows': each('lookuptables:edit:{id}'),
  'POST /system/lookup/adapters/{idOrName}/rows/import (text)': each('lookuptables:edit:{id}'),
};

let made = 0;
const named = () => ({ title: `Lookup ${++made}`, name: `lookup-${made}` });
const newCache = () => ({ ...named(), config: { type: 'none' } });
const newAdapter = () => ({ ...named(), config: { type: 'stored_table' } });
const cache = (world: World) => world.ask<LookupCache>('POST', '/system/lookup/caches', newCache());
const adapter = (world: World) => world.ask<DataAdapter>('POST', '/system/lookup/adapters', newAdapter());
const newTable = async (world: World) => ({
  ...named(),
  cache_id: (await cache(world)).id,
  data_adapter_id: (await adapter(world)).id,
});
const table = async (world: World) => world.ask<LookupTable>('POST', '/system/lookup/tables', await newTable(world));

/** Creates one lookup entity of each kind. The names of the members are the last part of the kinds' paths. */
export const lookupEntities = async (world: World) => ({
  tables: await table(world),
  caches: await cache(world),
  adapters: await adapter(world),
});

type Made = (world: World) => Promise<{ readonly id: string; readonly name: string }>;
/** Returns a call for an entity that is created before the call. */
const of =
  (make: Made, facts: { readonly query?: string; readonly isChanged?: boolean; readonly json?: unknown } = {}): Maker =>
  async (world) => {
    const one = await make(world);
    const { query, isChanged, json } = facts;
    return {
      params: { idOrName: one.id, id: one.id, name: one.name },
      ...(query !== undefined && { query }),
      ...(isChanged ? { json: one } : json === undefined ? {} : { json }),
    };
  };

const tables = '/system/lookup/tables';
const caches = '/system/lookup/caches';
const adapters = '/system/lookup/adapters';
const row = { key: 'k', values: ['v'], expires_at: null, note: '' };
const reads = {
  separator: ',',
  quote: '"',
  header: 'true',
  duplicates: 'last',
  delete_missing: 'false',
  preview: 'true',
};

export const lookupCalls: Readonly<Record<string, Maker>> = {
  [`GET ${tables}`]: () => ({}),
  [`GET ${tables}/{idOrName}`]: of(table, { query: 'resolve=true' }),
  [`POST ${tables}`]: async (world) => ({ json: await newTable(world) }),
  [`PUT ${tables}/{idOrName}`]: of(table, { isChanged: true }),
  [`DELETE ${tables}/{idOrName}`]: of(table),
  [`POST ${tables}/validate`]: () => ({ json: {} }),
  [`GET ${tables}/{name}/query`]: of(table, { query: 'key=k' }),
  [`POST ${tables}/{idOrName}/purge`]: of(table),
  [`POST /cluster${tables}/{idOrName}/purge`]: of(table),
  [`GET ${tables}/{idOrName}/explain`]: of(table, { query: 'key=k' }),
  [`GET ${tables}/{idOrName}/uses`]: of(table),
  [`GET ${caches}`]: () => ({}),
  [`GET ${caches}/{idOrName}`]: of(cache),
  [`POST ${caches}`]: () => ({ json: newCache() }),
  [`PUT ${caches}/{idOrName}`]: of(cache, { isChanged: true }),
  [`DELETE ${caches}/{idOrName}`]: of(cache),
  [`POST ${caches}/validate`]: () => ({ json: {} }),
  [`GET ${adapters}`]: () => ({}),
  [`GET ${adapters}/{idOrName}`]: of(adapter),
  [`POST ${adapters}`]: () => ({ json: newAdapter() }),
  [`PUT ${adapters}/{idOrName}`]: of(adapter, { isChanged: true }),
  [`DELETE ${adapters}/{idOrName}`]: of(adapter),
  [`POST ${adapters}/validate`]: () => ({ json: {} }),
  [`GET ${adapters}/{name}/query`]: of(adapter, { query: 'key=k' }),
  [`GET ${adapters}/{idOrName}/status`]: of(adapter),
  [`GET ${adapters}/{idOrName}/rows`]: of(adapter),
  [`GET ${adapters}/{idOrName}/rows/csv`]: of(adapter),
  [`GET ${adapters}/{idOrName}/rows/history`]: of(adapter),
  [`POST ${adapters}/{idOrName}/rows`]: of(adapter, { json: { revision: 0, rows: [row], deleted: [] } }),
  [`POST ${adapters}/{idOrName}/rows/import (text)`]: async (world) => {
    const { id } = await adapter(world);
    const headers = { 'Content-Type': 'text/plain' };
    return {
      params: { idOrName: id, id },
      query: new URLSearchParams(reads).toString(),
      body: 'key,value\na,1\n',
      headers,
    };
  },
  'POST /system/lookup/errorstates': () => ({ json: { tables: [], data_adapters: [], caches: [] } }),
  'GET /system/lookup/types/adapters': () => ({}),
  'GET /system/lookup/types/caches': () => ({}),
  'GET /tools/lookup_table_tester': () => ({ query: 'lookup_table_name=none&string=a' }),
};

/**
 * Endpoints of lookup tables, caches and data adapters (contract administration lookup.*, screens/administration.md
 * Part D).
 */
import { endpoint } from './endpoint.js';
import type { PagedBody } from './list.schema.js';
import type {
  DataAdapterBody,
  ErrorStatesBody,
  ExplainQuery,
  KeyQuery,
  LookupCacheBody,
  LookupPageQuery,
  LookupTableBody,
  PurgeQuery,
  ResolveQuery,
  TableUpdateQuery,
  TestQuery,
} from './lookup.schema.js';
import type { LookupTestResult } from './testers.js';

/** Value of `ttl` for a result that never expires (2^63 - 1). */
export const noTtl = 9223372036854775807n;

export interface LookupResult {
  single_value: string | number | bigint | boolean | null;
  multi_value: Record<string, unknown> | null;
  string_list_value: string[] | null;
  has_error: boolean;
  /** Time to live of the result in milliseconds; `noTtl` for a result that never expires. */
  ttl: number | bigint;
}

interface Named {
  id: string;
  _scope: string;
  title: string;
  description: string;
  /** Unique name by which other entities refer to the table, cache or adapter. */
  name: string;
  content_pack: string | null;
}
export type DefaultValueType = 'STRING' | 'NUMBER' | 'BOOLEAN' | 'OBJECT' | 'NULL';
export interface LookupTable extends Named {
  cache_id: string;
  data_adapter_id: string;
  default_single_value: string;
  default_single_value_type: DefaultValueType;
  /** Default value for lookups of several values, as the JSON text of an object. */
  default_multi_value: string;
  default_multi_value_type: DefaultValueType;
}
export type LookupConfig = Record<string, unknown> & { type: string };
export interface LookupCache extends Named {
  config: LookupConfig;
}
export interface DataAdapter extends Named {
  /** True caches errors of the adapter for `custom_error_ttl` instead of the default of 5 s. */
  custom_error_ttl_enabled: boolean | null;
  custom_error_ttl: number | null;
  custom_error_ttl_unit: string | null;
  config: LookupConfig;
}

export type LookupTablesPage = PagedBody & {
  lookup_tables: LookupTable[];
  /** Caches of the tables on this page, by id; empty without the parameter `resolve`. */
  caches: Record<string, LookupCache>;
  /** Data adapters of the tables on this page, by id; empty without the parameter `resolve`. */
  data_adapters: Record<string, DataAdapter>;
};
export type CachesPage = PagedBody & { caches: LookupCache[] };
export type DataAdaptersPage = PagedBody & { data_adapters: DataAdapter[] };

export interface ValidationResult {
  failed: boolean;
  errors: Record<string, string[]>;
  error_context: Record<string, string[]>;
}
export interface LookupType {
  type: string;
  config_class: string;
  default_config: LookupConfig;
}

/** Answer of one node to a call that is sent to all nodes. */
export interface LookupCallResult {
  call_executed: boolean;
  server_error_message: string | null;
  response: { success: boolean; code: number; entity: unknown; error_text: string | null } | null;
}

const reading = { needs: 'lookuptables:read' } as const;
const creating = { needs: 'lookuptables:create' } as const;
/** Permission rule of paths with an id or a name: the handler resolves the name to the id before it checks. */
export const onOne = (action: 'read' | 'edit' | 'delete') => ({ handler: `lookuptables:${action}:{id}` }) as const;

export const listLookupTables = endpoint<{ query: LookupPageQuery; answer: LookupTablesPage }>()(
  'GET',
  '/system/lookup/tables',
  reading,
);
/** Returns one lookup table in the same format as the list: as a page with this table only. */
export const getLookupTable = endpoint<{ query: ResolveQuery; answer: LookupTablesPage }>()(
  'GET',
  '/system/lookup/tables/{idOrName}',
  onOne('read'),
);
export const createLookupTable = endpoint<{ body: LookupTableBody; answer: LookupTable }>()(
  'POST',
  '/system/lookup/tables',
  creating,
);
export const updateLookupTable = endpoint<{ query: TableUpdateQuery; body: LookupTableBody; answer: LookupTable }>()(
  'PUT',
  '/system/lookup/tables/{idOrName}',
  onOne('edit'),
);
export const deleteLookupTable = endpoint<{ answer: LookupTable }>()(
  'DELETE',
  '/system/lookup/tables/{idOrName}',
  onOne('delete'),
);
export const validateLookupTable = endpoint<{ body: LookupTableBody; answer: ValidationResult }>()(
  'POST',
  '/system/lookup/tables/validate',
  reading,
);
/** Looks up a key through the cache. For an unknown table it returns a result with `has_error` instead of a 404. */
export const queryLookupTable = endpoint<{ query: KeyQuery; answer: LookupResult }>()(
  'GET',
  '/system/lookup/tables/{name}/query',
  reading,
);
export const purgeLookupTable = endpoint<{ query: PurgeQuery; answer: undefined }>()(
  'POST',
  '/system/lookup/tables/{idOrName}/purge',
  reading,
  { produces: 'nothing' },
);
export const purgeLookupTableInCluster = endpoint<{
  query: PurgeQuery;
  answer: Record<string, LookupCallResult>;
}>()('POST', '/cluster/system/lookup/tables/{idOrName}/purge', reading);

export const listDataAdapters = endpoint<{ query: LookupPageQuery; answer: DataAdaptersPage }>()(
  'GET',
  '/system/lookup/adapters',
  reading,
);
export const getDataAdapter = endpoint<{ answer: DataAdapter }>()(
  'GET',
  '/system/lookup/adapters/{idOrName}',
  onOne('read'),
);
export const createDataAdapter = endpoint<{ body: DataAdapterBody; answer: DataAdapter }>()(
  'POST',
  '/system/lookup/adapters',
  creating,
);
export const updateDataAdapter = endpoint<{ body: DataAdapterBody; answer: DataAdapter }>()(
  'PUT',
  '/system/lookup/adapters/{idOrName}',
  onOne('edit'),
);
export const deleteDataAdapter = endpoint<{ answer: DataAdapter }>()(
  'DELETE',
  '/system/lookup/adapters/{idOrName}',
  onOne('delete'),
);
export const validateDataAdapter = endpoint<{ body: DataAdapterBody; answer: ValidationResult }>()(
  'POST',
  '/system/lookup/adapters/validate',
  reading,
);
/** Looks up a key in the data adapter directly; the cache and the defaults of tables are not used. */
export const queryDataAdapter = endpoint<{ query: KeyQuery; answer: LookupResult }>()(
  'GET',
  '/system/lookup/adapters/{name}/query',
  reading,
);
export const dataAdapterTypes = endpoint<{ answer: Record<string, LookupType> }>()(
  'GET',
  '/system/lookup/types/adapters',
  reading,
);

export const listLookupCaches = endpoint<{ query: LookupPageQuery; answer: CachesPage }>()(
  'GET',
  '/system/lookup/caches',
  reading,
);
export const getLookupCache = endpoint<{ answer: LookupCache }>()(
  'GET',
  '/system/lookup/caches/{idOrName}',
  onOne('read'),
);
export const createLookupCache = endpoint<{ body: LookupCacheBody; answer: LookupCache }>()(
  'POST',
  '/system/lookup/caches',
  creating,
);
export const updateLookupCache = endpoint<{ body: LookupCacheBody; answer: LookupCache }>()(
  'PUT',
  '/system/lookup/caches/{idOrName}',
  onOne('edit'),
);
export const deleteLookupCache = endpoint<{ answer: LookupCache }>()(
  'DELETE',
  '/system/lookup/caches/{idOrName}',
  onOne('delete'),
);
export const validateLookupCache = endpoint<{ body: LookupCacheBody; answer: ValidationResult }>()(
  'POST',
  '/system/lookup/caches/validate',
  reading,
);
export const lookupCacheTypes = endpoint<{ answer: Record<string, LookupType> }>()(
  'GET',
  '/system/lookup/types/caches',
  reading,
);

/** Errors of lookup tables, adapters and caches by name; null when healthy. Entries of stopped ones are absent. */
export interface ErrorStates {
  tables: Record<string, string | null>;
  data_adapters: Record<string, string | null>;
  caches: Record<string, string | null>;
}
export const lookupErrorStates = endpoint<{ body: ErrorStatesBody; answer: ErrorStates }>()(
  'POST',
  '/system/lookup/errorstates',
  reading,
);
export const testLookupByQuery = endpoint<{ query: TestQuery; answer: LookupTestResult }>()(
  'GET',
  '/tools/lookup_table_tester',
  reading,
);

// Reference servers have none of the following endpoints and answer 404; the console then hides the parts that need
// them.

/** Result of a lookup with the steps that led to it. */
export interface LookupExplanation {
  result: LookupResult;
  cache: {
    title: string;
    type: string;
    hit: boolean;
    /** Milliseconds since the entry with the result was stored; null: the result does not come from the cache. */
    age_ms: number | null;
    /**
     * Milliseconds after which the cache entry of the key has expired at the latest. This lookup may have stored the
     * entry. Null: the entry does not expire, or there is no entry.
     */
    left_ms: number | null;
    /** Number of entries in the cache; null: the cache does not count them. */
    entries: number | null;
  };
  adapter: { title: string; asked: boolean; error: string | null };
  /** Kinds of default values of the table that the result contains. */
  defaults: ('single' | 'multi')[];
  /** Duration of the whole lookup in microseconds. */
  took_us: number;
  /** Duration of the adapter's lookup in microseconds; null: the adapter was not queried. */
  adapter_us: number | null;
}
export const explainLookup = endpoint<{ query: ExplainQuery; answer: LookupExplanation }>()(
  'GET',
  '/system/lookup/tables/{idOrName}/explain',
  onOne('read'),
);

export type LookupUseKind = 'rule' | 'extractor' | 'converter' | 'decorator' | 'event_definition' | 'search_parameter';
export interface LookupUse {
  kind: LookupUseKind;
  id: string;
  title: string;
  /** Path in the console of the page of the entity that uses the table; null: the entity has no page. */
  route: string | null;
}
export interface LookupUses {
  uses: LookupUse[];
  /** Number of further entities that use the table and that the caller may not see. */
  hidden: number;
}
export const lookupTableUses = endpoint<{ answer: LookupUses }>()(
  'GET',
  '/system/lookup/tables/{idOrName}/uses',
  onOne('read'),
);

export interface AdapterProblem {
  /** Number of the invalid line, counted from 1; null: the problem concerns the whole source. */
  line: number | null;
  text: string;
}
export interface AdapterStatus {
  /** Number of loaded keys; null: the adapter loads none, because it asks another system or a database file. */
  rows: number | null;
  /** ISO instant of the last load; null: nothing has been loaded yet. */
  loaded_at: string | null;
  next_check_at: string | null;
  /**
   * Reason why the source cannot be read at present; `error_since` is the start of the error. Both are null otherwise.
   */
  error: string | null;
  error_since: string | null;
  /** The first invalid lines of the source; `problem_count` is the number of all. */
  problems: AdapterProblem[];
  problem_count: number;
  /** The first loaded keys with their values. */
  first: { key: string; value: unknown }[];
  /** Duration of the last load in milliseconds; null: nothing has been loaded. */
  load_ms: number | null;
}
export const dataAdapterStatus = endpoint<{ answer: AdapterStatus }>()(
  'GET',
  '/system/lookup/adapters/{idOrName}/status',
  onOne('read'),
);

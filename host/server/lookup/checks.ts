/**
 * Validates definitions of tables, caches and data adapters before they are stored; errors are keyed by the field names
 * of the forms.
 */
import type {
  DataAdapter,
  DefaultValueType,
  LookupCache,
  LookupTable,
  ValidationResult,
} from '../../../api/contract/lookup.js';
import type { DataAdapterBody, LookupCacheBody, LookupTableBody } from '../../../api/contract/lookup.schema.js';
import { adapterTypeOf, adapterTypes } from '../../../api/lookup/adapters/index.js';
import { cacheTypeOf, cacheTypes } from '../../../api/lookup/caches.js';
import { cleanConfig, configProblems, timeUnits, type LookupTypeDescription } from '../../../api/lookup/fields.js';
import { stringifyJson } from '../../../api/json.js';
import { runningTypes } from './adapters/index.js';
import { defaultValueTypes, multiDefault, singleDefault } from './defaults.js';
import type { Lookup } from './lookup.js';
import { errorOf } from '../foundation/caught.js';

export type FieldErrors = Record<string, string[]>;

const required = 'Required';
const longestName = 300;
const longestConfig = 64 * 1024;

/** Contains the common members of stored tables, caches and adapters. */
interface Named {
  readonly id: string;
  readonly name: string;
}

function namedErrors(
  body: { readonly id?: string | null; readonly title?: string | null; readonly name?: string | null },
  stored: readonly Named[],
  kind: string,
  id: string | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  const name = (body.name ?? '').trim();
  if ((body.title ?? '').trim() === '') errors['title'] = [required];
  if (name === '') errors['name'] = [required];
  else if (name.length > longestName) errors['name'] = [`A name has at most ${longestName} characters.`];
  // Control characters cannot be typed, so nobody could enter a name that contains them.
  else if (/\p{Cc}/u.test(name)) errors['name'] = ['A name has no control characters.'];
  else if (stored.some((one) => one.name === name && one.id !== id))
    errors['name'] = [`The ${kind} name is already in use.`];
  return errors;
}

function valueError(work: () => unknown): string[] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return [errorOf(error).message];
  }
}

const typeOf = (given: string | null | undefined): DefaultValueType =>
  defaultValueTypes.find((one) => one === given) ?? 'NULL';

/** Returns the errors in the definition of a table. @param id id of the changed table; undefined: the table is new */
export function tableErrors(lookup: Lookup, body: LookupTableBody, id: string | undefined): FieldErrors {
  const errors = namedErrors(body, lookup.tables.all(), 'lookup table', id);
  if (!body.cache_id) errors['cacheId'] = [required];
  else if (!lookup.caches.get(body.cache_id)) errors['cacheId'] = ['The cache does not exist.'];
  if (!body.data_adapter_id) errors['dataAdapterId'] = [required];
  else if (!lookup.adapters.get(body.data_adapter_id)) errors['dataAdapterId'] = ['The data adapter does not exist.'];
  const single = valueError(() =>
    singleDefault(body.default_single_value ?? '', typeOf(body.default_single_value_type)),
  );
  if (single) errors['default_single_value'] = single;
  const multi = valueError(() => multiDefault(body.default_multi_value ?? '', typeOf(body.default_multi_value_type)));
  if (multi) errors['default_multi_value'] = multi;
  return errors;
}

export function tableOf(body: LookupTableBody, id: string, stored?: LookupTable): LookupTable {
  const singleType = typeOf(body.default_single_value_type);
  const multiType = typeOf(body.default_multi_value_type);
  return {
    ...commonOf(body, id, stored),
    cache_id: body.cache_id ?? '',
    data_adapter_id: body.data_adapter_id ?? '',
    default_single_value: singleType === 'NULL' ? '' : (body.default_single_value ?? ''),
    default_single_value_type: singleType,
    default_multi_value: multiType === 'NULL' ? '' : (body.default_multi_value ?? ''),
    default_multi_value_type: multiType,
  };
}

function commonOf(
  body: Pick<LookupTableBody, 'title' | 'description' | 'name' | 'content_pack'>,
  id: string,
  stored: { readonly _scope: string; readonly content_pack: string | null } | undefined,
) {
  return {
    id,
    _scope: stored?._scope ?? 'DEFAULT',
    title: (body.title ?? '').trim(),
    description: body.description ?? '',
    name: (body.name ?? '').trim(),
    content_pack: stored?.content_pack ?? body.content_pack ?? null,
  };
}

/**
 * Returns the errors in the configuration of a cache or adapter.
 * @param known its type; undefined: the type is unknown
 */
function typeErrors(
  config: LookupCacheBody['config'],
  known: LookupTypeDescription | undefined,
  all: readonly LookupTypeDescription[],
): FieldErrors {
  if (!config) return { config: [required] };
  if (stringifyJson(config).length > longestConfig) return { config: ['The configuration is too long.'] };
  if (!known) return { type: [`The type must be one of ${all.map(({ type }) => type).join(', ')}.`] };
  return configProblems(known, cleanConfig(known, config));
}

export function cacheErrors(lookup: Lookup, body: LookupCacheBody, id: string | undefined): FieldErrors {
  const named = namedErrors(body, lookup.caches.all(), 'cache', id);
  return { ...named, ...typeErrors(body.config, cacheTypeOf(body.config?.['type']), cacheTypes) };
}

/**
 * Creates the document of a cache.
 * @throws Error when the type is unknown, because `cacheErrors` was not called before
 */
export function cacheOf(body: LookupCacheBody, id: string, stored?: LookupCache): LookupCache {
  const type = cacheTypeOf(body.config?.['type']);
  if (!type) throw new Error('The cache was not checked.');
  return { ...commonOf(body, id, stored), config: cleanConfig(type, body.config ?? {}) };
}

/** Definitions of adapters whose source need not exist yet (`bringAdapter`). */
const brought = new WeakSet<object>();

/**
 * Permits storing an adapter although its file does not exist yet, or although its address is not on the URL whitelist.
 * This is safe, because a running adapter checks its file or address at each access.
 */
export const bringAdapter = (body: DataAdapterBody): DataAdapterBody => {
  brought.add(body);
  return body;
};

export async function adapterErrors(
  lookup: Lookup,
  body: DataAdapterBody,
  id: string | undefined,
): Promise<FieldErrors> {
  const errors = namedErrors(body, lookup.adapters.all(), 'data adapter', id);
  const type = adapterTypeOf(body.config?.['type']);
  Object.assign(errors, typeErrors(body.config, type, adapterTypes));
  if (body.custom_error_ttl_enabled === true) {
    const { custom_error_ttl: ttl, custom_error_ttl_unit: unit } = body;
    if (typeof ttl !== 'number' || !Number.isSafeInteger(ttl) || ttl < 1 || !timeUnits.some((known) => known === unit))
      errors['custom_error_ttl'] = ['It needs a whole number from 1 and a unit of time.'];
  }
  if (!type || !body.config || brought.has(body)) return errors;
  const config = cleanConfig(type, body.config);
  const own = (await runningTypes.get(type.type)?.problems?.(config, lookup.rooms)) ?? {};
  // General errors of a field take precedence over those that the adapter type has found.
  return { ...own, ...errors };
}

/**
 * Creates the document of an adapter.
 * @throws Error when the type is unknown, because `adapterErrors` was not called before
 */
export function adapterOf(body: DataAdapterBody, id: string, stored?: DataAdapter): DataAdapter {
  const type = adapterTypeOf(body.config?.['type']);
  if (!type) throw new Error('The data adapter was not checked.');
  return {
    ...commonOf(body, id, stored),
    custom_error_ttl_enabled: body.custom_error_ttl_enabled ?? null,
    custom_error_ttl: body.custom_error_ttl ?? null,
    custom_error_ttl_unit: body.custom_error_ttl_unit ?? null,
    config: cleanConfig(type, body.config ?? {}),
  };
}

export const validation = (errors: FieldErrors): ValidationResult => ({
  failed: Object.keys(errors).length > 0,
  errors,
  error_context: {},
});

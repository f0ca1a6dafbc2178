/**
 * Creates the results of data adapters, to which the defaults of a table are not yet applied.
 */
import { noTtl, type LookupResult } from '../../../api/contract/lookup.js';

export type { LookupResult } from '../../../api/contract/lookup.js';

/** Milliseconds for which an error is cached by default. */
export const errorTtlMs = 5_000;

export const emptyResult: LookupResult = Object.freeze({
  single_value: null,
  multi_value: null,
  string_list_value: null,
  has_error: false,
  ttl: noTtl,
});

/** Creates the result of a failed lookup. @param ttl milliseconds for which it is cached */
export const errorResult = (ttl: number = errorTtlMs): LookupResult => ({
  single_value: null,
  multi_value: null,
  string_list_value: null,
  has_error: true,
  ttl,
});

/** Creates a result with a single value, whose multi value is `{value}`. */
export const singleResult = (
  value: string | number | bigint | boolean,
  ttl: LookupResult['ttl'] = noTtl,
): LookupResult => ({
  single_value: value,
  multi_value: { value },
  string_list_value: null,
  has_error: false,
  ttl,
});

export function mapResult(
  single: LookupResult['single_value'],
  multi: Record<string, unknown>,
  list: string[] | null = null,
  ttl: LookupResult['ttl'] = noTtl,
): LookupResult {
  return { single_value: single, multi_value: multi, string_list_value: list, has_error: false, ttl };
}

export const isEmpty = ({ single_value: single, multi_value: multi, string_list_value: list }: LookupResult): boolean =>
  single === null && multi === null && list === null;

/** Returns the time to live of a result in milliseconds; undefined: the configuration of the cache decides. */
export const ownTtl = ({ ttl }: LookupResult): number | undefined =>
  typeof ttl === 'bigint' || ttl >= Number.MAX_SAFE_INTEGER ? undefined : ttl;

/** Contains the default values of a table, which replace empty results; undefined: the table has no default. */
export interface TableDefaults {
  readonly single: NonNullable<LookupResult['single_value']> | undefined;
  readonly multi: Record<string, unknown> | undefined;
}
export const noDefaults: TableDefaults = { single: undefined, multi: undefined };

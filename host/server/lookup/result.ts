/** Results of lookups (design lookup-tables §1) at the adapter, without a table's defaults. */
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

/** @param ttl time to live in milliseconds */
export const errorResult = (ttl: number = errorTtlMs): LookupResult => ({
  single_value: null,
  multi_value: null,
  string_list_value: null,
  has_error: true,
  ttl,
});

/** Returns a result of a single value, whose map is `{value}`. */
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

/** Returns the time to live in milliseconds; undefined: the result has none of its own. */
export const ownTtl = ({ ttl }: LookupResult): number | undefined =>
  typeof ttl === 'bigint' || ttl >= Number.MAX_SAFE_INTEGER ? undefined : ttl;

/** Default values of a table for empty results. */
export interface TableDefaults {
  readonly single: NonNullable<LookupResult['single_value']> | undefined;
  readonly multi: Record<string, unknown> | undefined;
}
export const noDefaults: TableDefaults = { single: undefined, multi: undefined };

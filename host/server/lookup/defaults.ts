/** Converts the default values of lookup tables, and replaces empty results by them. */
import type { DefaultValueType, LookupTable } from '../../../api/contract/lookup.js';
import { parseJson } from '../../../api/json.js';
import { isEmpty, noDefaults, type LookupResult, type TableDefaults } from './result.js';
import { errorOf } from '../foundation/caught.js';

export const defaultValueTypes: readonly DefaultValueType[] = ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT', 'NULL'];

type Single = NonNullable<LookupResult['single_value']>;

/**
 * Converts the text of a default single value to a value of its type.
 * @returns undefined: the type is `NULL`, so the table has no default
 * @throws RangeError when the text is no value of the type, or the type is `OBJECT`
 */
export function singleDefault(text: string, type: string): Single | undefined {
  switch (type) {
    case 'NULL':
      return undefined;
    case 'STRING':
      return text;
    case 'BOOLEAN':
      if (/^(?:true|false)$/i.test(text.trim())) return text.trim().toLowerCase() === 'true';
      throw new RangeError('A Boolean is true or false.');
    case 'NUMBER': {
      const trimmed = text.trim();
      if (/^[+-]?\d{1,19}$/.test(trimmed)) {
        const whole = BigInt(trimmed.replace('+', ''));
        return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
      }
      const number = trimmed === '' ? NaN : Number(trimmed);
      if (Number.isFinite(number)) return number;
      throw new RangeError(`${JSON.stringify(text.slice(0, 50))} is no number.`);
    }
    default:
      throw new RangeError('The single value is a String, a Number or a Boolean.');
  }
}

/**
 * Parses the text of a default multi value.
 * @returns undefined: the type is `NULL`, so the table has no default
 * @throws RangeError when the text is no JSON object, or the type is neither `NULL` nor `OBJECT`
 */
export function multiDefault(text: string, type: string): Record<string, unknown> | undefined {
  if (type === 'NULL') return undefined;
  if (type !== 'OBJECT') throw new RangeError('The multi value is an Object.');
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new RangeError(`It is no JSON: ${errorOf(error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError('It is no JSON object.');
  return value as Record<string, unknown>;
}

/**
 * Returns the default values of a table. If one of them is invalid, which only a damaged document can cause, the table
 * has no default values.
 */
export function defaultsOf(table: LookupTable): TableDefaults {
  try {
    return {
      single: singleDefault(table.default_single_value, table.default_single_value_type),
      multi: multiDefault(table.default_multi_value, table.default_multi_value_type),
    };
  } catch {
    return noDefaults;
  }
}

export const appliedDefaults = (result: LookupResult, { single, multi }: TableDefaults): ('single' | 'multi')[] =>
  result.has_error || !isEmpty(result)
    ? []
    : [...(single === undefined ? [] : (['single'] as const)), ...(multi === undefined ? [] : (['multi'] as const))];

/** Replaces an empty result by the defaults; other results and errors are returned unchanged. */
export function withDefaults(result: LookupResult, defaults: TableDefaults): LookupResult {
  const { single, multi } = defaults;
  if (appliedDefaults(result, defaults).length === 0) return result;
  const map = multi ?? (single === undefined ? null : { value: single });
  return { ...result, single_value: single ?? null, multi_value: map };
}

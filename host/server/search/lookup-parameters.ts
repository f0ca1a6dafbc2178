/** Looks up the values of parameters in lookup tables before a search runs (contract search lut-parameter-v1). */
import type { Parameter } from '../../../api/contract/searches.js';

/** Looks up a single value as text; returns undefined if no value was found or the look-up failed. */
export type LookUp = (table: string, key: string) => Promise<string | undefined>;

const lookupType = 'lut-parameter-v1';
/** Largest number of parameters in one search that are looked up. */
const mostLookups = 50;

interface LookupParameter extends Parameter {
  readonly lookup_table: string;
  readonly key: string;
}

function isLookup(parameter: Parameter): parameter is LookupParameter {
  const { lookup_table: table, key } = parameter as Partial<LookupParameter>;
  return parameter.type === lookupType && typeof table === 'string' && typeof key === 'string';
}

/** Tells whether any parameter takes its value from a lookup table. */
export const hasLookups = (parameters: readonly Parameter[]): boolean => parameters.some(isLookup);

/**
 * Binds the values that are found in lookup tables. A parameter keeps its binding or default if no value is found, or
 * if `mostLookups` is exceeded. If it has none, the search reports it as unbound.
 */
export async function withLookups(parameters: readonly Parameter[], lookUp: LookUp): Promise<readonly Parameter[]> {
  let left = mostLookups;
  return Promise.all(
    parameters.map(async (parameter) => {
      if (!isLookup(parameter) || left <= 0) return parameter;
      left -= 1;
      const value = await lookUp(parameter.lookup_table, parameter.key);
      return value === undefined ? parameter : { ...parameter, binding: { type: 'value', value } };
    }),
  );
}

/** Marks lookup parameters as optional: while a query is edited, their values are not missing. */
export const asOptional = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.map((parameter) => (isLookup(parameter) ? { ...parameter, optional: true } : parameter));

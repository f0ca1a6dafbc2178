/** Values of a dashboard's variables: the chosen or the declared values, and their texts in titles and tags. */
import type { Parameter } from '../api/contract/searches.js';
import { isEverything, isTexts, parameterValue, type ParameterValue } from '../api/language/parameter-values.js';
import type { Bindings } from './parameters.js';
import type { Variable } from './variables.js';

/** Returns the values of variables by name: the value that the user has chosen, otherwise the declared value. */
export function variableValues(
  variables: readonly Pick<Variable, 'name' | 'value'>[],
  bindings: Bindings,
): ReadonlyMap<string, ParameterValue> {
  const chosen = Object.entries(bindings).flatMap(([name, { value }]): [string, ParameterValue][] => {
    const read = parameterValue(value);
    return read === undefined ? [] : [[name, read]];
  });
  return new Map([...variables.map(({ name, value }): [string, ParameterValue] => [name, value]), ...chosen]);
}

/** Words by which ranges and the value "All" are displayed. */
export interface ValueWords {
  readonly all: string;
  readonly between: (from: number, to: number) => string;
  readonly from: (from: number) => string;
  readonly to: (to: number) => string;
}

/** Formats a value for titles and tags. */
export function valueText(value: ParameterValue, words: ValueWords): string {
  if (typeof value === 'string') return value;
  if (isEverything(value)) return words.all;
  if (isTexts(value)) return value.join(', ');
  const { from, to } = value;
  if (from === undefined) return words.to(to ?? 0);
  return to === undefined ? words.from(from) : words.between(from, to);
}

/** Returns a title with the values of the variables in place of their names. */
export function titleWith(title: string, values: ReadonlyMap<string, ParameterValue>, words: ValueWords): string {
  return title.replace(/\$([a-zA-Z_]\w*)\$/g, (use, name: string) => {
    const value = values.get(name);
    return value === undefined ? use : valueText(value, words);
  });
}

/**
 * Returns the values that replace parameters of a search. They are the values that the user has chosen, otherwise the
 * declared values.
 */
export function boundValues(declared: readonly Parameter[], bindings: Bindings): ReadonlyMap<string, ParameterValue> {
  const defaults = declared.flatMap(({ name, binding, default_value: initial }) => {
    const value = parameterValue(binding?.value) ?? parameterValue(initial);
    return value === undefined ? [] : [{ name, value }];
  });
  return variableValues(defaults, bindings);
}

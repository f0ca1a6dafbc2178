/** Resolves the values of `$name$` parameters, and replaces the parameters in queries (contract search S3, Q5). */
import type { ExecutionState, Parameter } from '../../../api/contract/searches.js';
import {
  bindParameters,
  findParameters,
  maximumLength,
  parameterValue,
  type ParameterValue,
} from '../../../api/language/index.js';
import { SearchTypeError } from './errors.js';
import { texts } from './texts.js';

export interface Binding {
  readonly name: string;
  /** The bound value, or else the default value; undefined if the parameter has neither. */
  readonly value: ParameterValue | undefined;
  readonly optional: boolean;
}

function boundValue(binding: unknown): unknown {
  return typeof binding === 'object' && binding !== null && 'value' in binding ? binding.value : binding;
}

/**
 * Returns the declared and the bound parameters by name. A bound value takes precedence over the binding in the
 * declaration, which takes precedence over the default value.
 */
export function resolveBindings(
  declared: readonly Parameter[],
  bound: ExecutionState['parameter_bindings'] | Record<string, unknown>,
): Map<string, Binding> {
  const bindings = new Map<string, Binding>();
  for (const { name, binding, default_value, optional } of declared) {
    const value = parameterValue(binding?.value) ?? parameterValue(default_value);
    bindings.set(name, { name, value, optional: optional ?? false });
  }
  for (const [name, binding] of Object.entries(bound ?? {})) {
    const value = parameterValue(boundValue(binding));
    if (value !== undefined) bindings.set(name, { name, value, optional: bindings.get(name)?.optional ?? false });
  }
  return bindings;
}

/** Estimates how many characters a parameter value adds to a query each time it is used, without escape characters. */
function lengthOf(value: ParameterValue): number {
  if (typeof value === 'string') return value.length;
  return Array.isArray(value) ? value.reduce((sum, one: string) => sum + one.length + 4, 0) : 50;
}

/**
 * Replaces the parameters in a query. Undeclared parameters stay unchanged, and an optional parameter without a value
 * becomes empty.
 * @throws SearchTypeError if a required parameter has no value (type `unbound_parameter`), or if the result would be
 * too long (no type)
 */
export function bindQuery(text: string, bindings: ReadonlyMap<string, Binding>): string {
  const values = new Map<string, ParameterValue>();
  let length = text.length;
  for (const { name } of findParameters(text)) {
    const binding = bindings.get(name);
    if (!binding) continue;
    length += binding.value === undefined ? 0 : lengthOf(binding.value);
    if (length > maximumLength) throw new SearchTypeError(texts.longQueryTexts(maximumLength));
    if (binding.value !== undefined) values.set(name, binding.value);
    else if (binding.optional) values.set(name, '');
    else throw new SearchTypeError(texts.unboundParameter(name), { type: 'unbound_parameter', parameter: name });
  }
  return bindParameters(text, values);
}

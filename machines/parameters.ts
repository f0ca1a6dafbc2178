/**
 * The `$name$` parameters of a page: the names that are used, the names that are declared, and their values (spec 2 §3
 * "Parameter", screens/search.md §0 "Parameters"; contract search S3, Q5). The functions are pure.
 */
import type { Parameter, ParameterBinding, Search, SearchMetadata } from '../api/contract/searches.js';
import { findParameters } from '../api/language/parameters.js';

export type Bindings = Readonly<Record<string, ParameterBinding>>;

export interface PageParameter {
  readonly name: string;
  /** Declaration of the parameter; undefined: a query uses it without a declaration. */
  readonly declared: Parameter | undefined;
  /** True if a query uses the parameter; declared parameters may be unused. */
  readonly used: boolean;
  /** Value that the user has entered, otherwise the declaration's stored value or default; empty: there is none. */
  readonly value: string;
  /** True if the user has entered the value on this page, where it overrides the declared default. */
  readonly filled: boolean;
}

export interface ParameterSources {
  /** Texts of the queries as they are in the inputs now. */
  readonly queries: readonly string[];
  /** Parameters that the search declares. */
  readonly declared: readonly Parameter[];
  /** Metadata of the search that was executed last. */
  readonly metadata?: SearchMetadata | undefined;
  readonly bindings: Bindings;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns the declared parameters in their order, then the undeclared parameters in the order of their first use. */
export function parametersOf({ queries, declared, metadata, bindings }: ParameterSources): readonly PageParameter[] {
  const known = new Map(Object.entries((metadata?.declared_parameters ?? {}) as Record<string, Parameter>));
  for (const parameter of declared) known.set(parameter.name, parameter);
  const used = new Set(queries.flatMap((text) => findParameters(text).map(({ name }) => name)));
  return [...new Set([...known.keys(), ...used])].map((name) => {
    const declaration = known.get(name);
    const binding = bindings[name];
    const value = binding ? binding.value : (declaration?.binding?.value ?? declaration?.default_value);
    return {
      name,
      declared: declaration,
      used: used.has(name),
      value: textOf(value),
      filled: binding !== undefined,
    };
  });
}

/**
 * Returns the declarations of parameters with the values that the user has entered. They are for a search that is
 * executed without being stored, such as the search of a trace.
 */
export const boundParameters = (declared: Search['parameters'], bindings: Bindings): Parameter[] =>
  (declared ?? []).map((parameter) => ({
    ...parameter,
    ...(Object.hasOwn(bindings, parameter.name) && { binding: bindings[parameter.name] }),
  }));

/**
 * Returns the names of parameters that the executed queries use without a declaration. A dashboard with such parameters
 * cannot be saved.
 */
export function undeclaredNames(metadata: SearchMetadata | undefined): readonly string[] {
  if (!metadata) return [];
  const used = Object.values(metadata.query_metadata ?? {}).flatMap(({ used_parameters_names: names }) => names ?? []);
  return [...new Set(used)].filter((name) => !(name in (metadata.declared_parameters ?? {})));
}

/** Sets the value of a parameter. An empty value removes it, so that the declared default applies again. */
export function withBinding(bindings: Bindings, name: string, value: string): Bindings {
  const { [name]: _old, ...others } = bindings;
  return value === '' ? others : { ...others, [name]: { type: 'value', value } };
}

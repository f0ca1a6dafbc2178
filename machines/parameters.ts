/**
 * The `$name$` parameters of a page: which are used, which are declared, and their values (spec 2 §3 "Parameter",
 * screens/search.md §0 "Parameters"; contract search S3, Q5). The functions are pure.
 */
import type { Parameter, ParameterBinding, Search, SearchMetadata } from '../api/contract/searches.js';
import { findParameters } from '../api/language/parameters.js';

export type Bindings = Readonly<Record<string, ParameterBinding>>;

export interface PageParameter {
  readonly name: string;
  /** Declaration; undefined: the parameter is used without a declaration. */
  readonly declared: Parameter | undefined;
  /** True if a query contains the parameter; a declared parameter may be unused. */
  readonly used: boolean;
  /** Entered value, otherwise the declared default; empty without either. */
  readonly value: string;
  /** True if the value was entered on the page; it then overrides the declared default. */
  readonly filled: boolean;
}

export interface ParameterSources {
  /** Current texts of the typed queries. */
  readonly queries: readonly string[];
  /** Parameters that the search declares. */
  readonly declared: readonly Parameter[];
  /** Metadata of the last executed search. */
  readonly metadata?: SearchMetadata | undefined;
  readonly bindings: Bindings;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns the declared parameters in order, then undeclared ones in order of occurrence. */
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

/** Returns the declarations with the entered values, for an unstored search. */
export const boundParameters = (declared: Search['parameters'], bindings: Bindings): Parameter[] =>
  (declared ?? []).map((parameter) => ({
    ...parameter,
    ...(Object.hasOwn(bindings, parameter.name) && { binding: bindings[parameter.name] }),
  }));

/**
 * Names that the executed queries use without a declaration; a dashboard with undeclared parameters cannot be saved.
 */
export function undeclaredNames(metadata: SearchMetadata | undefined): readonly string[] {
  if (!metadata) return [];
  const used = Object.values(metadata.query_metadata ?? {}).flatMap(({ used_parameters_names: names }) => names ?? []);
  return [...new Set(used)].filter((name) => !(name in (metadata.declared_parameters ?? {})));
}

/** Sets one entered value; an empty value removes it, so that the declared default applies. */
export function withBinding(bindings: Bindings, name: string, value: string): Bindings {
  const { [name]: _old, ...others } = bindings;
  return value === '' ? others : { ...others, [name]: { type: 'value', value } };
}

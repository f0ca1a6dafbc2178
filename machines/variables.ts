/**
 * Variables of a dashboard (issue 31 §3.8): declared `$name$` parameters of its search, with the settings of their
 * controls. The search's parameters hold name, title and default in the form of the contract; the settings of the
 * controls, which the contract does not have, are JSON texts among the titles of every page (see
 * view/widget-looks.ts), so that a reference server stores them unchanged.
 */
import {
  isEverything,
  mostParameterTexts,
  parameterValue,
  type ParameterValue,
} from '../api/language/bind-parameters.js';
import { findParameters } from '../api/language/parameters.js';
import type { Parameter } from '../api/contract/searches.js';
import type { Bindings } from './parameters.js';
import type { ViewDocument } from './view/document.js';
import { storedLook } from './view/widget-looks.js';

/** Control of a variable: a list of a field's values, a text field, or two number fields. */
export type VariableKind = 'select' | 'text' | 'range';

export interface Variable {
  /** Name between the dollar signs. */
  readonly name: string;
  /** Label of the control; empty: the name is shown. */
  readonly title: string;
  readonly kind: VariableKind;
  /** Field whose values a list offers; empty for other kinds. */
  readonly field: string;
  /** True if a list allows several values. */
  readonly several: boolean;
  /** Default value, which applies until the user chooses another value. */
  readonly value: ParameterValue;
}

/** Kind of titles that contains the settings of variables by name. */
export const variableKind = 'variable';
export const mostVariables = 30;
const kinds: readonly VariableKind[] = ['select', 'text', 'range'];
const longestText = 1_000;

export const isVariableName = (name: string): boolean => /^(?!__proto__$)[a-zA-Z_]\w{0,63}$/.test(name);

/** Returns the variables that a dashboard declares; parameters that are looked up in a table are no variables. */
export function variablesOf({ view, search }: ViewDocument): readonly Variable[] {
  const pages = Object.values(view.state);
  return (search.parameters ?? [])
    .filter(({ type }) => type !== 'lut-parameter-v1')
    .map((parameter) => {
      const { name, title, binding, default_value: initial } = parameter;
      const stored = pages.map(({ titles }) => storedLook(titles, variableKind, name));
      const settings = stored.find((one) => Object.keys(one).length > 0) ?? {};
      const kind = kinds.find((one) => one === settings['kind']) ?? 'text';
      return {
        name,
        title: title ?? '',
        kind,
        field: typeof settings['field'] === 'string' ? settings['field'] : '',
        several: settings['several'] === true,
        value: parameterValue(binding?.value) ?? parameterValue(initial) ?? [],
      };
    });
}

/** Returns the names of parameters in the queries, filters and titles of a dashboard, in the order of their use. */
export function usedNames({ view, search }: ViewDocument): readonly string[] {
  const texts = Object.values(view.state).flatMap(({ titles, widgets }) => [
    ...Object.values(titles?.['widget'] ?? {}),
    ...widgets.flatMap(({ query, filter, filters }) => [
      query?.query_string ?? '',
      filter ?? '',
      ...(filters ?? []).map(({ queryString }) => queryString ?? ''),
    ]),
  ]);
  const queries = search.queries.map(({ query }) => query?.query_string ?? '');
  return [...new Set([...queries, ...texts].flatMap((text) => findParameters(text).map(({ name }) => name)))];
}

export interface Declarations {
  readonly parameters: readonly Parameter[];
  /** Settings of the controls by name, as JSON texts. */
  readonly controls: Readonly<Record<string, string>>;
}

/**
 * Returns the declarations of variables, in the form in which a view stores them. Parameters that are looked up in a table,
 * and members of a parameter that this console does not know, are kept; a stored binding is dropped.
 */
export function declarationsOf(variables: readonly Variable[], { search }: ViewDocument): Declarations {
  const before = search.parameters ?? [];
  const parameters = variables.map(({ name, title, value }): Parameter => {
    const { binding: _bound, ...known } = before.find((one) => one.name === name) ?? {
      type: 'value-parameter-v1',
      name,
      data_type: 'any',
      description: '',
    };
    return { ...known, title: title.trim(), default_value: value, optional: true };
  });
  const controls = variables.map(({ name, kind, field, several }): [string, string] => [
    name,
    JSON.stringify({ kind, ...(kind === 'select' && { field, several }) }),
  ]);
  return {
    parameters: [...before.filter(({ type }) => type === 'lut-parameter-v1'), ...parameters],
    controls: Object.fromEntries(controls),
  };
}

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

/** Returns bindings with another value of a variable; the declared value needs no binding. */
export function withVariable(bindings: Bindings, { name, value: declared }: Variable, value: ParameterValue): Bindings {
  const { [name]: _before, ...others } = bindings;
  return sameValue(value, declared) ? others : { ...others, [name]: { type: 'value', value } };
}

const sameValue = (left: ParameterValue, right: ParameterValue): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Texts for values that need words. */
export interface ValueWords {
  readonly all: string;
  readonly between: (from: number, to: number) => string;
  readonly from: (from: number) => string;
  readonly to: (to: number) => string;
}

/** Returns a value as people read it, for titles and tags. */
export function valueText(value: ParameterValue, words: ValueWords): string {
  if (typeof value === 'string') return value;
  if (isEverything(value)) return words.all;
  if (isTexts(value)) return value.join(', ');
  const { from, to } = value;
  if (from === undefined) return words.to(to ?? 0);
  return to === undefined ? words.from(from) : words.between(from, to);
}

export const isTexts = (value: ParameterValue): value is readonly string[] => Array.isArray(value);

/** Returns a title with the values of the variables in place of their names. */
export function titleWith(title: string, values: ReadonlyMap<string, ParameterValue>, words: ValueWords): string {
  return title.replace(/\$([a-zA-Z_]\w*)\$/g, (use, name: string) => {
    const value = values.get(name);
    return value === undefined ? use : valueText(value, words);
  });
}

/** Returns the values that replace the parameters of a search: those of the user, otherwise the declared values. */
export function boundValues(declared: readonly Parameter[], bindings: Bindings): ReadonlyMap<string, ParameterValue> {
  const defaults = declared.flatMap(({ name, binding, default_value: initial }) => {
    const value = parameterValue(binding?.value) ?? parameterValue(initial);
    return value === undefined ? [] : [{ name, value }];
  });
  return variableValues(defaults, bindings);
}

const addressed = /^var-([a-zA-Z_]\w{0,63})(?:\.(from|to))?$/;

/**
 * Reads the values of variables from an address: `var-host=a&var-host=b` is a list, `var-host=` is "All", and
 * `var-took.from=10&var-took.to=50` is a range.
 */
export function readVariables(search: string | URLSearchParams): Bindings {
  const values = new Map<string, ParameterValue>();
  for (const [key, text] of new URLSearchParams(search)) {
    const [, name = '', bound] = addressed.exec(key) ?? [];
    // A variable cannot be named `__proto__`: assigning a member of this name changes the prototype of an object.
    if (name === '' || name === '__proto__' || (!values.has(name) && values.size >= mostVariables)) continue;
    const before = values.get(name);
    if (bound === 'from' || bound === 'to') {
      const number = text.trim() === '' ? Number.NaN : Number(text);
      const range = before !== undefined && typeof before !== 'string' && !isTexts(before) ? before : {};
      if (Number.isFinite(number)) values.set(name, { ...range, [bound]: number });
      continue;
    }
    const texts = before !== undefined && isTexts(before) ? before : [];
    const word = text.slice(0, longestText);
    values.set(name, word === '' || texts.includes(word) ? texts : [...texts, word].slice(0, mostParameterTexts));
  }
  const bindings = [...values].map(([name, value]): [string, Bindings[string]] => {
    const [only, ...more] = isTexts(value) ? value : [];
    return [name, { type: 'value', value: only !== undefined && more.length === 0 ? only : value }];
  });
  return Object.fromEntries(bindings);
}

/** Returns the parameters of an address with the values of variables; other parameters stay. */
export function writeVariables(current: string | URLSearchParams, bindings: Bindings): URLSearchParams {
  const parameters = new URLSearchParams(current);
  for (const key of [...parameters.keys()]) if (addressed.test(key)) parameters.delete(key);
  for (const [name, binding] of Object.entries(bindings)) {
    const value = parameterValue(binding.value);
    if (value === undefined) continue;
    if (typeof value === 'string') parameters.append(`var-${name}`, value);
    else if (isEverything(value)) parameters.append(`var-${name}`, '');
    else if (isTexts(value)) for (const text of value) parameters.append(`var-${name}`, text);
    else for (const [bound, number] of Object.entries(value)) parameters.append(`var-${name}.${bound}`, String(number));
  }
  return parameters;
}

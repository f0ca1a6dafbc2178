/**
 * Variables of a dashboard: declared `$name$` parameters of its search, with the settings of their controls. The
 * search's parameters contain name, title and default in the form of the contract. The contract has no settings of
 * controls. So these are JSON texts among the titles of every page (see view/widget-looks.ts), which a reference server
 * stores unchanged.
 */
import { parameterValue, type ParameterValue } from '../api/language/parameter-values.js';
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

export const isVariableName = (name: string): boolean => /^(?!__proto__$)[a-zA-Z_]\w{0,63}$/.test(name);

/** Returns the variables that a dashboard declares. Parameters that are looked up in a table are no variables. */
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

/**
 * Returns the distinct names of parameters in the queries, filters, widget titles and text widgets of a dashboard. The
 * names in the queries of the pages come first.
 */
export function usedNames({ view, search }: ViewDocument): readonly string[] {
  const texts = Object.values(view.state).flatMap(({ titles, widgets }) => [
    ...Object.values(titles?.['widget'] ?? {}),
    ...widgets.flatMap(({ type, config, query, filter, filters }) => [
      type === 'text' && typeof config['text'] === 'string' ? config['text'] : '',
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
 * Returns the declarations of variables, in the form in which a view stores them. Parameters that are looked up in a
 * table are kept, and so are members of a parameter that this console does not know. A stored binding is dropped.
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

/** Returns bindings with another value of a variable; the declared value needs no binding. */
export function withVariable(bindings: Bindings, { name, value: declared }: Variable, value: ParameterValue): Bindings {
  const { [name]: _before, ...others } = bindings;
  return sameValue(value, declared) ? others : { ...others, [name]: { type: 'value', value } };
}

const sameValue = (left: ParameterValue, right: ParameterValue): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

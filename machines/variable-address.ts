/** Values of a dashboard's variables in an address. */
import {
  isEverything,
  isTexts,
  mostParameterTexts,
  parameterValue,
  type ParameterValue,
} from '../api/language/parameter-values.js';
import type { Bindings } from './parameters.js';
import { mostVariables } from './variables.js';

/** Maximum number of characters of a value in an address; the rest is cut off. */
const longestText = 1_000;

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

/**
 * Returns the bindings without the bindings of variables that a dashboard no longer declares.
 * @param seen names of all variables that the dashboard has declared so far; the bindings of other variables are kept,
 * because the dashboard may still declare these variables
 */
export function withoutGone(bindings: Bindings, seen: ReadonlySet<string>, declared: readonly string[]): Bindings {
  const kept = Object.entries(bindings).filter(([name]) => !seen.has(name) || declared.includes(name));
  return Object.fromEntries(kept);
}

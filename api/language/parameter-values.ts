/** Values of `$name$` parameters: texts, lists of texts, and ranges of numbers. */

/** Inclusive range of numbers; an absent bound leaves that side open. */
export interface ParameterRange {
  readonly from?: number;
  readonly to?: number;
}

/**
 * Value of a parameter: a text, several texts of which any may match, or a range of numbers. An empty list and a range
 * without bounds stand for "All": the condition with the parameter then matches every message.
 */
export type ParameterValue = string | readonly string[] | ParameterRange;

/** Largest number of texts in the value of one parameter; further texts are dropped. */
export const mostParameterTexts = 100;

/** Reads the value of a binding or a default from JSON; undefined if there is none. */
export function parameterValue(value: unknown): ParameterValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) {
    const texts = value.filter((one) => one !== null && typeof one !== 'object').map(String);
    return [...new Set(texts)].slice(0, mostParameterTexts);
  }
  if (typeof value !== 'object') return String(value);
  // A value that is an object may have any members; both are checked below.
  const { from, to } = value as Record<string, unknown>;
  const known = { ...numberAs('from', from), ...numberAs('to', to) };
  const isRange = Object.keys(value).every((key) => key in known);
  return isRange ? known : String(value);
}

const numberAs = (name: 'from' | 'to', value: unknown): ParameterRange =>
  typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {};

/** Tells whether a value is a list of texts. */
export const isTexts = (value: ParameterValue): value is readonly string[] => Array.isArray(value);

/** Tells whether a value stands for "All", so that it restricts nothing. */
export const isEverything = (value: ParameterValue): boolean =>
  typeof value !== 'string' && Object.keys(value).length === 0;

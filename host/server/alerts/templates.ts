/**
 * Computes event fields from templates: `${source.name}` is replaced by a value of the message or group that caused the
 * event (contract dashboards-sharing-alerts FIELD SPEC).
 */

import { templatePlace } from '../../../api/field-template.js';
import { replacedWithin } from '../foundation/bounded-text.js';

/** Largest length of the resulting text in characters. */
const longestText = 10_000;

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | bigint | boolean);

/**
 * Computes the text of a field.
 * @param source values for the names behind `source.`
 * @param requireValues true: every value must be present
 * @returns undefined: a required value is missing
 */
export function renderTemplate(
  template: string,
  source: ReadonlyMap<string, unknown>,
  requireValues: boolean,
): string | undefined {
  let isMissing = false;
  const valueOf = (_whole = '', inner = ''): string => {
    const name = inner.trim();
    const value = shown(name.startsWith('source.') ? source.get(name.slice('source.'.length)) : undefined);
    if (value === '') isMissing = true;
    return value;
  };
  const text = replacedWithin(template, templatePlace, valueOf, longestText);
  return requireValues && isMissing ? undefined : text;
}

/** Fields of an event by template: `${source.name}` stands for a value of what the event was made of (contract FIELD SPEC). */

import { templatePlace } from '../../../api/field-template.js';
import { replacedWithin } from '../foundation/bounded-text.js';

/** The most characters of the text that a template makes. */
const longestText = 10_000;

const shown = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | bigint | boolean);

/**
 * @param source what `source.` stands for
 * @param requireValues nothing may be empty
 * @returns undefined: a value is missing that has to be there
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

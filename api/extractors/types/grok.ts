import { testGrok } from '../../contract/tools.js';
import type { CaptureType, ExtractorTypeDescription } from '../extractor-type.js';
import { flagPart } from '../parts.js';

const typedCapture = /%\{\w+[:;][ \t]*([\w.@[\]-]+)[ \t]*[:;]([^;}]*)/g;
const types: Readonly<Record<string, CaptureType>> = {
  ...Object.fromEntries(
    ['byte', 'short', 'int', 'integer', 'long', 'float', 'double'].map((name) => [name, 'number'] as const),
  ),
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
};

/**
 * Returns the types of the captures in a grok pattern, such as `%{NUMBER:status:int}`, by field name. Captures without
 * a type are strings and have no entry.
 */
export function captureTypes(pattern: string): ReadonlyMap<string, CaptureType> {
  const found = [...pattern.matchAll(typedCapture)].flatMap(([, field = '', name = '']) => {
    const type = types[name.trim().toLowerCase()];
    return type === undefined ? [] : [[field, type] as const];
  });
  return new Map(found);
}

const looksLikeNumber = (text: string): boolean => /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text);

/**
 * Returns the first field that contains a number as text, which a type such as `:int` in the pattern would store as a
 * number. Captures that have only the name of a pattern, such as `BASE10NUM` within `NUMBER`, are passed over: no type
 * can be written for them. Returns undefined if there is no such field.
 */
export const numberAsText = (pattern: string, captures: Iterable<readonly [string, unknown]>): string | undefined =>
  [...captures].find(
    ([field, value]) =>
      typeof value === 'string' &&
      looksLikeNumber(value) &&
      (!/^[A-Z\d_]+$/.test(field) || new RegExp(`[:;]\\s*${field}\\s*[}:;]`).test(pattern)),
  )?.[0];

export const grok = {
  type: 'grok',
  label: 'Grok pattern',
  namesItsFields: true,
  parts: [
    flagPart('named_captures_only', ['Named captures only', 'Only captures that the pattern names become fields.']),
    {
      name: 'grok_pattern',
      kind: 'pattern',
      label: 'Grok pattern',
      help: 'Every capture becomes a field of its name and holds text; %{NUMBER:status:int} makes a number. With its references filled in it may look at 12 million characters, counted as the length of the pattern times the length of the text; a longer text that its beginning does not decide counts as a failure.',
      initial: '',
      required: true,
    },
  ],
  tryOn: async (client, { config, text: string }, signal) => {
    const body = {
      pattern: String(config['grok_pattern']),
      named_captures_only: config['named_captures_only'] === true,
      string,
    };
    const { error_message: problem, matched, matches } = await client.call(testGrok, { body, signal });
    if (problem !== undefined) throw new Error(problem);
    const found = matched ? matches.map(({ name, match }) => [name, match] as const) : null;
    return { found, types: captureTypes(body.pattern) };
  },
} as const satisfies ExtractorTypeDescription;

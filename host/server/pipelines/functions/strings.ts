/** Rule functions on texts. Null yields null unless a function specifies otherwise. */
import { localeTag } from '../../date-formats/locale-names.js';
import { defineFunction, EvaluationError, optional, parameter, prepared, type PipelineFunction } from '../function.js';
import { textOf } from '../value-text.js';
import { isList, type List, type Value } from '../values.js';
import { needed, spendText, TextBuilder } from './bounds.js';

const value = parameter('value', 'String');
const ignoreCase = optional('ignore_case', 'Boolean');

/** Defines a rule function that converts a text to another text. */
const textFunction = (name: string, description: string, change: (text: string) => string): PipelineFunction =>
  defineFunction({
    name,
    parameters: [value],
    returns: 'String',
    description,
    evaluate: ([text]) => (text === null ? null : change(text)),
  });

const first = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

/** Changes the first character of a text, unless it would become several characters (such as "ß" to "SS"). */
function withFirst(text: string, change: (letter: string) => string): string {
  if (text === '') return text;
  const letter = first(text);
  const changed = change(letter);
  return (changed.length === letter.length ? changed : letter) + text.slice(letter.length);
}

const swapped = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower === letter ? letter.toUpperCase() : lower;
  });

const leastWidth = 4;

const abbreviate = defineFunction({
  name: 'abbreviate',
  parameters: [value, parameter('width', 'Long')],
  returns: 'String',
  description: 'Cuts a text that is longer than the width (at least 4) and puts "..." at its end.',
  evaluate([text, width]) {
    if (text === null || width === null) return null;
    const most = Math.max(Number(width), leastWidth);
    return text.length <= most ? text : `${text.slice(0, most - 3)}...`;
  },
});

const concat = defineFunction({
  name: 'concat',
  parameters: [parameter('first', 'String'), parameter('second', 'String')],
  returns: 'String',
  description: 'Joins two texts; null counts as the empty text.',
  evaluate([one, two], context) {
    spendText(context, (one?.length ?? 0) + (two?.length ?? 0));
    return (one ?? '') + (two ?? '');
  },
});

const contains = defineFunction({
  name: 'contains',
  parameters: [value, parameter('search', 'String'), ignoreCase],
  returns: 'Boolean',
  description: 'Returns true if a text contains another text; false if one of them is null.',
  evaluate([text, search, anyCase]) {
    if (text === null || search === null) return false;
    return anyCase === true ? text.toLowerCase().includes(search.toLowerCase()) : text.includes(search);
  },
});

const edgeFunction = (name: 'starts_with' | 'ends_with', other: string, description: string): PipelineFunction => {
  const isAt = (text: string, part: string): boolean =>
    name === 'starts_with' ? text.startsWith(part) : text.endsWith(part);
  return defineFunction({
    name,
    parameters: [value, parameter(other, 'String'), ignoreCase],
    returns: 'Boolean',
    description,
    evaluate([text, part, anyCase]) {
      if (text === null || part === null) return text === part;
      return anyCase === true ? isAt(text.toLowerCase(), part.toLowerCase()) : isAt(text, part);
    },
  });
};

const firstNonNull = defineFunction({
  name: 'first_non_null',
  parameters: [parameter('value', 'List')],
  returns: 'Object',
  description: 'The first element of a list that is not null.',
  evaluate: ([list]) => needed(list, 'value').find((element) => element !== null) ?? null,
});

/** Returns a list unchanged. @throws EvaluationError when the value is no list */
function listOf(elements: Value): List {
  if (isList(elements)) return elements;
  const kind = elements === null ? 'null' : typeof elements === 'object' ? elements.constructor.name : typeof elements;
  throw new EvaluationError(`Unsupported data type for parameter "elements": ${kind}. It must be a list.`);
}

const integer = 'java.lang.Integer';

const join = defineFunction({
  name: 'join',
  parameters: [
    { ...parameter('elements', 'Object'), transformedType: 'java.util.List' },
    optional('delimiter', 'String'),
    { ...optional('start', 'Long', 'First element, from 0.'), transformedType: integer },
    { ...optional('indexEnd', 'Long', 'Element before which it ends.'), transformedType: integer },
  ],
  returns: 'String',
  pure: true,
  description: 'Joins the elements of a list as texts, with the delimiter between them.',
  evaluate([elements, delimiter, start, end], context) {
    const list = listOf(elements);
    const place = (given: bigint | null | undefined, otherwise: number): number =>
      given === null || given === undefined || given < 0n ? otherwise : Number(given);
    const [from, to] = [place(start, 0), place(end, list.length)];
    if (to > list.length || from > list.length)
      throw new EvaluationError(`The list has ${list.length} elements: ${from} to ${to} is out of its range.`);
    const result = new TextBuilder(context);
    list.slice(from, to).forEach((element, index) => {
      if (index > 0) result.add(delimiter ?? '');
      result.add(element === null ? '' : (textOf(element) ?? ''));
    });
    return result.text;
  },
});

const length = defineFunction({
  name: 'length',
  parameters: [value, optional('bytes', 'Boolean', 'Counts the bytes of the text in UTF-8.')],
  returns: 'Long',
  description: 'Number of characters (UTF-16 units) or bytes of a text. Null is an error.',
  evaluate([text, bytes]) {
    const given = needed(text, 'value');
    return BigInt(bytes === true ? Buffer.byteLength(given) : given.length);
  },
});

const locale = prepared(
  optional('locale', 'String', 'Language tag, by default "en".'),
  (tag) => localeTag(tag) ?? 'en',
  'java.util.Locale',
);

const caseFunction = (name: 'lowercase' | 'uppercase', description: string): PipelineFunction =>
  defineFunction({
    name,
    parameters: [value, locale],
    returns: 'String',
    description,
    evaluate([text, language]) {
      if (text === null) return null;
      return name === 'lowercase' ? text.toLocaleLowerCase(language ?? 'en') : text.toLocaleUpperCase(language ?? 'en');
    },
  });

const replace = defineFunction({
  name: 'replace',
  parameters: [
    value,
    parameter('search', 'String'),
    optional('replacement', 'String', 'Default: the empty text.'),
    { ...optional('max', 'Long', 'Replacements at most; -1: all.'), transformedType: integer },
  ],
  returns: 'String',
  description: 'Replaces a text within a text, literally.',
  evaluate([text, search, replacement, max], context) {
    if (text === null || search === null || search === '') return text;
    let left = Number(max ?? -1n);
    if (left === 0) return text;
    const result = new TextBuilder(context);
    let from = 0;
    for (let at = text.indexOf(search); at >= 0 && left !== 0; at = text.indexOf(search, from)) {
      result.add(text.slice(from, at));
      result.add(replacement ?? '');
      from = at + search.length;
      left -= 1;
    }
    result.add(text.slice(from));
    return result.text;
  },
});

const substring = defineFunction({
  name: 'substring',
  parameters: [
    value,
    parameter('start', 'Long', 'First character, from 0; negative: from the end.'),
    optional('indexEnd', 'Long', 'Character before which it ends; negative: from the end.'),
  ],
  returns: 'String',
  description: 'A part of a text. Positions beyond its end are cut off.',
  evaluate([text, start, end]) {
    if (text === null || start === null) return null;
    const place = (given: bigint): number => {
      const at = Number(given);
      return Math.min(text.length, Math.max(0, at < 0 ? text.length + at : at));
    };
    const [from, to] = [place(start), end === null || end === undefined ? text.length : place(end)];
    return from > to ? '' : text.slice(from, to);
  },
});

export const stringFunctions: readonly PipelineFunction[] = [
  abbreviate,
  textFunction('capitalize', 'The text with its first character in upper case.', (text) =>
    withFirst(text, (letter) => letter.toUpperCase()),
  ),
  concat,
  contains,
  edgeFunction('ends_with', 'suffix', 'Returns true if a text ends with another one; null ends with null only.'),
  firstNonNull,
  join,
  length,
  caseFunction('lowercase', 'The text in lower case, by the rules of a language.'),
  replace,
  edgeFunction('starts_with', 'prefix', 'Returns true if a text begins with another one; null begins with null only.'),
  substring,
  textFunction('swapcase', 'The text with upper and lower case exchanged.', swapped),
  textFunction('uncapitalize', 'The text with its first character in lower case.', (text) =>
    withFirst(text, (letter) => letter.toLowerCase()),
  ),
  caseFunction('uppercase', 'The text in upper case, by the rules of a language.'),
];

/** Returns the Shannon entropy of the text in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  let all = 0;
  for (const letter of text) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
    all += 1;
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / all) * Math.log2(count / all);
  return bits;
}

const stringEntropy = defineFunction({
  name: 'string_entropy',
  parameters: [value],
  returns: 'Double',
  extension: true,
  description: 'Shannon entropy of the characters of a text, in bits; 0.0 for null and the empty text.',
  evaluate: ([text]) => (text === null || text === '' ? 0 : entropy(text)),
});

export const stringExtensions: readonly PipelineFunction[] = [stringEntropy];

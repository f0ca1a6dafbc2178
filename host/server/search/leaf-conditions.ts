/**
 * Compiles one word, phrase, wildcard, regular expression or range against one stored column into SQL (contract search
 * L2–L5).
 */
import type {
  LeafNode,
  PhraseNode,
  QueryNode,
  RangeNode,
  TermNode,
  WildcardNode,
} from '../../../api/language/index.js';
import { leaves } from '../../../api/language/index.js';
import type { Yielder } from '../foundation/yielding.js';
import type { StoredField } from '../store/types.js';
import { caselessColumn } from '../store/columns.js';
import { tokenize } from '../store/tokenize.js';
import { holdingSql, storedSql, wordsSql } from '../store/word-columns-sql.js';
import { parseDate } from './date-values.js';
import { blockCondition, parseBlock } from './ip-range.js';
import type { Parameters } from './parameters.js';
import { phrasePattern, roughPattern, textPattern, wildcardPattern } from './plain-words.js';

/**
 * SQL condition; `undefined` if no value of the column can match, `dropped` if the searched text contains no words and
 * therefore restricts nothing.
 */
export type Condition = string | undefined | 'dropped';

export interface LeafContext {
  readonly parameters: Parameters;
  /** Present time in epoch milliseconds, the same for a whole job. */
  readonly now: number;
  /** True when the query names no field: dates must then be written in full, so that the word 2024 is no whole year. */
  readonly anyField: boolean;
}

const integer = /^-?\d{1,38}(?:\.0+)?$/;
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** SQL for comparing a text column with a value: both unchanged, or both in lower case. */
interface TextSide {
  readonly column: string;
  readonly value: (placeholder: string) => string;
}

function side(field: StoredField, column: string): TextSide {
  return field.column === caselessColumn
    ? { column: `lower(${column})`, value: (placeholder) => `lower(${placeholder})` }
    : { column, value: (placeholder) => placeholder };
}

export function leafCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  if (field.list) {
    const inner = leafCondition(node, { name: field.name, column: 'v', type: field.type }, context);
    if (inner === undefined || inner === 'dropped') return inner;
    if (node.kind === 'term' && node.edits === 0) {
      return `list_contains(${field.column}, ${context.parameters.add(node.value)})`;
    }
    return `len(list_filter(${field.column}, lambda v: ${inner})) > 0`;
  }
  switch (field.type) {
    case 'text':
      return textCondition(node, field, context);
    case 'keyword':
      return keywordCondition(node, field, context);
    case 'long':
    case 'double':
      return numberCondition(node, field, context);
    case 'date':
      return dateCondition(node, field, context);
    case 'boolean':
      return booleanCondition(node, field);
  }
}

// ---- tokenised text ----

function textCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  const add = (value: string | number): string => context.parameters.add(value);
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const tokens = tokenize(node.value);
      if (tokens.length === 0) return 'dropped';
      // A fuzzy word needs a condition per token, and a sloppy phrase one per pair of tokens.
      if (node.kind === 'term' ? node.edits > 0 : node.slop > 0) context.parameters.count(tokens.length * 8);
      if (node.kind === 'term' && node.edits > 0) return fuzzyTokens(field, tokens, node, add);
      if (node.kind === 'phrase' && node.slop > 0 && tokens.length > 1)
        return tokens.reduceRight(
          (then, token) => onlyIf(hasPhrase(field, [token], add), then),
          sloppyPhrase(field, tokens, node.slop, add),
        );
      return hasPhrase(field, tokens, add);
    }
    case 'wildcard':
      return hasWildcard(field, node, context);
    case 'regexp': {
      const pattern = add(node.pattern);
      const whole = hasWord(field, (word) => `regexp_full_match(${word}, ${pattern}, 's')`);
      // Anchors would match the ends of the whole text here, so only patterns without anchors are used as a prefilter.
      return mayHaveAnchors(node.pattern)
        ? whole
        : onlyIf(`regexp_matches(${holdingSql(field)}, ${pattern}, 's')`, whole);
    }
    case 'range':
      return hasWord(field, (word) => `${word} <> ''${textBounds(word, node, (value) => add(value.toLowerCase()))}`);
  }
}

/**
 * Tells whether a pattern may have anchors. Escaped characters, character classes and negated sets are removed first,
 * because they are no anchors.
 */
const mayHaveAnchors = (pattern: string): boolean =>
  /[\^$\\]/.test(pattern.replace(/\\(?:[dDsSwW]|[^a-zA-Z0-9])|\[\^/g, ''));

/**
 * Returns SQL that evaluates the second condition only where the first holds; with AND the database may evaluate both
 * everywhere.
 */
const onlyIf = (first: string, second: string): string => `CASE WHEN ${first} THEN ${second} ELSE false END`;

const longestOf = (texts: readonly string[]): string =>
  texts.reduce((best, text) => (text.length > best.length ? text : best), '');

/**
 * Returns a condition on the stored words of rows that have stored words, and on the text of all other rows.
 * @param words condition over the stored words
 * @param text equivalent condition over the text
 * @param within substring of every match, used as a prefilter because a plain search is faster
 */
function wordsOrText(
  field: StoredField,
  words: string,
  text: string,
  within: string,
  add: (value: string) => string,
): string {
  const found = within === '' ? text : onlyIf(`regexp_matches(${field.column}, ${add(textPattern(within))})`, text);
  return `CASE WHEN ${storedSql(field)} IS NOT NULL THEN ${words} ELSE ${found} END`;
}

const hasPattern = (field: StoredField, pattern: string, add: (value: string) => string): string =>
  `regexp_matches(${field.column}, ${add(pattern)})`;

function hasPhrase(field: StoredField, tokens: readonly string[], add: (value: string) => string): string {
  const stored = storedSql(field);
  const longest = longestOf(tokens);
  // The word alone is a faster prefilter than the word with the spaces around it.
  const words = onlyIf(`contains(${stored}, ${add(longest)})`, `contains(${stored}, ${add(` ${tokens.join(' ')} `)})`);
  const pattern = phrasePattern(tokens);
  return pattern === undefined ? words : wordsOrText(field, words, hasPattern(field, pattern, add), longest, add);
}

interface WordPattern {
  readonly parts: WildcardNode['parts'];
  readonly pattern: ReturnType<typeof wildcardPattern>;
}

/** Maps each wildcard to its pattern for words, which is built once for all fields of a search. */
const wordPatterns = new WeakMap<WildcardNode, WordPattern>();

function wordPattern(node: WildcardNode): WordPattern {
  const known = wordPatterns.get(node);
  if (known) return known;
  const parts = asWords(node);
  const built = { parts, pattern: wildcardPattern(parts) };
  wordPatterns.set(node, built);
  return built;
}

/** Builds the patterns of all wildcards in slices, because building hundreds of them at once would block. */
export async function prepareWildcards(queries: readonly QueryNode[], yielder: Yielder): Promise<void> {
  for (const query of queries)
    for (const leaf of leaves(query)) {
      if (leaf.kind === 'wildcard') wordPattern(leaf);
      if (yielder.isOver) await yielder.pause();
    }
}

function hasWildcard(field: StoredField, node: WildcardNode, { parameters }: LeafContext): string {
  const add = (value: string): string => parameters.add(value);
  const { parts, pattern } = wordPattern(node);
  const longest = longestOf(textsOf({ parts }));
  const matching = (words: string): string => {
    const prefix = prefixOf({ parts });
    if (prefix !== undefined && !prefix.includes(' ')) return `contains(${words}, ${add(` ${prefix}`)})`;
    const signs = parts.map((part) => (part === 'any' ? '[^ ]*' : part === 'one' ? '[^ ]' : escapePattern(part.text)));
    const matches = `regexp_matches(${words}, ${add(` ${signs.join('')} `)}, 's')`;
    return longest === '' ? matches : onlyIf(`contains(${words}, ${add(longest)})`, matches);
  };
  if (pattern === 'none') return matching(storedSql(field));
  if (pattern !== undefined)
    return wordsOrText(field, matching(storedSql(field)), hasPattern(field, pattern, add), longest, add);
  const exact = onlyIf(hasPattern(field, roughPattern(parts), add), matching(wordsSql(field)));
  // A space in the pattern matches any characters between two words.
  const piece = longestOf(textsOf({ parts }).flatMap((text) => text.split(' ')));
  return wordsOrText(field, matching(storedSql(field)), exact, piece, add);
}

const listOf = (field: StoredField): string => `string_split(trim(${wordsSql(field)}, ' '), ' ')`;

/** Number of conditions from which on a text is tokenised once for all of them. */
const manyLooks = 3;

/**
 * Rewrites conditions to equivalent conditions that tokenise each text only once. Conditions that need no tokens stay
 * separate, so that texts of rows that they exclude are not tokenised.
 * @param fields fields that the conditions may use
 * @param join joins conditions by AND
 */
export function sharingWords(
  conditions: readonly string[],
  fields: Iterable<StoredField>,
  join: (conditions: readonly string[]) => string,
): readonly string[] {
  let shared = conditions;
  for (const field of fields) {
    if (field.tokenColumn === undefined) continue;
    const list = listOf(field);
    const looking = shared.filter((condition) => condition.includes(list));
    const parts = join(looking).split(list);
    const name = `words_of_${field.column}`;
    if (parts.length > manyLooks)
      shared = [
        ...shared.filter((condition) => !condition.includes(list)),
        `len(list_filter([${list}], lambda ${name}: ${parts.join(name)})) > 0`,
      ];
  }
  return shared;
}

const hasWord = (field: StoredField, condition: (word: string) => string): string =>
  `len(list_filter(${listOf(field)}, lambda t: ${condition('t')})) > 0`;

function fuzzyTokens(
  field: StoredField,
  tokens: readonly string[],
  { edits }: TermNode,
  add: (value: string | number) => string,
): string {
  const each = tokens.map((token) => {
    const length = [...token].length;
    return hasWord(
      field,
      (word) =>
        `length(${word}) BETWEEN ${Math.max(length - edits, 1)} AND ${length + edits} AND damerau_levenshtein(${word}, ${add(token)}) <= ${edits}`,
    );
  });
  return `(${each.join(' AND ')})`;
}

/**
 * Compiles a sloppy phrase: the words must occur at positions whose distances from their places in the phrase differ by
 * at most `slop`.
 */
function sloppyPhrase(
  field: StoredField,
  tokens: readonly string[],
  slop: number,
  add: (value: string) => string,
): string {
  const places = tokens.map(
    (token, index) =>
      `list_transform(list_filter(range(1, len(w) + 1), lambda i: w[i] = ${add(token)}), lambda i: i - ${index})`,
  );
  const allPlaces = places.reduce((left, right) => `list_concat(${left}, ${right})`);
  const near = places.map(
    (list) => `len(list_filter(${list}, lambda p: p BETWEEN m AND m + ${Math.min(slop, 100_000)})) > 0`,
  );
  const found = `len(list_filter(${allPlaces}, lambda m: ${near.join(' AND ')})) > 0`;
  // The list of words is computed once for the whole condition.
  return `len(list_filter([${listOf(field)}], lambda w: ${found})) > 0`;
}

// ---- exact text ----

function keywordCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  const add = (value: string | number): string => context.parameters.add(value);
  const { column, value } = side(field, field.column);
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const block = context.anyField ? undefined : parseBlock(node.value);
      const same =
        node.kind === 'term' && node.edits > 0
          ? `damerau_levenshtein(${column}, ${value(add(node.value))}) <= ${node.edits}`
          : `${column} = ${value(add(node.value))}`;
      return block ? `(${same} OR ${blockCondition(field.column, block, add)})` : same;
    }
    case 'wildcard':
      return `${column} LIKE ${value(add(likePattern(node)))} ESCAPE '\\'`;
    case 'regexp': {
      // The reference lower-cases the value but not the pattern; a pattern with capitals would never match.
      const options = field.column === caselessColumn ? 'si' : 's';
      return `regexp_full_match(${field.column}, ${add(node.pattern)}, '${options}')`;
    }
    case 'range':
      return `(${column} IS NOT NULL${textBounds(column, node, (text) => value(add(text)))})`;
  }
}

/** Returns the text before a `*` at the end, or undefined if the wildcard has any other form. */
export function prefixOf({ parts }: Pick<WildcardNode, 'parts'>): string | undefined {
  const [first, second] = parts;
  return parts.length === 2 && typeof first === 'object' && second === 'any' ? first.text : undefined;
}

type Parts = Pick<WildcardNode, 'parts'>;

/** Returns the texts between the wildcards. */
export const textsOf = ({ parts }: Parts): string[] =>
  parts.flatMap((part) => (typeof part === 'object' ? part.text : []));

/** Returns the parts of a wildcard with their texts changed. */
export const withTexts = ({ parts }: Parts, change: (text: string) => string): WildcardNode['parts'] =>
  parts.map((part) => (typeof part === 'object' ? { text: change(part.text) } : part));

/** Returns the parts of a wildcard in lower case and NFC, as words are indexed. */
export const asWords = (wildcard: Parts): WildcardNode['parts'] =>
  withTexts(wildcard, (text) => text.toLowerCase().normalize('NFC'));

/** Maps each wildcard to its LIKE pattern, which is built once for all fields of a search. */
const likePatterns = new WeakMap<WildcardNode, string>();

function likePattern(node: WildcardNode): string {
  const known = likePatterns.get(node);
  if (known !== undefined) return known;
  const pattern = node.parts
    .map((part) => (part === 'any' ? '%' : part === 'one' ? '_' : part.text.replace(/[%_\\]/g, '\\$&')))
    .join('');
  likePatterns.set(node, pattern);
  return pattern;
}

function textBounds(column: string, { lower, upper }: RangeNode, placeholder: (value: string) => string): string {
  const from = lower ? ` AND ${column} ${lower.inclusive ? '>=' : '>'} ${placeholder(lower.value)}` : '';
  const to = upper ? ` AND ${column} ${upper.inclusive ? '<=' : '<'} ${placeholder(upper.value)}` : '';
  return from + to;
}

// ---- numbers, booleans, dates ----

/** Tells whether a text begins like a number; this is much cheaper than matching a regular expression. */
function beginsLikeNumber(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
}

/** Parses a number; whole numbers of any size are exact. */
export function parseNumber(text: string): number | bigint | undefined {
  if (!beginsLikeNumber(text)) return undefined;
  if (integer.test(text)) return BigInt(text.replace(/\..*$/, ''));
  const number = decimal.test(text) ? Number(text) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

function numberValue(
  number: number | bigint,
  type: 'long' | 'double',
  add: (value: number | bigint) => string,
): string {
  return type === 'double' ? `${add(number)}::DOUBLE` : add(number);
}

function numberCondition(node: LeafNode, field: StoredField, { parameters }: LeafContext): Condition {
  const type = field.type === 'double' ? 'double' : 'long';
  const add = (value: number | bigint): string => parameters.add(value);
  if (node.kind === 'term' || node.kind === 'phrase') {
    const number = parseNumber(node.value);
    return number === undefined ? undefined : `${field.column} = ${numberValue(number, type, add)}`;
  }
  if (node.kind !== 'range') return undefined;
  const parts = [`${field.column} IS NOT NULL`];
  for (const [bound, operator] of [
    [node.lower, '>'],
    [node.upper, '<'],
  ] as const) {
    if (!bound) continue;
    const number = parseNumber(bound.value);
    if (number === undefined) return undefined;
    parts.push(`${field.column} ${operator}${bound.inclusive ? '=' : ''} ${numberValue(number, type, add)}`);
  }
  return `(${parts.join(' AND ')})`;
}

function booleanCondition(node: LeafNode, field: StoredField): Condition {
  if (node.kind !== 'term' && node.kind !== 'phrase') return undefined;
  return node.value === 'true' || node.value === 'false' ? `${field.column} = ${node.value}` : undefined;
}

function dateCondition(node: LeafNode, field: StoredField, { parameters, now, anyField }: LeafContext): Condition {
  const at = (instant: number): string => parameters.add(new Date(instant));
  const read = (text: string) => (anyField && !/^\d{4}-\d\d-\d\d/.test(text) ? undefined : parseDate(text, now));
  if (node.kind === 'term' || node.kind === 'phrase') {
    const span = read((node as TermNode | PhraseNode).value);
    return span && `${field.column} BETWEEN ${at(span.from)} AND ${at(span.to)}`;
  }
  if (node.kind !== 'range') return undefined;
  const parts = [`${field.column} IS NOT NULL`];
  if (node.lower) {
    const span = read(node.lower.value);
    if (!span) return undefined;
    parts.push(node.lower.inclusive ? `${field.column} >= ${at(span.from)}` : `${field.column} > ${at(span.to)}`);
  }
  if (node.upper) {
    const span = read(node.upper.value);
    if (!span) return undefined;
    parts.push(node.upper.inclusive ? `${field.column} <= ${at(span.to)}` : `${field.column} < ${at(span.from)}`);
  }
  return `(${parts.join(' AND ')})`;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

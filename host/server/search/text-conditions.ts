/** Compiles a condition on the words of a tokenised text (contract search L2–L5). */
import { literalRegex } from '../../../api/literal-regex.js';
import type { LeafNode, RangeNode, TermNode, WildcardNode } from '../../../api/language/index.js';
import type { StoredField } from '../store/types.js';
import { tokenize } from '../store/tokenize.js';
import { holdingSql, storedSql, wordsSql } from '../store/word-columns-sql.js';
import type { Condition, LeafContext } from './leaf-context.js';
import { phrasePattern, roughPattern, textPattern, wildcardPattern } from './plain-words.js';
import { asWords, prefixOf, textsOf } from './wildcard-parts.js';

export function textCondition(node: LeafNode, field: StoredField, context: LeafContext): Condition {
  const { add } = context.parameters;
  switch (node.kind) {
    case 'term':
    case 'phrase': {
      const tokens = tokenize(node.value);
      if (tokens.length === 0) return 'dropped';
      // Fuzzy words and sloppy phrases need several expensive conditions per token, so each token counts as eight.
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
      // A prefilter compares the whole text. Anchors in it would match the ends of the whole text and not of a word. So
      // only patterns without anchors are used as a prefilter.
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
 * Returns SQL that evaluates the second condition only for the rows for which the first holds. With AND, the database
 * may evaluate both conditions for all rows.
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

function hasWildcard(field: StoredField, node: WildcardNode, { parameters: { add } }: LeafContext): string {
  const { parts, pattern } = wordPattern(node);
  const longest = longestOf(textsOf({ parts }));
  const matching = (words: string): string => {
    const prefix = prefixOf({ parts });
    if (prefix !== undefined && !prefix.includes(' ')) return `contains(${words}, ${add(` ${prefix}`)})`;
    const signs = parts.map((part) => (part === 'any' ? '[^ ]*' : part === 'one' ? '[^ ]' : literalRegex(part.text)));
    const matches = `regexp_matches(${words}, ${add(` ${signs.join('')} `)}, 's')`;
    return longest === '' ? matches : onlyIf(`contains(${words}, ${add(longest)})`, matches);
  };
  if (pattern === 'none') return matching(storedSql(field));
  if (pattern !== undefined)
    return wordsOrText(field, matching(storedSql(field)), hasPattern(field, pattern, add), longest, add);
  const exact = onlyIf(hasPattern(field, roughPattern(parts), add), matching(wordsSql(field)));
  // Each space in the pattern matches any characters between two words, so the prefilter is a piece without spaces.
  const piece = longestOf(textsOf({ parts }).flatMap((text) => text.split(' ')));
  return wordsOrText(field, matching(storedSql(field)), exact, piece, add);
}

const listOf = (field: StoredField): string => `string_split(trim(${wordsSql(field)}, ' '), ' ')`;

/** Number of uses of a field's list of words from which on each text is tokenised once for all of them. */
const manyLooks = 3;

/**
 * Rewrites conditions that use the words of a field at least `manyLooks` times. The equivalent new conditions tokenise
 * each text only once. Conditions that need no words stay separate, so that texts of rows that they exclude are not
 * tokenised.
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
    if (parts.length - 1 >= manyLooks)
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
 * Compiles a sloppy phrase. Each word of the phrase has a shift: its position in the text minus its position in the
 * phrase. The shifts of the words may differ by at most `slop`.
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

/** Returns the conditions of a range of texts as SQL, each with ` AND ` before it. */
export function textBounds(
  column: string,
  { lower, upper }: RangeNode,
  placeholder: (value: string) => string,
): string {
  const from = lower ? ` AND ${column} ${lower.inclusive ? '>=' : '>'} ${placeholder(lower.value)}` : '';
  const to = upper ? ` AND ${column} ${upper.inclusive ? '<=' : '<'} ${placeholder(upper.value)}` : '';
  return from + to;
}

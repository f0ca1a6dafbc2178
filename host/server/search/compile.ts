/**
 * Compiles a syntax tree into a SQL condition over the table of one index. Field names select columns or SQL
 * expressions; they are never identifiers in the SQL.
 */
import { RE2JS } from 're2js';
import type { FieldReference, LeafNode, QueryNode, TermNode } from '../../../api/language/index.js';
import { leaves, parseQuery } from '../../../api/language/index.js';
import { texts as languageTexts } from '../../../api/language/texts.js';
import { literalRegex } from '../../../api/literal-regex.js';
import { inOneGo, inSlices, type Steps } from '../foundation/yielding.js';
import { longestRegex, mostRegexSteps, regexSteps } from '../regex/regex-limits.js';
import { fit } from '../store/columns.js';
import type { StoredField, StoredIndex } from '../store/types.js';
import { tokenize } from '../store/tokenize.js';
import { wordsSql } from '../store/word-columns-sql.js';
import { SearchTypeError } from './errors.js';
import { leafCondition, parseNumber } from './leaf-conditions.js';
import type { Parameters } from './parameters.js';
import { sharingWords } from './text-conditions.js';
import { errorOf } from '../foundation/caught.js';
import { texts } from './texts.js';

export interface CompileContext {
  readonly parameters: Parameters;
  readonly now: number;
}

export interface QuerySettings {
  readonly allowLeadingWildcard: boolean;
}

/**
 * Parses a query string; returns null if the query matches everything (contract search S7).
 * @throws SearchTypeError with the parser's message (contract search S12)
 */
export function readQuery(text: string, settings: QuerySettings): QueryNode | null {
  const { ast, errors } = parseQuery(text, settings);
  const [error] = errors;
  if (!ast || error) {
    const where = error ? ` (line ${error.line}, column ${error.column})` : '';
    throw new SearchTypeError(texts.unableToSearch(texts.cannotParse(`${error?.message ?? ''}${where}`)));
  }
  checkPatterns(ast);
  return ast.kind === 'everything' ? null : ast;
}

/** Checks the regular expressions of one query, whose total size is limited. */
export class PatternCheck {
  #steps = 0;

  /**
   * Explains why a pattern is no linear-time regular expression, or why the patterns of the query are too large
   * together; returns undefined if the pattern is acceptable.
   */
  problemOf(pattern: string): string | undefined {
    if (pattern.length > longestRegex) return texts.longPattern(longestRegex, pattern.length);
    this.#steps += regexSteps(pattern);
    if (this.#steps > mostRegexSteps) return texts.largePatterns;
    try {
      RE2JS.compile(pattern);
      return undefined;
    } catch (error) {
      return languageTexts.badRegexp(pattern, errorOf(error).message);
    }
  }
}

function checkPatterns(ast: QueryNode): void {
  const check = new PatternCheck();
  for (const leaf of leaves(ast)) {
    const problem = leaf.kind === 'regexp' ? check.problemOf(leaf.pattern) : undefined;
    if (problem !== undefined) throw new SearchTypeError(texts.unableToSearch(texts.cannotParse(problem)));
  }
}

/**
 * Joins conditions as a balanced tree, because the database limits the depth of an expression to far less than the
 * number of clauses that a query may have.
 */
export function joinConditions(conditions: readonly string[], operator: 'AND' | 'OR'): string {
  if (conditions.length === 0) return operator === 'AND' ? 'true' : 'false';
  if (conditions.length <= 8)
    return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(` ${operator} `)})`;
  const middle = conditions.length >> 1;
  return `(${joinConditions(conditions.slice(0, middle), operator)} ${operator} ${joinConditions(conditions.slice(middle), operator)})`;
}

/** Operations to which a query is compiled, for instance on SQL conditions or on sets of rows of the inverted index. */
export interface Algebra<T> {
  /** Returns the conjunction of parts; without parts it matches everything. */
  readonly all: (parts: readonly T[]) => T;
  /** Returns the disjunction of parts; without parts it matches nothing. */
  readonly any: (parts: readonly T[]) => T;
  readonly without: (part: T) => T;
  readonly exists: (field: StoredField) => T;
  /**
   * Compiles one condition on a field. The result is `undefined` if no value of the field can match, and `dropped` if
   * the searched text contains no words and therefore restricts nothing.
   */
  readonly leaf: (node: LeafNode, field: StoredField, anyField: boolean) => T | undefined | 'dropped';
  /** Compiles many words that are joined by OR at once; if absent, each word is compiled separately. */
  readonly anyWord?: (words: readonly TermNode[]) => Steps<T>;
  /** Receives the number of conditions before they are compiled, so that too many conditions can be refused. */
  readonly count: (conditions: number) => void;
}

/**
 * Compiles a query to a SQL condition, which is true for matching rows and false or NULL for all others. It runs in
 * slices, because a query may have thousands of conditions.
 */
export async function compileQuery(node: QueryNode, index: StoredIndex, context: CompileContext): Promise<string> {
  const { parameters } = context;
  /** Maps each joined SQL condition to the conditions that it joins. */
  const joined = new Map<string, readonly string[]>();
  const condition = await compileInSlices<string>(node, index, {
    all: (parts) => {
      const all = joinConditions(parts, 'AND');
      if (parts.length > 1) joined.set(all, parts);
      return all;
    },
    any: (parts) => joinConditions(parts, 'OR'),
    without: (part) => `NOT coalesce(${part}, false)`,
    exists: ({ column }) => `${column} IS NOT NULL`,
    leaf: (leaf, field, anyField) => leafCondition(leaf, field, { ...context, anyField }),
    anyWord: (words) => anyWord(words, index, context),
    count: (conditions) => parameters.count(conditions),
  });
  const conjuncts = (one: string): readonly string[] => joined.get(one)?.flatMap(conjuncts) ?? [one];
  const join = (all: readonly string[]): string => joinConditions(all, 'AND');
  return join(sharingWords(conjuncts(condition), index.fields.values(), join));
}

/** Compiles a query for any algebra, such as row sets or counts. */
export function compileWith<T>(node: QueryNode, index: StoredIndex, algebra: Algebra<T>): T {
  const condition = inOneGo(compileNode(node, index, algebra));
  return condition === 'dropped' || condition === undefined ? algebra.any([]) : condition;
}

/** Compiles a query of any size for any algebra, in slices that do not block the event loop. */
export async function compileInSlices<T>(node: QueryNode, index: StoredIndex, algebra: Algebra<T>): Promise<T> {
  const condition = await inSlices(compileNode(node, index, algebra));
  return condition === 'dropped' || condition === undefined ? algebra.any([]) : condition;
}

function* compileNode<T>(node: QueryNode, index: StoredIndex, algebra: Algebra<T>): Steps<T | undefined | 'dropped'> {
  switch (node.kind) {
    case 'everything':
      return algebra.all([]);
    case 'exists': {
      const fields = fieldsOf(node.field, index);
      algebra.count(fields.length);
      return algebra.any(fields.map((field) => algebra.exists(field)));
    }
    case 'boolean':
      return yield* compileClauses(node.clauses, index, algebra);
    default: {
      const anyField = node.field === null;
      const fields = anyField ? defaultFields(index, node) : fieldsOf(node.field, index, node);
      algebra.count(fields.length);
      const conditions = fields.map((field) => algebra.leaf(node, field, anyField));
      const useful = conditions.filter(
        (condition): condition is Exclude<typeof condition, undefined | 'dropped'> =>
          condition !== undefined && condition !== 'dropped',
      );
      if (useful.length === 0 && conditions.length > 0 && conditions.every((condition) => condition === 'dropped')) {
        return 'dropped';
      }
      return algebra.any(useful);
    }
  }
}

function* compileClauses<T>(
  clauses: Extract<QueryNode, { kind: 'boolean' }>['clauses'],
  index: StoredIndex,
  algebra: Algebra<T>,
): Steps<T | undefined | 'dropped'> {
  const must: T[] = [];
  const should: T[] = [];
  const mustNot: T[] = [];
  const words = clauses.flatMap(({ occur, node }) => (occur === 'should' && isPlainWord(node) ? [node] : []));
  const together = words.length >= manyWords && algebra.anyWord;
  if (together) should.push(yield* together(words));
  for (const { occur, node } of clauses) {
    if (together && occur === 'should' && isPlainWord(node)) continue;
    yield;
    const condition = yield* compileNode(node, index, algebra);
    if (condition === 'dropped' || condition === undefined) continue;
    if (occur === 'must') must.push(condition);
    else if (occur === 'should') should.push(condition);
    else mustNot.push(condition);
  }
  if (must.length + should.length + mustNot.length === 0) return 'dropped';
  const negative = mustNot.map((condition) => algebra.without(condition));
  if (must.length + should.length === 0) return algebra.all(negative);
  return algebra.all([must.length > 0 ? algebra.all(must) : algebra.any(should), ...negative]);
}

/**
 * Number of optional words from which on the words are compared as lists. With fewer words there is one condition for
 * each word; planning many such conditions would take the database too long.
 */
const manyWords = 16;

function isPlainWord(node: QueryNode): node is TermNode {
  return node.kind === 'term' && node.field === null && node.edits === 0;
}

/**
 * Matches the first character of a number or a date; words with another first character match no number and no date.
 */
const beginsFigure = /^[+\-.\d]/;

/**
 * Compiles the condition that any of the words occurs in any of the default fields, which is equivalent to joining the
 * words by OR. The SQL that all fields of a type have in common is built once, because building it for a thousand words
 * in a thousand fields would block the event loop.
 */
function* anyWord(words: readonly TermNode[], index: StoredIndex, context: CompileContext): Steps<string> {
  const { parameters } = context;
  const single = new Set<string>();
  /** Words that the tokeniser splits into several words, or drops. */
  const others: TermNode[] = [];
  for (const word of words) {
    const [token, ...more] = tokenize(word.value);
    if (token !== undefined && more.length === 0) single.add(token);
    else others.push(word);
  }
  const figures = words.filter(({ value }) => beginsFigure.test(value));
  const truths = words.filter(({ value }) => value === 'true' || value === 'false');
  const ids = words.filter(({ value }) => idText.test(value)).slice(0, 1);
  const fields = new Set([...words.slice(0, 1), ...ids].flatMap((word) => defaultFields(index, word)));
  const isListed = ({ type, list, name }: StoredField): boolean => type === 'keyword' && !list && name !== 'source';
  const oneByOne = (field: StoredField): readonly TermNode[] => {
    if (field.type === 'text') return others;
    if (field.type === 'keyword') return isListed(field) ? [] : words;
    return field.type === 'boolean' ? truths : figures;
  };
  // Conditions are counted before they are built, so that too many conditions are refused immediately.
  for (const field of fields) parameters.count(oneByOne(field).length);

  let tokens: string | undefined;
  let values: string | undefined;
  const conditions: string[] = [];
  for (const field of fields) {
    if (field.type === 'text' && single.size > 0) {
      tokens ??= parameters.add([...single]);
      conditions.push(`list_has_any(string_split(${wordsSql(field)}, ' '), ${tokens})`);
    }
    if (isListed(field)) {
      values ??= parameters.add([...new Set(words.map(({ value }) => value))]);
      conditions.push(`list_contains(${values}, ${field.column})`);
    }
    for (const word of oneByOne(field)) {
      yield;
      const condition = leafCondition(word, field, { ...context, anyField: true });
      if (condition !== undefined && condition !== 'dropped') conditions.push(condition);
    }
  }
  return joinConditions(conditions, 'OR');
}

/**
 * Returns the columns of a field name. The name may contain `*`; it then finds only fields that have a column.
 * @param leaf condition that will be applied to the columns
 */
function fieldsOf(reference: FieldReference | null, index: StoredIndex, leaf?: LeafNode): StoredField[] {
  const name = reference?.name ?? '*';
  if (!name.includes('*')) {
    // Values that were stored before the field got its column are in a separate place, and so are values that do not
    // fit the type of a numeric or boolean field.
    return [index.fields.get(name), index.rest?.get(name), ...textsOf(name, index, leaf)].filter(
      (field) => field !== undefined,
    );
  }
  const pattern = new RegExp(
    `^${name
      .split('*')
      .map((part) => literalRegex(part))
      .join('.*')}$`,
    's',
  );
  const fields = [...index.fields.values()].filter((field) => pattern.test(field.name));
  return fields.flatMap((field) => [field, ...textsOf(field.name, index, leaf)]);
}

/**
 * Returns the text values of a numeric or boolean field if they may match a condition. Values that fit the type of the
 * field are never stored as text.
 */
function textsOf(name: string, { fields, rest, texts }: StoredIndex, leaf: LeafNode | undefined): StoredField[] {
  const found = texts?.get(name);
  if (!found) return [];
  const type = (fields.get(name) ?? rest?.get(name))?.type;
  const isOwn = (value: string): boolean =>
    (type === 'long' || type === 'double' || type === 'boolean') && fit(value, type) !== undefined;
  if (leaf?.kind === 'term' || leaf?.kind === 'phrase') return isOwn(leaf.value) ? [] : [found];
  if (leaf?.kind !== 'range') return [found];
  const isOfNumbers = [leaf.lower, leaf.upper].every((bound) => !bound || parseNumber(bound.value) !== undefined);
  return isOfNumbers ? [] : [found];
}

const idText = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * Returns the fields that a condition without a field searches. These are all fields except `_id`; a word or phrase
 * that cannot be an id does not search `gl2_message_id` either (contract search L2).
 */
function defaultFields(index: StoredIndex, node: QueryNode): StoredField[] {
  const mayBeId = !(node.kind === 'term' || node.kind === 'phrase') || idText.test(node.value);
  return [...index.fields.values()].filter(({ name }) => name !== '_id' && (mayBeId || name !== 'gl2_message_id'));
}

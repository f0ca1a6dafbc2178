/** Parses a query to a syntax tree (contract search L1, L4); returns errors with their positions if it is invalid. */
import type { SyntaxNode } from '@lezer/common';
import type {
  BooleanClause,
  FieldReference,
  LeafNode,
  QueryNode,
  RangeBound,
  Span,
  WildcardNode,
  WildcardPart,
} from './ast.js';
import { unescape } from './escape.js';
import type { Explanation } from './explain.js';
import { explain } from './explain.js';
import { parser } from './grammar.gen.js';
import type { Position } from './position.js';
import { positionsIn } from './position.js';
import { texts } from './texts.js';

/** Maximum number of parentheses within each other. */
const maximumDepth = 200;
/** Maximum number of clauses in a query, the same as on reference servers. */
export const maximumClauses = 1024;
/**
 * Number of words per allowed clause from which `tooMany` refuses a query. It only bounds the work: a clause such as
 * `!n : "x" ~2 ^ 3 ~4` has fewer words, and the exact number of clauses is checked when the tree is built.
 */
const wordsPerClause = 12;
/** Maximum length of a query in UTF-16 units; it suffices for the maximum number of clauses of usual length. */
export const maximumLength = 65_536;

export interface QueryError extends Span, Position {
  readonly message: string;
  readonly hint?: string;
}

export interface ParsedQuery {
  /** Syntax tree of the query; null when there are errors. */
  readonly ast: QueryNode | null;
  readonly errors: readonly QueryError[];
}

/** Thrown while the tree is built; `parseQuery` converts it to a `QueryError`. */
class Refusal extends Error {
  constructor(
    message: string,
    readonly at: Span,
  ) {
    super(message);
  }
}

const strictParser = parser.configure({ strict: true });

/** Parses a query. @param options.allowLeadingWildcard false makes `*foo` and `?foo` errors (contract search L3) */
export function parseQuery(text: string, options: { allowLeadingWildcard?: boolean } = {}): ParsedQuery {
  const fail = ({ from, to, message, hint }: Explanation): ParsedQuery => ({
    ast: null,
    errors: [{ message, ...(hint !== undefined && { hint }), from, to, ...positionsIn(text)({ from, to }) }],
  });
  let top: SyntaxNode;
  try {
    // The limits are checked before parsing, because parsing a text that is refused anyway could take long.
    if (text.length > maximumLength)
      return fail({ from: maximumLength, to: text.length, message: texts.tooLong(maximumLength) });
    const deep = tooDeep(text);
    if (deep) return fail({ ...deep, message: texts.tooDeep(maximumDepth) });
    const many = tooMany(text);
    if (many) return fail({ ...many, message: texts.tooManyClauses(maximumClauses) });
    top = strictParser.parse(text).topNode;
  } catch (error) {
    const at = error instanceof SyntaxError ? /^No parse at (\d+)/.exec(error.message)?.[1] : undefined;
    if (at === undefined) throw error;
    return fail(explain(text, Number(at)));
  }
  try {
    return { ast: new TreeBuilder(text, options.allowLeadingWildcard ?? true).build(top), errors: [] };
  } catch (error) {
    if (error instanceof Refusal) return fail({ from: error.at.from, to: error.at.to, message: error.message });
    throw error;
  }
}

/**
 * Returns the place of the parenthesis with which the nesting exceeds the limit; null if it does not. The check is fast
 * and counts parentheses in regular expressions too.
 */
function tooDeep(text: string): Span | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') {
      const end = closingQuote(text, at);
      if (end === -1) return null;
      at = end;
    } else if (character === ')') depth -= 1;
    else if (character === '(' && ++depth > maximumDepth) return { from: at, to: at + 1 };
  }
  return null;
}

/**
 * Returns the place of the first word beyond the limit of `wordsPerClause` words per allowed clause; null if there are
 * not so many words. The check is fast; the exact number of clauses is checked when the tree is built.
 */
function tooMany(text: string): Span | null {
  const word = /\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"?|\/(?:[^/\\]|\\[\s\S])*\/?|[[{][^\]}]*[\]}]?|[!~^]|[^\s()"[{\\/!~^]+/g;
  let words = 0;
  let end = -1;
  for (let match = word.exec(text); match; match = word.exec(text)) {
    const from = match.index;
    const [found] = match;
    // A part directly after the previous one belongs to the same word, unless it starts with `"`, `[`, `{`, `/`, `!`,
    // `~` or `^`.
    const isNew = from !== end || /^["[{/!~^]/.test(found);
    end = from + found.length;
    if (!isNew || /^(?:AND|OR|NOT|&&|\|\|)$/.test(found)) continue;
    if ((words += 1) > wordsPerClause * maximumClauses) return { from, to: end };
  }
  return null;
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === '"') return at;
  }
  return -1;
}

class TreeBuilder {
  #clauses = 0;

  constructor(
    private readonly text: string,
    private readonly allowLeadingWildcard: boolean,
  ) {}

  build(top: SyntaxNode): QueryNode {
    return this.#list(top, null) ?? { kind: 'everything', from: 0, to: this.text.length };
  }

  #slice(node: Span): string {
    return this.text.slice(node.from, node.to);
  }

  /** Combines the clauses and operators of `parent` by the rules of `addClause` in Lucene's classic query parser. */
  #list(parent: SyntaxNode, field: FieldReference | null): QueryNode | null {
    const clauses: { occur: BooleanClause['occur']; node: QueryNode }[] = [];
    let and = false;
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      if (child.name === 'Conjunction') and = child.firstChild?.name === 'And';
      if (child.name !== 'Clause') continue;
      if ((this.#clauses += 1) > maximumClauses) throw new Refusal(texts.tooManyClauses(maximumClauses), child);
      const previous = clauses.at(-1);
      if (and && previous && previous.occur !== 'mustNot') previous.occur = 'must';
      const modifier = child.firstChild?.name;
      const occur =
        modifier === 'Not' || modifier === 'Prohibited'
          ? 'mustNot'
          : and || modifier === 'Required'
            ? 'must'
            : 'should';
      clauses.push({ occur, node: this.#clause(child, field) });
      and = false;
    }
    const [only] = clauses;
    if (!only) return null;
    if (clauses.length === 1 && only.occur !== 'mustNot') return only.node;
    return { kind: 'boolean', clauses, from: parent.from, to: parent.to };
  }

  #clause(clause: SyntaxNode, inherited: FieldReference | null): QueryNode {
    const named = clause.getChild('Field');
    const field = named ? this.#field(named) : inherited;
    let value = clause.firstChild;
    while (value && ['Required', 'Prohibited', 'Not', 'Field'].includes(value.name)) value = value.nextSibling;
    if (!value) throw new Error(`Clause without value in ${JSON.stringify(this.text)}`);
    if (value.name === 'Group') {
      return this.#list(value, field) ?? { kind: 'everything', from: value.from, to: value.to };
    }
    return this.#value(value, field, { from: (named ?? value).from, to: value.to });
  }

  #field(node: SyntaxNode): FieldReference | null {
    const name = node.firstChild;
    if (!name || name.name === 'Star') return null;
    return { name: unescape(this.#slice(name)), from: name.from, to: name.to };
  }

  #value(node: SyntaxNode, field: FieldReference | null, span: Span): QueryNode {
    const valueAt: Span = { from: node.from, to: node.to };
    const leaf = { field, valueAt, ...span };
    const exists = (): QueryNode | null =>
      field?.name === '_exists_'
        ? { kind: 'exists', field: { name: unescape(unquote(this.#slice(node))), ...valueAt }, ...span }
        : null;
    switch (node.name) {
      case 'Term':
        return exists() ?? this.#term(node, leaf);
      case 'Parameter':
        return exists() ?? { kind: 'term', value: this.#slice(node), edits: 0, ...leaf };
      case 'Bare':
        return { kind: 'term', value: this.text.charAt(node.from), edits: 0, ...leaf };
      case 'Phrase': {
        const quoted = node.firstChild ?? node;
        if (field?.name === '_exists_') {
          return { kind: 'exists', field: { name: unescape(unquote(this.#slice(quoted))), ...valueAt }, ...span };
        }
        const slop = node.getChild('Tilde');
        return {
          kind: 'phrase',
          value: unescape(unquote(this.#slice(quoted))),
          slop: slop ? Math.floor(Number(this.#slice(slop).slice(1) || 0)) : 0,
          ...leaf,
        };
      }
      case 'Star':
        if (!field) return { kind: 'everything', ...span };
        return { kind: 'exists', field: field.name === '_exists_' ? { name: '*', ...valueAt } : field, ...span };
      case 'Wildcard':
        return exists() ?? this.#wildcard(node, leaf);
      case 'Regexp':
        return { kind: 'regexp', pattern: this.#slice(node).slice(1, -1).replaceAll('\\/', '/'), ...leaf };
      case 'Comparison':
        return this.#spacedComparison(node, leaf);
      case 'Range':
        return this.#range(node, leaf);
      default:
        throw new Error(`Unknown value ${node.name} in ${JSON.stringify(this.text)}`);
    }
  }

  /** Builds the node of a word: `>3` after a field name is a comparison, `word~1` a fuzzy term. */
  #term(node: SyntaxNode, leaf: Omit<LeafNode, 'kind'>): QueryNode {
    const tilde = node.getChild('Tilde');
    const raw = this.text
      .slice(node.from, tilde ? tilde.from : node.to)
      .replace(/[ \t\n\r\u3000]+$/, (blanks) => (tilde ? '' : blanks));
    const comparison = leaf.field ? /^([<>]=?)(?=.)/s.exec(raw)?.[1] : undefined;
    if (comparison) {
      const from = node.from + comparison.length;
      return comparisonNode(comparison, { value: unescape(raw.slice(comparison.length)), from, to: node.to }, leaf);
    }
    const value = unescape(raw);
    return { kind: 'term', value, edits: tilde ? this.#edits(tilde, value) : 0, ...leaf };
  }

  /**
   * Returns the number of edits of a fuzzy term, as on reference servers; it is at most 2. Without a number after the
   * tilde, it depends on the length of the term. A number from 1 on is the number of edits. A number between 0 and 1 is
   * a similarity, from which the number of edits is computed. The number 0 allows no edits.
   * @throws Refusal for a number above 1 with a fraction
   */
  #edits(tilde: SyntaxNode, value: string): number {
    const number = this.#slice(tilde).slice(1);
    const length = [...value].length;
    if (number === '') return length < 3 ? 0 : length < 6 ? 1 : 2;
    const amount = Number(number);
    if (amount >= 1 && !Number.isInteger(amount)) throw new Refusal(texts.fractionalEdits, tilde);
    if (amount >= 1) return Math.min(amount, 2);
    return amount === 0 ? 0 : Math.min(Math.floor((1 - amount) * length), 2);
  }

  /** Builds the node of `>= 3` or `>="2024-03-01 10:00"`: a comparison after a field name, otherwise plain words. */
  #spacedComparison(node: SyntaxNode, leaf: Omit<LeafNode, 'kind'>): QueryNode {
    const operator = node.firstChild;
    const operand = operator?.nextSibling;
    if (!operator || !operand) throw new Error(`Comparison without operand in ${JSON.stringify(this.text)}`);
    const value = unescape(unquote(this.#slice(operand)));
    if (leaf.field) return comparisonNode(this.#slice(operator), { value, from: operand.from, to: operand.to }, leaf);
    const word = (at: SyntaxNode, text: string): BooleanClause => ({
      occur: 'should',
      node: { kind: 'term', value: text, edits: 0, ...leaf, valueAt: { from: at.from, to: at.to } },
    });
    const second: BooleanClause =
      operand.name === 'Quoted'
        ? { occur: 'should', node: { ...leaf, kind: 'phrase', value, slop: 0 } }
        : word(operand, value);
    return {
      kind: 'boolean',
      clauses: [word(operator, this.#slice(operator)), second],
      from: leaf.from,
      to: leaf.to,
    };
  }

  #wildcard(node: SyntaxNode, leaf: Omit<LeafNode, 'kind'>): WildcardNode {
    const tilde = node.getChild('Tilde');
    const raw = this.text.slice(node.from, tilde ? tilde.from : node.to).trimEnd();
    const parts = wildcardParts(raw);
    if (!this.allowLeadingWildcard && typeof parts[0] === 'string') {
      throw new Refusal(texts.leadingWildcard(raw), leaf.valueAt);
    }
    return { kind: 'wildcard', parts, ...leaf };
  }

  #range(node: SyntaxNode, leaf: Omit<LeafNode, 'kind'>): QueryNode {
    const [lower, upper] = node.getChildren('Bound');
    const bound = (at: SyntaxNode | undefined, inclusive: boolean): RangeBound | null => {
      if (!at || this.#slice(at) === '*') return null;
      return { value: unescape(unquote(this.#slice(at))), inclusive, from: at.from, to: at.to };
    };
    return {
      kind: 'range',
      lower: bound(lower, node.getChild('RangeOpen') !== null),
      upper: bound(upper, node.getChild('RangeClose') !== null),
      ...leaf,
    };
  }
}

function comparisonNode(
  operator: string,
  operand: Omit<RangeBound, 'inclusive'>,
  leaf: Omit<LeafNode, 'kind'>,
): QueryNode {
  const bound = { ...operand, inclusive: operator.endsWith('=') };
  return operator.startsWith('>')
    ? { kind: 'range', lower: bound, upper: null, ...leaf }
    : { kind: 'range', lower: null, upper: bound, ...leaf };
}

function unquote(raw: string): string {
  return raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
}

/** Splits a wildcard pattern into its parts: `a\*b*?` becomes the text `a*b`, `any` and `one`. */
function wildcardParts(raw: string): WildcardPart[] {
  const parts: WildcardPart[] = [];
  for (const [piece] of raw.matchAll(/\*+|\?|(?:[^*?\\]|\\.)+/gsu)) {
    if (piece.startsWith('*')) parts.push('any');
    else if (piece === '?') parts.push('one');
    else parts.push({ text: unescape(piece) });
  }
  return parts;
}

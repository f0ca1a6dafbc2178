/**
 * Syntax tree of a query. Every node has its position in the text: `from` (inclusive) and `to` (exclusive). Values are
 * unescaped; boosts are dropped, because results are not ranked.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Field of a value: the name before the colon, which in `level:(3 4)` applies to every value in the parentheses. `*` in
 * the name matches any characters.
 */
export interface FieldReference extends Span {
  readonly name: string;
}

interface Leaf extends Span {
  /** Field in which the value is searched; null: the default fields. */
  readonly field: FieldReference | null;
  /** Position of the value, without the field and the colon. */
  readonly valueAt: Span;
}

export interface TermNode extends Leaf {
  readonly kind: 'term';
  readonly value: string;
  /** Maximum edit distance of a fuzzy term (`term~`), from 0 to 2. */
  readonly edits: number;
}

export interface PhraseNode extends Leaf {
  readonly kind: 'phrase';
  readonly value: string;
  /** Number of positions by which the words may be apart (`"a b"~2`). */
  readonly slop: number;
}

/** Part of a wildcard pattern: a text, `any` for zero or more characters (`*`), or `one` for exactly one (`?`). */
export type WildcardPart = { readonly text: string } | 'any' | 'one';

export interface WildcardNode extends Leaf {
  readonly kind: 'wildcard';
  readonly parts: readonly WildcardPart[];
}

interface RegexpNode extends Leaf {
  readonly kind: 'regexp';
  readonly pattern: string;
}

export interface RangeBound extends Span {
  readonly value: string;
  readonly inclusive: boolean;
}

/** A range `[a TO b]` or `{a TO b}`, or a comparison such as `>a` or `<=b`; a bound that is null is open. */
export interface RangeNode extends Leaf {
  readonly kind: 'range';
  readonly lower: RangeBound | null;
  readonly upper: RangeBound | null;
}

/** Matches messages that have a field: `_exists_:field` and `field:*`. */
interface ExistsNode extends Span {
  readonly kind: 'exists';
  readonly field: FieldReference;
}

/** Matches all messages: `*`, `*:*` and the empty query. */
interface EverythingNode extends Span {
  readonly kind: 'everything';
}

/**
 * Clauses combined as on reference servers: a message matches when all `must` clauses match, no `mustNot` clause does
 * and, if there is no `must` clause, at least one `should` clause does. If there are only `mustNot` clauses, all other
 * messages match.
 */
export interface BooleanNode extends Span {
  readonly kind: 'boolean';
  readonly clauses: readonly BooleanClause[];
}

export interface BooleanClause {
  readonly occur: 'must' | 'should' | 'mustNot';
  readonly node: QueryNode;
}

export type LeafNode = TermNode | PhraseNode | WildcardNode | RegexpNode | RangeNode;
export type QueryNode = BooleanNode | LeafNode | ExistsNode | EverythingNode;

/** Yields the leaves of a tree in the order of the text. */
export function* leaves(node: QueryNode): Generator<Exclude<QueryNode, BooleanNode>> {
  if (node.kind !== 'boolean') yield node;
  else for (const clause of node.clauses) yield* leaves(clause.node);
}

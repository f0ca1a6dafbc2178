/**
 * Syntax tree of a query. Every node has its position in the text (`from`, `to`: offsets, `to` is exclusive). Values
 * are unescaped; boosts are dropped because results are not ranked.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Field named before a colon, or inherited from a group: `level:(3 4)`. A `*` in it matches any characters. */
export interface FieldReference extends Span {
  readonly name: string;
}

interface Leaf extends Span {
  /** Field of the clause; `null`: the default fields. */
  readonly field: FieldReference | null;
  /** Position of the value without field and colon. */
  readonly valueAt: Span;
}

export interface TermNode extends Leaf {
  readonly kind: 'term';
  readonly value: string;
  /** Maximum edit distance (`term~`): 0 to 2. */
  readonly edits: number;
}

export interface PhraseNode extends Leaf {
  readonly kind: 'phrase';
  readonly value: string;
  /** Number of positions by which words may be moved (`"a b"~2`). */
  readonly slop: number;
}

/** Part of a wildcard pattern; `any`: zero or more characters (`*`); `one`: exactly one (`?`). */
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

/** Range: `[a TO b]`, `{a TO b}` and the comparisons `>a`, `<=b`; a missing bound is open. */
export interface RangeNode extends Leaf {
  readonly kind: 'range';
  readonly lower: RangeBound | null;
  readonly upper: RangeBound | null;
}

/** Existence of a field: `_exists_:field` and `field:*`. */
interface ExistsNode extends Span {
  readonly kind: 'exists';
  readonly field: FieldReference;
}

/** Matches every message: `*`, `*:*` and the empty query. */
interface EverythingNode extends Span {
  readonly kind: 'everything';
}

/**
 * Clauses combined like in the reference's parser: a message matches when all `must` clauses match, no `mustNot` clause
 * does and, if there is no `must`, at least one `should` does (with only `mustNot`: all other messages match).
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

/** Yields the leaves of the tree in text order. */
export function* leaves(node: QueryNode): Generator<Exclude<QueryNode, BooleanNode>> {
  if (node.kind !== 'boolean') yield node;
  else for (const clause of node.clauses) yield* leaves(clause.node);
}

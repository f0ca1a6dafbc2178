/**
 * Syntax tree of a query. Every node has its place in the text (`from`, `to`: offsets, `to` exclusive). Values are already unescaped;
 * boosts are dropped because results are not ranked.
 */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The field named before a colon, or inherited from the group: `level:(3 4)`. A `*` in it stands for any characters. */
export interface FieldReference extends Span {
  readonly name: string;
}

interface Leaf extends Span {
  /** `null`: the default fields. */
  readonly field: FieldReference | null;
  /** Place of the value without field and colon. */
  readonly valueAt: Span;
}

export interface TermNode extends Leaf {
  readonly kind: 'term';
  readonly value: string;
  /** Edits allowed between value and text (`term~`): 0 to 2. */
  readonly edits: number;
}

export interface PhraseNode extends Leaf {
  readonly kind: 'phrase';
  readonly value: string;
  /** Positions by which the words may be moved (`"a b"~2`). */
  readonly slop: number;
}

/** `any`: zero or more characters (`*`); `one`: exactly one (`?`). */
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

/** `[a TO b]`, `{a TO b}` and the comparisons `>a`, `<=b`; a missing bound is open. */
export interface RangeNode extends Leaf {
  readonly kind: 'range';
  readonly lower: RangeBound | null;
  readonly upper: RangeBound | null;
}

/** `_exists_:field` and `field:*`. */
interface ExistsNode extends Span {
  readonly kind: 'exists';
  readonly field: FieldReference;
}

/** `*`, `*:*` and the empty query. */
interface EverythingNode extends Span {
  readonly kind: 'everything';
}

/**
 * Clauses as the reference's parser mixes them: a document matches when all `must` match, no `mustNot` does and, if
 * there is no `must`, at least one `should` does (only `mustNot`: everything else).
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

/** The leaves of the tree in the order of the text. */
export function* leaves(node: QueryNode): Generator<Exclude<QueryNode, BooleanNode>> {
  if (node.kind !== 'boolean') yield node;
  else for (const clause of node.clauses) yield* leaves(clause.node);
}

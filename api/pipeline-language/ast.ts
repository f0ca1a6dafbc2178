/** Syntax trees of rules and pipelines. Offsets are UTF-16 units from the beginning of the text. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A value that stands in the source: a Long is a bigint, a Double a number. */
interface LiteralExpression extends Span {
  readonly kind: 'literal';
  readonly value: bigint | number | string | boolean;
}

interface VariableExpression extends Span {
  readonly kind: 'variable';
  readonly name: string;
}

/** `$message` alone. */
interface MessageExpression extends Span {
  readonly kind: 'message';
}

/** `$message.x`: `field` is a variable expression where an identifier stands, which names the field unless such a variable is in scope. */
interface FieldExpression extends Span {
  readonly kind: 'field';
  readonly field: Expression;
}

interface PropertyExpression extends Span {
  readonly kind: 'property';
  readonly object: Expression;
  readonly name: string;
}

interface IndexExpression extends Span {
  readonly kind: 'index';
  readonly object: Expression;
  readonly index: Expression;
}

interface SignedExpression extends Span {
  readonly kind: 'signed';
  readonly isNegative: boolean;
  readonly operand: Expression;
}

interface NotExpression extends Span {
  readonly kind: 'not';
  readonly operand: Expression;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '<' | '<=' | '>' | '>=';
export type EqualityOperator = '==' | '!=';
type LogicalOperator = 'and' | 'or';
export type BinaryOperator = ArithmeticOperator | ComparisonOperator | EqualityOperator | LogicalOperator;

export interface BinaryExpression extends Span {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

interface ListExpression extends Span {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
}

interface MapExpression extends Span {
  readonly kind: 'map';
  readonly entries: readonly { readonly key: string; readonly value: Expression }[];
}

export interface NamedArgument extends Span {
  readonly name: string;
  readonly value: Expression;
}

/** Either all arguments are positional, or all are named. */
export interface CallExpression extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly positional: readonly Expression[];
  /** Undefined when the arguments are positional. */
  readonly named: readonly NamedArgument[] | undefined;
}

export type Expression =
  | LiteralExpression
  | VariableExpression
  | MessageExpression
  | FieldExpression
  | PropertyExpression
  | IndexExpression
  | SignedExpression
  | NotExpression
  | BinaryExpression
  | ListExpression
  | MapExpression
  | CallExpression;

interface ActionStatement extends Span {
  readonly kind: 'action';
  readonly call: CallExpression;
}

export interface LetStatement extends Span {
  readonly kind: 'let';
  readonly name: string;
  readonly value: Expression;
}

/** A statement of a rule; empty statements are left out. */
export type Statement = ActionStatement | LetStatement;

export interface RuleTree {
  /** Raw text between the quotes. */
  readonly name: string;
  /** Span of the name, with its quotes. */
  readonly nameAt: Span;
  readonly condition: Expression;
  readonly statements: readonly Statement[];
  /** Text after the first `end` other than blanks and comments, which is ignored; undefined: there is none. */
  readonly rest: Span | undefined;
}

export type StageMatching = 'all' | 'either' | 'pass';

/** Reference of a stage to a rule, from `rule` to the semicolon if there is one. */
interface StageRuleTree extends Span {
  /** Raw text between the quotes. */
  readonly name: string;
  /** Span of the name, with its quotes. */
  readonly nameAt: Span;
}

export interface StageTree extends Span {
  readonly number: number;
  readonly numberAt: Span;
  readonly match: StageMatching;
  readonly matchAt: Span;
  readonly rules: readonly StageRuleTree[];
}

export interface PipelineTree {
  readonly name: string;
  readonly nameAt: Span;
  /** In the order of the text; of stages with one number only the first counts. */
  readonly stages: readonly StageTree[];
  /** Span of the closing `end`. */
  readonly endAt: Span;
}

/** A text that is no rule or pipeline, with the place of the first token that does not fit. */
export interface SyntaxProblem extends Span {
  readonly reason: string;
}

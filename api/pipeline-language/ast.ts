/** Syntax trees of rules and pipelines. Offsets are UTF-16 units from the start of the text. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Literal value: a Long is a bigint, a Double a number. */
interface LiteralExpression extends Span {
  readonly kind: 'literal';
  readonly value: bigint | number | string | boolean;
}

interface VariableExpression extends Span {
  readonly kind: 'variable';
  readonly name: string;
}

/** `$message` without a field. */
interface MessageExpression extends Span {
  readonly kind: 'message';
}

/**
 * Field access `$message.x`: an identifier is a variable expression, which names the field itself unless such a
 * variable is in scope.
 */
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

/** Function call; arguments are either all positional or all named. */
export interface CallExpression extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly positional: readonly Expression[];
  /** Named arguments; undefined when arguments are positional. */
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
  /** Text after the first `end` other than blanks and comments, which is ignored; undefined: none. */
  readonly rest: Span | undefined;
}

export type StageMatching = 'all' | 'either' | 'pass';

/** Reference from a stage to a rule, from `rule` to the optional semicolon. */
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
  /** Stages in text order; of several stages with the same number only the first applies. */
  readonly stages: readonly StageTree[];
  /** Position of the closing `end`. */
  readonly endAt: Span;
}

/** Syntax error, with the position of the first unexpected token. */
export interface SyntaxProblem extends Span {
  readonly reason: string;
}

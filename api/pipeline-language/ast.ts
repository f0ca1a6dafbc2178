/** Syntax trees of rules and pipelines. All offsets are in UTF-16 units from the start of the source. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A literal value: integers (Long) are bigint, floating-point numbers (Double) are number. */
interface LiteralExpression extends Span {
  readonly kind: 'literal';
  readonly value: bigint | number | string | boolean;
}

interface VariableExpression extends Span {
  readonly kind: 'variable';
  readonly name: string;
}

/** The expression `$message` without access to a field. */
interface MessageExpression extends Span {
  readonly kind: 'message';
}

/**
 * Access to a field, `$message.x`. If `field` is a variable expression and no such variable is in scope, its name is
 * the name of the field.
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

/** Call of a function, whose arguments are either all positional or all named. */
export interface CallExpression extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly positional: readonly Expression[];
  /** Named arguments; undefined when the arguments are positional. */
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

/** Statement of a rule; the tree does not contain empty statements. */
export type Statement = ActionStatement | LetStatement;

export interface RuleTree {
  /** Name of the rule: the text between the quotes, with its escape sequences. */
  readonly name: string;
  /** Span of the name including the quotes. */
  readonly nameAt: Span;
  readonly condition: Expression;
  readonly statements: readonly Statement[];
  /** Span of the text after the first `end`, which is ignored; undefined: only whitespace and comments follow. */
  readonly rest: Span | undefined;
}

export type StageMatching = 'all' | 'either' | 'pass';

/** Reference of a stage to a rule; the span reaches from `rule` to the optional semicolon. */
interface StageRuleTree extends Span {
  /** Name of the rule: the text between the quotes, with its escape sequences. */
  readonly name: string;
  /** Span of the name including the quotes. */
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
  /** Stages in the order of the source; of several stages with the same number only the first has an effect. */
  readonly stages: readonly StageTree[];
  /** Span of the word `end` that closes the pipeline. */
  readonly endAt: Span;
}

/** A syntax error. Its span is the first unexpected token, or a part that the parser refuses, such as a literal. */
export interface SyntaxProblem extends Span {
  readonly reason: string;
}

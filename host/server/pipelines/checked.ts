/** Results of checking a rule's expressions, for the compiler. */
import type { CallExpression, Expression, RuleTree } from '../../../api/pipeline-language/index.js';
import type { Parameter, PipelineFunction } from './function.js';
import type { RuleProblem, RuleWarningType } from './problems.js';
import type { Value, ValueType } from './values.js';

export type FunctionCatalogue = ReadonlyMap<string, PipelineFunction>;

/** An argument of a call, with the parameter to which it is bound. */
export interface BoundArgument {
  readonly parameter: Parameter;
  readonly value: Expression;
  /** The prepared value of a constant argument; undefined: the argument is evaluated at run time. */
  readonly constant: { readonly prepared: unknown } | undefined;
}

export interface BoundCall {
  readonly function: PipelineFunction;
  /** Arguments by index of the parameter; undefined: the call omits the argument. */
  readonly arguments: readonly (BoundArgument | undefined)[];
}

export interface CheckedRule {
  readonly source: string;
  readonly tree: RuleTree;
  readonly errors: readonly RuleProblem[];
  readonly warnings: readonly RuleProblem<RuleWarningType>[];
  readonly types: ReadonlyMap<Expression, ValueType>;
  readonly constants: ReadonlyMap<Expression, Value>;
  readonly calls: ReadonlyMap<CallExpression, BoundCall>;
  /** Slots of variables: by the expression that reads a variable, and by the value that a `let` assigns. */
  readonly slots: ReadonlyMap<Expression, number>;
  readonly slotCount: number;
}

/** Results of checking a rule's expressions, for the compiler. */
import type { CallExpression, Expression, RuleTree } from '../../../api/pipeline-language/index.js';
import type { Parameter, PipelineFunction } from './function.js';
import type { RuleProblem, RuleWarningType } from './problems.js';
import type { Value, ValueType } from './values.js';

export type FunctionCatalogue = ReadonlyMap<string, PipelineFunction>;

/** An argument of a call: for each parameter of the function, in order. */
export interface BoundArgument {
  readonly parameter: Parameter;
  readonly value: Expression;
  /** The prepared value of a constant; undefined: it is evaluated at run time. */
  readonly constant: { readonly prepared: unknown } | undefined;
}

export interface BoundCall {
  readonly function: PipelineFunction;
  /** Arguments by index of the parameter; undefined: left out. */
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
  /** Place of the variable that an expression reads, or that a `let` (by its value) sets. */
  readonly slots: ReadonlyMap<Expression, number>;
  readonly slotCount: number;
}

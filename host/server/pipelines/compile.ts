/**
 * Compiles checked rules to closures, so that running a rule needs no syntax tree. A traced rule passes the value of
 * each expression that it evaluates to `Evaluation.observe`. Exceptions are constant arguments, and literals that are
 * conditions or operands of `and`, `or` and `not`.
 */
import {
  Lines,
  type BinaryExpression,
  type Expression,
  type LetStatement,
  type Span,
  type Statement,
} from '../../../api/pipeline-language/index.js';
import type { CheckedRule } from './checked.js';
import { compileCall } from './compile-call.js';
import { constantFieldName, directCall, directTest } from './direct-tests.js';
import type { Evaluation } from './evaluation.js';
import { BudgetError } from './function.js';
import { arithmetic, comparisons, indexed, isEqual, negated } from './operators.js';
import { propertyOf } from './properties.js';
import { changedFields, conditionReads, type ConditionReads } from './rule-effects.js';
import { Pending, RunError, shortText } from './run-error.js';
import { textOf } from './value-text.js';
import { errorOf } from '../foundation/caught.js';
import { holdsMap, type Value } from './values.js';

export type Compute = (evaluation: Evaluation) => Value;
export type Test = (evaluation: Evaluation) => boolean;

export interface CompiledRule {
  readonly checked: CheckedRule;
  readonly title: string;
  readonly condition: Test;
  readonly statements: readonly Compute[];
  /** Fields that the condition reads, if other rules may share its result; undefined: the result cannot be shared. */
  readonly reads: ConditionReads | undefined;
  /** Fields that the statements may change; undefined: any field. */
  readonly changes: ReadonlySet<string> | undefined;
}

/**
 * Compiles a checked rule.
 * @param traced true: the values of evaluated expressions are passed to `Evaluation.observe`
 */
export function compileRule(checked: CheckedRule, traced = false): CompiledRule {
  const compiler = new Compiler(checked, traced);
  return {
    checked,
    title: checked.tree.name,
    condition: compiler.test(checked.tree.condition),
    statements: checked.tree.statements.map((statement) => compiler.statement(statement)),
    reads: conditionReads(checked),
    changes: changedFields(checked),
  };
}

/** Length in characters above which a concatenated text is counted in the memory budget. */
const accountedLength = 256;

export class Compiler {
  #lines: Lines | undefined;

  constructor(
    readonly checked: CheckedRule,
    private readonly traced: boolean,
  ) {}

  /**
   * Returns a RunError with the position in the source for an error. An error that has a position already, and the
   * signal of a pending operation, are returned unchanged.
   */
  located(
    error: unknown,
    at: Span,
    functionName: string | undefined,
    values: readonly (readonly [string, unknown])[],
  ): unknown {
    if (error instanceof RunError || error instanceof Pending) return error;
    this.#lines ??= new Lines(this.checked.source);
    const reason = errorOf(error).message;
    const shown = values.map(([name, value]) => ({ name, value: shortText(value) }));
    return new RunError(reason, error instanceof BudgetError, functionName, at, this.#lines.at(at.from), shown);
  }

  statement(statement: Statement): Compute {
    return statement.kind === 'action' ? this.compute(statement.call) : this.#let(statement);
  }

  #let({ value }: LetStatement): Compute {
    const compute = this.compute(value);
    const slot = this.checked.slots.get(value) ?? 0;
    return (evaluation) => (evaluation.variables[slot] = compute(evaluation));
  }

  compute(expression: Expression): Compute {
    return this.#observed(expression, this.#compute(expression));
  }

  #observed(expression: Expression, compute: Compute): Compute {
    if (!this.traced) return compute;
    return (evaluation) => {
      const value = compute(evaluation);
      evaluation.observe?.(expression, value);
      return value;
    };
  }

  /** Compiles an expression to a test: a value that is no Boolean counts as false. */
  test(expression: Expression): Test {
    const test = this.#test(expression);
    // Tests of all other expressions call `compute`, which passes the value to `observe` itself.
    const isBoolean =
      expression.kind === 'not' || (expression.kind === 'binary' && this.checked.types.get(expression) === 'Boolean');
    if (!this.traced || !isBoolean) return test;
    return (evaluation) => {
      const value = test(evaluation);
      evaluation.observe?.(expression, value);
      return value;
    };
  }

  #test(expression: Expression): Test {
    switch (expression.kind) {
      case 'literal': {
        const isTrue = expression.value === true;
        return () => isTrue;
      }
      case 'not': {
        const operand = this.test(expression.operand);
        return (evaluation) => !operand(evaluation);
      }
      case 'binary':
        if (this.checked.types.get(expression) === 'Boolean') return this.#binaryTest(expression);
        break;
      case 'call': {
        const direct = this.traced ? undefined : directCall(expression, this.checked);
        if (direct) return direct;
      }
    }
    const compute = this.compute(expression);
    if (this.checked.types.get(expression) === 'Boolean') return (evaluation) => compute(evaluation) === true;
    // A value of another type is never true, but it is computed for its errors and for the trace.
    return (evaluation) => {
      compute(evaluation);
      return false;
    };
  }

  #binaryTest(expression: BinaryExpression): Test {
    const general = this.#generalTest(expression);
    return this.traced ? general : (directTest(expression, general, this.checked) ?? general);
  }

  #generalTest(expression: BinaryExpression): Test {
    const { operator } = expression;
    if (operator === 'and' || operator === 'or') {
      const left = this.test(expression.left);
      const right = this.test(expression.right);
      return operator === 'and'
        ? (evaluation) => left(evaluation) && right(evaluation)
        : (evaluation) => left(evaluation) || right(evaluation);
    }
    const left = this.compute(expression.left);
    const right = this.compute(expression.right);
    if (operator === '==' || operator === '!=') {
      const { right: second } = expression;
      if (second.kind === 'literal' && typeof second.value === 'string' && !this.traced) {
        const constant = second.value;
        return operator === '=='
          ? (evaluation) => left(evaluation) === constant
          : (evaluation) => {
              const value = left(evaluation);
              return value !== null && value !== constant;
            };
      }
      return (evaluation) => isEqual(left(evaluation), right(evaluation), operator);
    }
    if (operator === '<' || operator === '<=' || operator === '>' || operator === '>=')
      return this.#located(expression, left, right, comparisons[operator]);
    throw new Error(`${operator} is no condition.`);
  }

  #located<T>(
    expression: BinaryExpression,
    left: Compute,
    right: Compute,
    combine: (left: Value, right: Value) => T,
  ): (evaluation: Evaluation) => T {
    return (evaluation) => {
      const a = left(evaluation);
      const b = right(evaluation);
      try {
        return combine(a, b);
      } catch (error) {
        throw this.located(error, expression, undefined, [
          ['left', a],
          ['right', b],
        ]);
      }
    };
  }

  #compute(expression: Expression): Compute {
    const constant = this.checked.constants.get(expression);
    if (constant !== undefined && !this.traced && !holdsMap(constant)) return () => constant;
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        return () => value;
      }
      case 'variable': {
        const slot = this.checked.slots.get(expression) ?? 0;
        return (evaluation) => evaluation.variables[slot] ?? null;
      }
      case 'message':
        return (evaluation) => evaluation.message;
      case 'field':
        return this.#field(expression.field);
      case 'property': {
        const object = this.compute(expression.object);
        const { name } = expression;
        return (evaluation) => propertyOf(object(evaluation), name);
      }
      case 'index': {
        const object = this.compute(expression.object);
        const index = this.compute(expression.index);
        return (evaluation) => {
          const value = object(evaluation);
          const at = index(evaluation);
          try {
            return indexed(value, at);
          } catch (error) {
            throw this.located(error, expression, undefined, [
              ['value', value],
              ['index', at],
            ]);
          }
        };
      }
      case 'signed': {
        const operand = this.compute(expression.operand);
        return (evaluation) => {
          const value = operand(evaluation);
          try {
            return negated(value, expression.isNegative);
          } catch (error) {
            throw this.located(error, expression, undefined, [['value', value]]);
          }
        };
      }
      case 'not':
        return this.#test(expression);
      case 'binary':
        return this.#binary(expression);
      case 'list': {
        const elements = expression.elements.map((element) => this.compute(element));
        return (evaluation) => elements.map((element) => element(evaluation));
      }
      case 'map': {
        const entries = expression.entries.map(({ key, value }) => [key, this.compute(value)] as const);
        return (evaluation) => {
          const map = new Map<string, Value>();
          for (const [key, value] of entries) map.set(key, value(evaluation));
          return map;
        };
      }
      case 'call':
        return compileCall(this, expression);
    }
  }

  #field(field: Expression): Compute {
    const name = constantFieldName(field, this.checked);
    if (name !== undefined) return (evaluation) => evaluation.message.get(name);
    const compute = this.compute(field);
    return (evaluation) => evaluation.message.get(textOf(compute(evaluation)) ?? '');
  }

  #binary(expression: BinaryExpression): Compute {
    const { operator } = expression;
    switch (operator) {
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        break;
      default:
        return this.#binaryTest(expression);
    }
    const type = this.checked.types.get(expression) ?? 'Double';
    const left = this.compute(expression.left);
    const right = this.compute(expression.right);
    const combine = this.#located(expression, left, right, (a, b) => arithmetic(a, b, operator, type));
    if (type !== 'String') return combine;
    return (evaluation) => {
      const value = combine(evaluation);
      if (typeof value === 'string' && value.length > accountedLength) {
        try {
          evaluation.spend(value.length);
        } catch (error) {
          throw this.located(error, expression, undefined, []);
        }
      }
      return value;
    };
  }
}

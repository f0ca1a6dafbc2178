/**
 * Compiles calls of functions to closures: constant arguments are prepared once, other arguments at each evaluation.
 */
import type { CallExpression } from '../../../api/pipeline-language/index.js';
import type { BoundArgument, BoundCall } from './checked.js';
import type { Compiler, Compute } from './compile.js';
import type { Evaluation } from './evaluation.js';
import { BudgetError } from './function.js';
import { Pending, RunError } from './run-error.js';
import { holdsMap, type Value } from './values.js';

type ComputeArgument = (evaluation: Evaluation) => unknown;

/**
 * Largest number of prepared values that are cached per argument, because messages contain few different patterns and
 * zones.
 */
const rememberedValues = 16;
const longestRemembered = 1000;

export function compileCall(compiler: Compiler, call: CallExpression): Compute {
  const bound = compiler.checked.calls.get(call);
  if (!bound) return () => null;
  const { name, evaluate, shortcut } = bound.function;
  // Omitted arguments at the end are not passed, because `evaluate` reads them as undefined anyway.
  const count = bound.arguments.findLastIndex((argument) => argument !== undefined) + 1;
  const given = bound.arguments.slice(0, count);
  const computes = given.map((argument) => compileArgument(compiler, argument, bound));
  const [first, second] = computes;
  const fail = (error: unknown, values: readonly unknown[]): unknown =>
    compiler.located(
      error,
      call,
      name,
      values.map((value, index) => [bound.function.parameters[index]?.name ?? '', value] as const),
    );
  if (given.every((argument) => argument !== undefined && sharedConstant(argument) !== undefined)) {
    const constants = given.map((argument) => argument?.constant?.prepared);
    return (evaluation) => {
      try {
        return evaluate(constants, evaluation) ?? null;
      } catch (error) {
        throw fail(error, constants);
      }
    };
  }
  if (computes.length === 1 && first)
    return (evaluation) => {
      let value: unknown;
      try {
        value = first(evaluation);
        return shortcut?.(value) ?? evaluate([value], evaluation) ?? null;
      } catch (error) {
        throw fail(error, [value]);
      }
    };
  if (computes.length === 2 && first && second)
    return (evaluation) => {
      let one: unknown;
      let two: unknown;
      try {
        one = first(evaluation);
        two = second(evaluation);
        return evaluate([one, two], evaluation) ?? null;
      } catch (error) {
        throw fail(error, [one, two]);
      }
    };
  return (evaluation) => {
    const values: unknown[] = [];
    try {
      for (const compute of computes) values.push(compute(evaluation));
      return evaluate(values, evaluation) ?? null;
    } catch (error) {
      throw fail(error, values);
    }
  };
}

/**
 * Returns the constant of an argument that all calls may share. Undefined: the argument is not constant, or the
 * function could change it.
 */
const sharedConstant = ({ parameter, constant }: BoundArgument): BoundArgument['constant'] =>
  parameter.prepare === undefined && holdsMap(constant?.prepared) ? undefined : constant;

function compileArgument(compiler: Compiler, argument: BoundArgument | undefined, call: BoundCall): ComputeArgument {
  if (!argument) return () => undefined;
  const { parameter, value } = argument;
  const constant = sharedConstant(argument);
  if (constant) {
    const { prepared } = constant;
    return () => prepared;
  }
  const compute = preparedOn(compiler.compute(value), parameter.prepare as ((value: Value) => unknown) | undefined);
  return swallowsErrors(argument, call) ? lenient(compute) : compute;
}

function swallowsErrors({ parameter: { onError } }: BoundArgument, call: BoundCall): boolean {
  if (onError === undefined) return false;
  if ('becomesNull' in onError) return true;
  const index = call.function.parameters.findIndex(({ name }) => name === onError.becomesNullWithParameter);
  return call.arguments[index] !== undefined;
}

function lenient(compute: ComputeArgument): ComputeArgument {
  return (evaluation) => {
    try {
      return compute(evaluation);
    } catch (error) {
      if (error instanceof Pending || error instanceof BudgetError) throw error;
      if (error instanceof RunError && error.isOverBudget) throw error;
      return null;
    }
  };
}

function preparedOn(compute: Compute, prepare: ((value: Value) => unknown) | undefined): ComputeArgument {
  if (!prepare) return compute;
  const remembered = new Map<Value, unknown>();
  return (evaluation) => {
    const value = compute(evaluation);
    if (value === null) return null;
    const known = remembered.get(value);
    if (known !== undefined) return known;
    const made = prepare(value);
    if (typeof value === 'object' || (typeof value === 'string' && value.length > longestRemembered)) return made;
    if (remembered.size >= rememberedValues) remembered.clear();
    remembered.set(value, made);
    return made;
  };
}

/** Assigns the arguments of calls to the parameters of functions, and checks their types. */
import type { CallExpression, Expression } from '../../../api/pipeline-language/index.js';
import type { BoundArgument } from './checked.js';
import type { Parameter, PipelineFunction } from './function.js';
import { excerpt, ordinal, type RuleProblem, type RuleWarningType } from './problems.js';
import { mapTypes, type Value, type ValueType } from './values.js';

export interface Binding {
  readonly source: string;
  readonly typeOf: (expression: Expression) => ValueType;
  /**
   * Returns the value of a constant argument. Undefined: the argument is no constant, or computing it has failed;
   * `failureOf` then returns the reason.
   */
  readonly constantOf: (expression: Expression) => { readonly value: Value } | undefined;
  readonly failureOf: (expression: Expression) => string | undefined;
  readonly error: (problem: RuleProblem) => void;
  readonly warn: (problem: RuleProblem<RuleWarningType>) => void;
}

const fits = (parameter: ValueType, argument: ValueType): boolean =>
  parameter === 'Object' || parameter === argument || (parameter === 'Map' && mapTypes.has(argument));

/**
 * Returns the argument of each parameter; undefined: the call omits it. Errors are reported to `binding.error`, and the
 * remaining arguments are bound nevertheless.
 */
export function bindArguments(
  call: CallExpression,
  called: PipelineFunction,
  binding: Binding,
): (BoundArgument | undefined)[] {
  const given = call.named ? named(call, called, binding) : positional(call, called, binding);
  return called.parameters.map((parameter, index) => {
    const value = given[index];
    return value && bindOne(call, called, parameter, index, value, binding);
  });
}

function positional(
  { positional: values, ...at }: CallExpression,
  { name, parameters }: PipelineFunction,
  { error, warn }: Binding,
): (Expression | undefined)[] {
  const required = parameters.filter(({ optional }) => !optional).length;
  const count = `Expected ${required} arguments but found ${values.length} in call to function ${name}`;
  const firstOptional = parameters.findIndex(({ optional }) => optional);
  if (values.length < required || (required === parameters.length && values.length !== required))
    error({ type: 'wrong_number_of_arguments', at, reason: count });
  else if (values.length < parameters.length && parameters.slice(firstOptional).some(({ optional }) => !optional))
    error({
      type: 'must_name_optional_params',
      at,
      reason: `Function ${name} has optional parameters before required ones: name the arguments in its call`,
    });
  else
    for (const surplus of values.slice(parameters.length))
      warn({
        type: 'surplus_argument',
        at: surplus,
        reason: `Function ${name} takes ${parameters.length} arguments at most; this one is ignored.`,
      });
  return parameters.map((_parameter, index) => values[index]);
}

function named(
  call: CallExpression,
  { name, parameters }: PipelineFunction,
  binding: Binding,
): (Expression | undefined)[] {
  const { error } = binding;
  const values = call.named ?? [];
  if (parameters.every(({ optional }) => !optional) && values.length !== parameters.length) {
    const reason = `Expected ${parameters.length} arguments but found ${values.length} in call to function ${name}`;
    error({ type: 'wrong_number_of_arguments', at: call, reason });
  } else {
    for (const parameter of parameters)
      if (!parameter.optional && !values.some((value) => value.name === parameter.name))
        error({
          type: 'missing_required_param',
          at: call,
          reason: `Missing required parameter ${parameter.name} of type ${parameter.type} in call to function ${name}`,
        });
  }
  for (const value of values)
    if (!parameters.some((parameter) => parameter.name === value.name))
      error({
        type: 'invalid_function_argument',
        at: call,
        focus: value,
        reason: `Function ${name} has no parameter ${value.name}`,
      });
  return parameters.map((parameter) => values.find((value) => value.name === parameter.name)?.value);
}

function bindOne(
  call: CallExpression,
  called: PipelineFunction,
  parameter: Parameter,
  index: number,
  value: Expression,
  { source, typeOf, constantOf, failureOf, error }: Binding,
): BoundArgument {
  const type = typeOf(value);
  const unbound: BoundArgument = { parameter, value, constant: undefined };
  if (!fits(parameter.type, type)) {
    error({
      type: 'incompatible_argument_type',
      at: call,
      focus: value,
      reason: `Expected type ${parameter.type} for argument ${parameter.name} but found ${type} in call to function ${called.name}`,
    });
    return unbound;
  }
  const refuse = (cause: string): BoundArgument => {
    error({
      type: 'invalid_function_argument',
      at: call,
      focus: value,
      reason: `Unable to pre-compute value for ${ordinal(index + 1)} argument ${parameter.name} in call to function ${called.name}: ${cause} (${excerpt(source, value)})`,
    });
    return unbound;
  };
  const constant = constantOf(value);
  if (!constant) {
    const failure = failureOf(value);
    const isSwallowed = parameter.onError !== undefined && 'becomesNull' in parameter.onError;
    return failure === undefined || isSwallowed ? unbound : refuse(failure);
  }
  try {
    const prepare = parameter.prepare as ((value: Value) => unknown) | undefined;
    const prepared = prepare && constant.value !== null ? prepare(constant.value) : constant.value;
    return { parameter, value, constant: { prepared } };
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message : String(cause));
  }
}

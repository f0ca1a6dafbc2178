/**
 * Compiles the most frequent conditions to a single closure: `has_field("f")`, `to_string($message.f) == "text"`,
 * `$message.f == "text"` and `to_long($message.f) <= 6`. The results equal those of the general closures, which are
 * still used for values of other types.
 */
import type { BinaryExpression, CallExpression, Expression } from '../../../api/pipeline-language/index.js';
import type { CheckedRule } from './checked.js';
import type { Evaluation } from './evaluation.js';
import { Integer, type Value } from './values.js';

type Test = (evaluation: Evaluation) => boolean;

/** Returns the name of the field that `$message.f` reads, if it is known before the rule runs. */
export function constantFieldName(field: Expression, { slots, constants }: CheckedRule): string | undefined {
  if (field.kind === 'variable' && !slots.has(field)) return field.name;
  const name = constants.get(field);
  return typeof name === 'string' ? name : undefined;
}

/**
 * Returns the name of the field `f` when an expression is `called($message.f)` without further arguments.
 * @param called name of the function, for example `to_string`
 */
function convertedField(expression: Expression, called: string, checked: CheckedRule): string | undefined {
  if (expression.kind !== 'call') return undefined;
  const bound = checked.calls.get(expression);
  const [first, ...others] = bound?.arguments ?? [];
  if (bound?.function.name !== called || first?.value.kind !== 'field' || others.some((other) => other !== undefined))
    return undefined;
  return constantFieldName(first.value.field, checked);
}

/** Compiles `has_field("f")`; undefined: the call has another form. */
export function directCall(call: CallExpression, checked: CheckedRule): Test | undefined {
  const bound = checked.calls.get(call);
  const [first, ...others] = bound?.arguments ?? [];
  if (bound?.function.name !== 'has_field' || others.some((other) => other !== undefined)) return undefined;
  const name = first?.constant?.prepared;
  return typeof name === 'string' ? ({ message }) => message.has(name) : undefined;
}

/**
 * Compiles an equality or comparison of a field with a constant; undefined: the expression has another form.
 * @param general closure for the same expression, used for values of unexpected types
 */
export function directTest(expression: BinaryExpression, general: Test, checked: CheckedRule): Test | undefined {
  const constant = checked.constants.get(expression.right);
  if (typeof constant === 'string') return textTest(expression, constant, general, checked);
  if (typeof constant === 'bigint') return numberTest(expression, constant, general, checked);
  return undefined;
}

function textTest(
  { left, operator }: BinaryExpression,
  constant: string,
  general: Test,
  checked: CheckedRule,
): Test | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  const name =
    left.kind === 'field' ? constantFieldName(left.field, checked) : convertedField(left, 'to_string', checked);
  if (name === undefined) return undefined;
  const isWanted = operator === '==';
  return (evaluation) => {
    const value: Value = evaluation.message.get(name);
    return typeof value === 'string' ? (value === constant) === isWanted : general(evaluation);
  };
}

/**
 * Compiles a comparison of `to_long($message.f)` with a constant; integers of 32 bits are compared without conversion
 * to Long.
 */
function numberTest(
  { left, operator }: BinaryExpression,
  constant: bigint,
  general: Test,
  checked: CheckedRule,
): Test | undefined {
  const compare = comparisons[operator];
  const limit = Number(constant);
  const name = convertedField(left, 'to_long', checked);
  if (!compare || name === undefined || !Number.isSafeInteger(limit)) return undefined;
  return (evaluation) => {
    const value: Value = evaluation.message.get(name);
    return value instanceof Integer ? compare(value.value, limit) : general(evaluation);
  };
}

const comparisons: Readonly<Record<string, ((left: number, right: number) => boolean) | undefined>> = {
  '==': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

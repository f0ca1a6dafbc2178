/** The operators of the rule language at run time. Errors contain the values that do not fit the operator. */
import type { ArithmeticOperator, ComparisonOperator, EqualityOperator } from '../../../api/pipeline-language/index.js';
import { between, plusPeriod, plusPeriods } from './dates.js';
import { EvaluationError } from './function.js';
import { textOf } from './value-text.js';
import {
  Bean,
  DateTime,
  Duration,
  Integer,
  IpAddress,
  isList,
  isMap,
  JsonNode,
  Period,
  UrlValue,
  type JsonTree,
  type Value,
  type ValueType,
} from './values.js';

/** Returns the name of a value's type for error messages. */
function typeName(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Boolean';
    case 'bigint':
      return 'Long';
    case 'number':
      return 'Double';
  }
  if (value === null) return 'null';
  if (value instanceof Bean) return value.type;
  if (value instanceof UrlValue) return 'URL';
  if (isList(value)) return 'List';
  return isMap(value) ? 'Map' : value.constructor.name;
}

const shown = (value: Value): string => {
  if (value === null) return 'null';
  const text = textOf(value) ?? '';
  return `${typeName(value)} ${text.length > 80 ? `${text.slice(0, 80)}…` : text}`;
};

const unfit = (operator: string, left: Value, right: Value): EvaluationError =>
  new EvaluationError(`Values cannot be combined by ${operator}: ${shown(left)} and ${shown(right)}.`);

/** Evaluates `==` or `!=`; if the left value is null, both are false. */
export function isEqual(left: Value, right: Value, operator: EqualityOperator): boolean {
  if (left === null) return false;
  return areEqual(left, right) === (operator === '==');
}

/**
 * Tells whether two values are equal in the sense of Java: numbers of different types are never equal. Dates are
 * compared by instant.
 */
export function areEqual(left: Value, right: Value): boolean {
  if (typeof left === 'number') return Object.is(left, right);
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (left instanceof Integer) return right instanceof Integer && left.value === right.value;
  if (left instanceof DateTime) return right instanceof DateTime && left.millis === right.millis;
  if (left instanceof Duration) return right instanceof Duration && left.millis === right.millis;
  if (left instanceof JsonNode) return right instanceof JsonNode && areEqual(left.tree as Value, right.tree as Value);
  if (left instanceof IpAddress || left instanceof UrlValue)
    return left.constructor === right.constructor && left.text === (right as IpAddress).text;
  if (left instanceof Period) return right instanceof Period && textOf(left) === textOf(right);
  if (isList(left))
    return (
      isList(right) && left.length === right.length && left.every((part, index) => areEqual(part, right[index] ?? null))
    );
  if (isMap(left)) {
    if (!isMap(right) || left.size !== right.size) return false;
    for (const [name, part] of left) if (!right.has(name) || !areEqual(part, right.get(name) ?? null)) return false;
    return true;
  }
  return false;
}

/** Evaluates a comparison. @throws EvaluationError unless both values are dates, both Doubles, or both Longs */
export function compared(left: Value, right: Value, operator: ComparisonOperator): boolean {
  if (typeof left === 'bigint' && typeof right === 'bigint') return inOrder(left, right, operator);
  if (typeof left === 'number' && typeof right === 'number') return inOrder(left, right, operator);
  if (left instanceof DateTime && right instanceof DateTime) return inOrder(left.millis, right.millis, operator);
  throw unfit(operator, left, right);
}

/** Comparisons by operator, with a fast path for Longs, which rules compare most often. */
export const comparisons: Readonly<Record<ComparisonOperator, (left: Value, right: Value) => boolean>> = {
  '<': (a, b) => (typeof a === 'bigint' && typeof b === 'bigint' ? a < b : compared(a, b, '<')),
  '<=': (a, b) => (typeof a === 'bigint' && typeof b === 'bigint' ? a <= b : compared(a, b, '<=')),
  '>': (a, b) => (typeof a === 'bigint' && typeof b === 'bigint' ? a > b : compared(a, b, '>')),
  '>=': (a, b) => (typeof a === 'bigint' && typeof b === 'bigint' ? a >= b : compared(a, b, '>=')),
};

function inOrder<T extends bigint | number>(left: T, right: T, operator: ComparisonOperator): boolean {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/**
 * Evaluates an arithmetic operator.
 * @param type static type of the result
 * @throws EvaluationError for values that do not fit, and for a division of Longs by zero
 */
export function arithmetic(left: Value, right: Value, operator: ArithmeticOperator, type: ValueType): Value {
  if (typeof left === 'number' && typeof right === 'number') return ofDoubles(left, right, operator);
  if (typeof left === 'bigint' && typeof right === 'bigint' && type === 'Long') return ofLongs(left, right, operator);
  if (typeof left === 'string' && typeof right === 'string' && type === 'String' && operator === '+')
    return left + right;
  if (operator === '+' || operator === '-') {
    const sign = operator === '+' ? 1 : -1;
    if (left instanceof DateTime && right instanceof Period) return plusPeriod(left, right, sign);
    if (left instanceof Period && right instanceof DateTime && sign === 1) return plusPeriod(right, left, 1);
    if (left instanceof Period && right instanceof Period) return plusPeriods(left, right, sign);
    if (left instanceof DateTime && right instanceof DateTime && sign === -1) return between(left, right);
  }
  throw unfit(operator, left, right);
}

function ofLongs(left: bigint, right: bigint, operator: ArithmeticOperator): bigint {
  switch (operator) {
    case '+':
      return BigInt.asIntN(64, left + right);
    case '-':
      return BigInt.asIntN(64, left - right);
    case '*':
      return BigInt.asIntN(64, left * right);
    default:
      if (right === 0n) throw new EvaluationError('A whole number cannot be divided by zero.');
      return BigInt.asIntN(64, operator === '/' ? left / right : left % right);
  }
}

function ofDoubles(left: number, right: number, operator: ArithmeticOperator): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

/**
 * Evaluates a sign; a negative sign negates the value.
 * @throws EvaluationError when the value is neither Long nor Double
 */
export function negated(value: Value, isNegative: boolean): Value {
  if (typeof value === 'bigint') return isNegative ? BigInt.asIntN(64, -value) : value;
  if (typeof value === 'number') return isNegative ? -value : value;
  throw new EvaluationError(`A sign needs a Long or a Double, not ${shown(value)}.`);
}

/**
 * Returns the element of a list or JSON array by its index, or the value of a map by its key. The result is null if
 * value or index is null, or if the map lacks the key.
 * @throws EvaluationError when the value cannot be indexed, or the index is outside of the list
 */
export function indexed(object: Value, index: Value): Value {
  if (object === null || index === null) return null;
  if (isMap(object)) return object.get(textOf(index) ?? '') ?? null;
  const list = object instanceof JsonNode ? object.tree : object;
  if (!isList(list) || typeof index !== 'bigint') throw new EvaluationError(`${shown(object)} cannot be indexed.`);
  const element = list[Number(index)];
  if (element === undefined)
    throw new EvaluationError(`Index ${index} is outside of a list of ${list.length} elements.`);
  return object instanceof JsonNode ? new JsonNode(element as JsonTree) : element;
}

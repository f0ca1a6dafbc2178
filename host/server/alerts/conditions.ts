/** Parses conditions of aggregations from requests, evaluates them over values, and compiles them to SQL. */
import type { Expression, NumberExpression } from '../../../api/contract/event-definitions.schema.js';
import type { Parameters } from '../search/parameters.js';

/** Largest number of nodes in one condition. */
const mostNodes = 500;
/** Largest nesting depth of a condition. */
const deepest = 60;

/**
 * Class name that consoles recognise in the error message (contract dashboards-sharing-alerts, invalid condition tree).
 */
const expressionClass = 'org.graylog.events.conditions.Expression';

/** Thrown for an invalid condition; the message names the mistake and its position. */
export class ConditionError extends Error {
  override name = 'ConditionError';
}

const comparisons = ['==', '>', '>=', '<', '<='] as const;
type Comparison = (typeof comparisons)[number];
const isComparison = (text: unknown): text is Comparison => comparisons.some((one) => one === text);
const isJunction = (text: unknown): text is '&&' | '||' => text === '&&' || text === '||';

/** Checks a condition from a request and returns it. @throws ConditionError when it is invalid or too large */
export function readExpression(given: unknown): Expression {
  let nodes = 0;
  const fail = (problem: string): never => {
    throw new ConditionError(`The condition cannot be read as ${expressionClass}: ${problem}.`);
  };
  const parts = (value: unknown, where: string): Record<string, unknown> => {
    nodes += 1;
    if (nodes > mostNodes) fail(`it has more than ${mostNodes} parts`);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(`${where} is missing`);
    return value as Record<string, unknown>;
  };
  const number = (value: unknown, where: string): NumberExpression => {
    const { expr, value: figure, ref } = parts(value, where);
    if (expr === 'number' && typeof figure === 'number' && Number.isFinite(figure)) return { expr, value: figure };
    if (expr === 'number-ref' && typeof ref === 'string') return { expr, ref };
    return fail(`${where} is neither a number nor a reference to a series`);
  };
  const read = (value: unknown, where: string, depth: number): Expression => {
    if (depth > deepest) fail(`it is nested deeper than ${deepest} levels`);
    const { expr, left, right, operator, child } = parts(value, where);
    if (expr === 'true') return { expr };
    if (isJunction(expr))
      return { expr, left: read(left, `${where}.left`, depth + 1), right: read(right, `${where}.right`, depth + 1) };
    if (expr === '!') return { expr, left: read(left, `${where}.left`, depth + 1) };
    if (isComparison(expr))
      return { expr, left: number(left, `${where}.left`), right: number(right, `${where}.right`) };
    if (expr === 'group' && isJunction(operator))
      return { expr, operator, child: read(child, `${where}.child`, depth + 1) };
    return fail(`${where} has no known "expr"`);
  };
  return read(given, 'expression', 0);
}

/** Returns the ids of the series that a condition refers to. */
export function referencesOf(expression: Expression): Set<string> {
  const found = new Set<string>();
  const visit = (node: Expression): void => {
    switch (node.expr) {
      case 'true':
        return;
      case '&&':
      case '||':
        visit(node.left);
        return visit(node.right);
      case '!':
        return visit(node.left);
      case 'group':
        return visit(node.child);
      default:
        for (const side of [node.left, node.right]) if (side.expr === 'number-ref') found.add(side.ref);
    }
  };
  visit(expression);
  return found;
}

const compare: Readonly<Record<Comparison, (left: number, right: number) => boolean>> = {
  '==': (left, right) => left === right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
};

/**
 * Tells whether a condition holds.
 * @param values values of the series by id; a comparison with a missing value is false
 */
export function holds(node: Expression, values: ReadonlyMap<string, number | null>): boolean {
  const side = (number: NumberExpression): number | null =>
    number.expr === 'number' ? number.value : (values.get(number.ref) ?? null);
  switch (node.expr) {
    case 'true':
      return true;
    case '&&':
      return holds(node.left, values) && holds(node.right, values);
    case '||':
      return holds(node.left, values) || holds(node.right, values);
    case '!':
      return !holds(node.left, values);
    case 'group':
      return holds(node.child, values);
    default: {
      const [left, right] = [side(node.left), side(node.right)];
      return left !== null && right !== null && compare[node.expr](left, right);
    }
  }
}

/** Returns a condition as a SQL expression. @param columns SQL expressions of the values, by series id */
export function conditionSql(
  node: Expression,
  columns: ReadonlyMap<string, string>,
  parameters: Pick<Parameters, 'add'>,
): string {
  const side = (number: NumberExpression): string =>
    number.expr === 'number'
      ? `${parameters.add(number.value)}::DOUBLE`
      : `${columns.get(number.ref) ?? 'NULL'}::DOUBLE`;
  const sql = (inner: Expression): string => conditionSql(inner, columns, parameters);
  switch (node.expr) {
    case 'true':
      return 'true';
    case '&&':
      return `(${sql(node.left)} AND ${sql(node.right)})`;
    case '||':
      return `(${sql(node.left)} OR ${sql(node.right)})`;
    case '!':
      return `NOT ${sql(node.left)}`;
    case 'group':
      return sql(node.child);
    default:
      return `coalesce(${side(node.left)} ${node.expr === '==' ? '=' : node.expr} ${side(node.right)}, false)`;
  }
}

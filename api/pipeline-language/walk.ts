/** Visits the expressions of a rule. */
import type { CallExpression, Expression, RuleTree } from './ast.js';

/** Returns the direct parts of an expression in the order of the source. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'message':
      return [];
    case 'field':
      // A plain identifier is the name of the field and no expression.
      return expression.field.kind === 'variable' ? [] : [expression.field];
    case 'property':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'signed':
    case 'not':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'list':
      return expression.elements;
    case 'map':
      return expression.entries.map(({ value }) => value);
    case 'call':
      return argumentsOf(expression);
  }
}

const argumentsOf = ({ positional, named }: CallExpression): readonly Expression[] =>
  named ? named.map(({ value }) => value) : positional;

/** Yields all expressions of a rule; the parts of an expression come before it. */
export function* expressionsOf({ condition, statements }: RuleTree): Generator<Expression> {
  yield* inside(condition);
  for (const statement of statements) yield* inside(statement.kind === 'let' ? statement.value : statement.call);
}

/** Yields an expression and everything inside it; the parts of an expression come before it. */
export function* inside(expression: Expression): Generator<Expression> {
  // The walk uses an explicit stack, because nested generators would take quadratic time for a long chain of
  // operators.
  const open = [{ expression, parts: partsOf(expression), next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const part = top.parts[top.next];
    top.next += 1;
    if (part) open.push({ expression: part, parts: partsOf(part), next: 0 });
    else {
      open.pop();
      yield top.expression;
    }
  }
}

/** Selects the expressions with displayed values, and their positions. The functions are pure. */
import type { ExpressionValue } from '../../../api/contract/rule-workbench.js';
import { parseRule, type Expression } from '../../../api/pipeline-language/index.js';
import { partsOf } from '../../../api/pipeline-language/walk.js';
import type { ShownValue } from '../rule-editor/index.js';
import { texts } from './texts.js';

/** Maximum number of characters of a value beside the text. */
const longest = 40;

/**
 * Returns true for an expression whose value is not evident from the text; false for literals, variables, `and` and
 * `or`.
 */
const isInformative = (expression: Expression): boolean =>
  ['field', 'property', 'index', 'call', 'binary', 'not'].includes(expression.kind) && !isLogical(expression);

/**
 * Returns true for `and` and `or`, whose value would be displayed at the same position as the value of the right
 * operand.
 */
const isLogical = (expression: Expression): boolean =>
  expression.kind === 'binary' && (expression.operator === 'and' || expression.operator === 'or');

/**
 * Returns true for conversions: `to_string($message.x)` is displayed like its argument, whose value is therefore left
 * out.
 */
const isConversion = (expression: Expression): boolean =>
  expression.kind === 'call' && expression.name.startsWith('to_');

/**
 * Returns the values to display beside the source in ascending order of position; empty if the source does not parse.
 *
 * @param matched result of the rule's condition; null if it was not evaluated
 */
export function shownValues(
  source: string,
  values: readonly ExpressionValue[],
  matched: boolean | null,
): readonly ShownValue[] {
  const parsed = parseRule(source);
  if (parsed.problem) return [];
  const known = new Map(values.map((one) => [`${one.from} ${one.to}`, one.text]));
  const byEnd = new Map<number, ShownValue>();
  const show = (expression: Expression, quiet: boolean): void => {
    const text = known.get(`${expression.from} ${expression.to}`);
    for (const part of partsOf(expression)) {
      if (isLogical(expression) && matched !== null && !known.has(`${part.from} ${part.to}`))
        byEnd.set(part.to, { at: part.to, text: texts.skipped, full: texts.skipped, skipped: true });
      else show(part, isConversion(expression));
    }
    if (text === undefined || !isInformative(expression) || quiet || text === 'null') return;
    byEnd.set(expression.to, {
      at: expression.to,
      text: text.length > longest ? `${text.slice(0, longest)}…` : text,
      full: text,
    });
  };
  const { condition, statements } = parsed.tree;
  if (matched !== null) show(condition, false);
  if (matched)
    for (const statement of statements) show(statement.kind === 'let' ? statement.value : statement.call, false);
  return [...byEnd.values()].sort((one, other) => one.at - other.at);
}

/** Selects the expressions with displayed values, and their positions. The functions are pure. */
import type { ExpressionValue } from '../../../api/contract/rule-workbench.js';
import { parseRule, type Expression } from '../../../api/pipeline-language/index.js';
import { partsOf } from '../../../api/pipeline-language/walk.js';
import type { ShownValue } from '../rule-editor/index.js';
import { texts } from './texts.js';

/** Maximum number of characters of a value beside the text. */
const longest = 40;

/** True unless the value is evident from the text: literals and variables are left out. */
const isInformative = (expression: Expression): boolean =>
  ['field', 'property', 'index', 'call', 'binary', 'not'].includes(expression.kind) && !isLogical(expression);

/** True for `and` and `or`: the result would be at the same position as that of the right operand. */
const isLogical = (expression: Expression): boolean =>
  expression.kind === 'binary' && (expression.operator === 'and' || expression.operator === 'or');

/** True for conversions: `to_string($message.x)` has the same displayed value as the field. */
const isConversion = (expression: Expression): boolean =>
  expression.kind === 'call' && expression.name.startsWith('to_');

/** @returns values in ascending order of position; empty if the text does not parse */
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

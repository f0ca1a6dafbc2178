/** Which values of expressions the editor shows, and where. Pure. */
import type { ExpressionValue } from '../../../api/contract/rule-workbench.js';
import { parseRule, type Expression } from '../../../api/pipeline-language/index.js';
import { expressionsOf } from '../../../machines/pipelines/rule-walk.js';
import type { ShownValue } from '../rule-editor/index.js';
import { texts } from './texts.js';

/** Characters of a value beside the text. */
const longest = 40;

/** Values of what one cannot read off the text: no literals, names and groups. */
const isTelling = ({ kind }: Expression): boolean => ['field', 'property', 'index', 'call', 'binary', 'not'].includes(kind);

/** Operators whose result is told; the whole of `a and b` would repeat its last part at the same place. */
const isWorth = (expression: Expression): boolean =>
  expression.kind !== 'binary' || (expression.operator !== 'and' && expression.operator !== 'or');

export function shownValues(source: string, values: readonly ExpressionValue[], matched: boolean | null): readonly ShownValue[] {
  const parsed = parseRule(source);
  if (parsed.problem) return [];
  const known = new Map(values.map((one) => [`${one.from} ${one.to}`, one.text]));
  const byEnd = new Map<number, ShownValue>();
  for (const expression of expressionsOf(parsed.tree)) {
    if (!isTelling(expression) || !isWorth(expression)) continue;
    const text = known.get(`${expression.from} ${expression.to}`);
    const inCondition = expression.to <= parsed.tree.condition.to;
    // Actions of a rule that did not match are not evaluated: saying so everywhere would be noise.
    if (text === undefined && !(inCondition && matched !== null)) continue;
    const shown =
      text === undefined
        ? { at: expression.to, text: texts.skipped, full: texts.skipped, skipped: true }
        : { at: expression.to, text: text.length > longest ? `${text.slice(0, longest)}…` : text, full: text };
    // Of expressions that end together the outermost one counts; void results say nothing.
    if (text !== 'null' || !byEnd.has(expression.to)) byEnd.set(expression.to, shown);
  }
  return [...byEnd.values()].sort((one, other) => one.at - other.at);
}

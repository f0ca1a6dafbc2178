/** Texts of formulas that do not depend on the other metrics of a widget, for conditions of event definitions. */
import { longestFormula, parseFormula, type Formula, type NamedMetrics } from '../../api/formula/parse.js';
import { filteredText, formulaOf, plainName } from '../pivot/computed-metric.js';

const isSum = (formula: Formula): boolean =>
  formula.kind === 'joined' && (formula.operator === '+' || formula.operator === '-');

function textOf(formula: Formula): string {
  const operand = (part: Formula): string => (part.kind === 'joined' ? `(${textOf(part)})` : textOf(part));
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'metric':
      return plainName(filteredText(formula.metric));
    case 'negated':
      return `-${operand(formula.of)}`;
    case 'joined':
      return `${isSum(formula.left) && !isSum(formula) ? operand(formula.left) : textOf(formula.left)} ${formula.operator} ${operand(formula.right)}`;
  }
}

/**
 * Returns the formula of a computed metric, in which named metrics are replaced by their definitions. Returns undefined
 * if it cannot be read, or if the result is too long.
 * @param metric formula or filtered metric in the text form of a series
 * @param names the other metrics of the widget by their names
 */
export function standaloneFormula(metric: string, names: NamedMetrics): string | undefined {
  const { formula } = parseFormula(formulaOf(metric) ?? metric, names);
  const text = formula && textOf(formula);
  return text !== undefined && text.length <= longestFormula && parseFormula(text).formula ? text : undefined;
}

/**
 * The condition of an event definition as it is edited: nested groups of rules. Of a group, either all rules or any
 * rule must be fulfilled (screens/dashboards-sharing-alerts.md §9.5). The API has a tree of Boolean nodes and a list of
 * series. The series are derived from the rules, so that unused series are dropped on every change. The functions are
 * pure.
 */
import type { AggregationSeries, Expression, NumberExpression } from '../../api/contract/event-definitions.js';
import { parseFormula } from '../../api/formula/parse.js';
import { formatSeries } from '../../api/formula/series-text.js';
import { spokenFunction } from '../pivot/spoken-name.js';

export type Operator = '&&' | '||';
export const comparisons = ['<', '<=', '>', '>=', '=='] as const;
export type Comparison = (typeof comparisons)[number];

/** A rule of the condition; members are undefined until the user selects a value. */
export interface Rule {
  readonly kind: 'rule';
  readonly fn?: string | undefined;
  readonly field?: string | undefined;
  /** Text of the formula of a rule with the function `formula`. */
  readonly formula?: string | undefined;
  readonly comparison?: Comparison | undefined;
  readonly threshold?: number | undefined;
}
export interface Group {
  readonly kind: 'group';
  readonly operator: Operator;
  /** Rules and groups in this group, at least one. */
  readonly items: readonly Item[];
}
/** An expression that the editor shows only as text, for example a negation. It stays unchanged until it is removed. */
export interface Foreign {
  readonly kind: 'foreign';
  readonly expression: Expression;
  /** Series to which the expression refers. */
  readonly series: readonly AggregationSeries[];
}
export type Item = Rule | Group | Foreign;
/** Path to an item: its index in the outermost group, then its index in each inner group. */
export type Path = readonly number[];

/** Name of the function whose value is a formula; only some servers know it. */
export const formulaFunction = 'formula';

const emptyRule: Rule = { kind: 'rule' };
export const emptyCondition: Group = { kind: 'group', operator: '&&', items: [emptyRule] };

const opposite = (operator: Operator): Operator => (operator === '&&' ? '||' : '&&');
const sameRule = (rule: Rule): boolean =>
  [rule.fn, rule.field, rule.formula, rule.comparison, rule.threshold].every((member) => member === undefined);
/** Tells whether the user has entered nothing in the condition. */
export const isEmptyCondition = ({ items }: Group): boolean =>
  items.length === 1 && items[0]?.kind === 'rule' && sameRule(items[0]);

// The following functions edit the tree. Each returns a new tree; an invalid path changes nothing.

/** Replaces the item at a path by the items that `change` returns; an empty list removes the item. */
function changeAt(group: Group, path: Path, change: (item: Item, parent: Group) => readonly Item[]): Group {
  const [at, ...rest] = path;
  const items = group.items.flatMap((item, index): readonly Item[] => {
    if (index !== at) return [item];
    if (rest.length === 0) return change(item, group);
    if (item.kind !== 'group') return [item];
    const inner = changeAt(item, rest, change);
    // A group that has become empty is removed.
    return inner.items.length === 0 ? [] : [inner];
  });
  return { ...group, items };
}

export function changeRule(root: Group, path: Path, part: Partial<Omit<Rule, 'kind'>>): Group {
  return changeAt(root, path, (item) => [item.kind === 'rule' ? { ...item, ...part } : item]);
}

/** Adds an empty rule after the item at the path, in the same group. */
export function addRule(root: Group, path: Path): Group {
  return changeAt(root, path, (item) => [item, emptyRule]);
}

/**
 * Adds a group after the item at the path. The new group contains an empty rule. Its operator is the opposite of the
 * operator of the surrounding group.
 */
export function addGroup(root: Group, path: Path): Group {
  return changeAt(root, path, (item, { operator }) => [
    item,
    { kind: 'group', operator: opposite(operator), items: [emptyRule] },
  ]);
}

/** Removes an item. A group that becomes empty is removed too; the outermost group keeps an empty rule. */
export function remove(root: Group, path: Path): Group {
  const left = changeAt(root, path, () => []);
  return left.items.length === 0 ? { ...left, items: [emptyRule] } : left;
}

/**
 * Sets the operator of one group; the groups in it keep their operators.
 * @param path path of the group; empty: the outermost group
 */
export function switchOperator(root: Group, path: Path, operator: Operator): Group {
  if (path.length === 0) return { ...root, operator };
  return changeAt(root, path, (item) => [item.kind === 'group' ? { ...item, operator } : item]);
}

// The following functions convert conditions from and to the form of the API.

const seriesId = ({ fn = '', field, formula }: Rule): string =>
  `${fn}-${(fn === formulaFunction ? formula : field) ?? ''}`;

const isJunction = (expression: Expression): expression is Expression & { expr: Operator } =>
  expression.expr === '&&' || expression.expr === '||';
const isComparison = (expr: string): expr is Comparison => comparisons.some((one) => one === expr);

type Known = ReadonlyMap<string, AggregationSeries>;

function referencesOf(expression: Expression): string[] {
  switch (expression.expr) {
    case 'true':
      return [];
    case '&&':
    case '||':
      return [...referencesOf(expression.left), ...referencesOf(expression.right)];
    case '!':
      return referencesOf(expression.left);
    case 'group':
      return referencesOf(expression.child);
    default:
      return [expression.left, expression.right].flatMap((side) => (side.expr === 'number-ref' ? [side.ref] : []));
  }
}

function itemOf(expression: Expression, known: Known): Item {
  if (expression.expr === 'group') return groupOf(expression.child, expression.operator, known);
  // The API has no group here; the editor shows the implied brackets of the expression as a group.
  if (isJunction(expression)) return groupOf(expression, expression.expr, known);
  if ('right' in expression && isComparison(expression.expr)) {
    const rule = ruleOf(expression.expr, expression.left, expression.right, known);
    if (rule) return rule;
  }
  const series = referencesOf(expression).flatMap((id) => known.get(id) ?? []);
  return { kind: 'foreign', expression, series };
}

function ruleOf(comparison: Comparison, left: NumberExpression, right: NumberExpression, known: Known) {
  if (left.expr !== 'number-ref' || right.expr !== 'number') return undefined;
  const series = known.get(left.ref);
  const rule: Rule = {
    kind: 'rule',
    fn: series?.function,
    field: series?.field || undefined,
    ...(series?.formula !== undefined && { formula: series.formula }),
    comparison,
    threshold: right.value,
  };
  return rule;
}

function groupOf(expression: Expression, operator: Operator, known: Known): Group {
  const items = (node: Expression): Item[] =>
    node.expr === operator ? [...items(node.left), ...items(node.right)] : [itemOf(node, known)];
  return { kind: 'group', operator, items: items(expression) };
}

/** Converts a condition of the API to the form in which it is edited. */
export function conditionOf(expression: Expression | null | undefined, series: readonly AggregationSeries[]): Group {
  if (!expression) return emptyCondition;
  const known = new Map(series.map((one) => [one.id, one]));
  const root = expression.expr === 'group' ? expression : { operator: expression.expr, child: expression };
  return groupOf(root.child, root.operator === '||' ? '||' : '&&', known);
}

function expressionOfItem(item: Item): Expression | undefined {
  if (item.kind === 'foreign') return item.expression;
  if (item.kind === 'group') {
    const child = expressionOfLevel(item);
    return child && { expr: 'group', operator: item.operator, child };
  }
  const { fn, comparison, threshold } = item;
  if (fn === undefined || comparison === undefined || threshold === undefined) return undefined;
  return {
    expr: comparison,
    left: { expr: 'number-ref', ref: seriesId(item) },
    right: { expr: 'number', value: threshold },
  };
}

function expressionOfLevel({ operator, items }: Group): Expression | undefined {
  return items
    .map(expressionOfItem)
    .reduce<Expression | undefined>(
      (left, right) => (left && right ? { expr: operator, left, right } : (left ?? right)),
      undefined,
    );
}

/** Converts a condition to the form of the API; incomplete rules are left out. Null: no rule is complete. */
export const expressionOf = (root: Group): Expression | null => expressionOfLevel(root) ?? null;

const rulesOf = (item: Item): readonly Rule[] =>
  item.kind === 'rule' ? [item] : item.kind === 'group' ? item.items.flatMap(rulesOf) : [];
const foreignOf = (item: Item): readonly Foreign[] =>
  item.kind === 'foreign' ? [item] : item.kind === 'group' ? item.items.flatMap(foreignOf) : [];

/** Returns the distinct series of all rules, and the series of expressions that cannot be edited. */
export function seriesOf(root: Group): AggregationSeries[] {
  const made = rulesOf(root).flatMap((rule): readonly AggregationSeries[] => {
    const { fn, field, formula } = rule;
    if (fn === undefined) return [];
    if (fn === formulaFunction) return [{ id: seriesId(rule), function: fn, field: null, formula: formula ?? '' }];
    // Any name of a function is kept, because the server decides which functions exist.
    return [{ id: seriesId(rule), function: fn as AggregationSeries['function'], field: field ?? null }];
  });
  const kept = foreignOf(root).flatMap(({ series }) => series);
  return [...new Map([...made, ...kept].map((one) => [one.id, one])).values()];
}

// The following functions validate rules.

export interface RuleFaults {
  readonly fn?: string;
  readonly field?: string;
  readonly formula?: string;
  readonly comparison?: string;
  readonly threshold?: string;
}

const faultTexts = {
  fn: 'Function must be set',
  field: 'Field must be set',
  comparison: 'Condition must be set',
  threshold: 'Threshold must be a number',
} as const;

/**
 * Returns the errors of a rule by member. A formula must be readable; every function except `count` and `formula` needs
 * a field.
 */
export function ruleFaults({ fn, field, formula, comparison, threshold }: Rule): RuleFaults {
  const isFormula = fn === formulaFunction;
  const unreadable = isFormula ? parseFormula(formula ?? '').fault?.message : undefined;
  return {
    ...(fn === undefined && { fn: faultTexts.fn }),
    ...(fn !== undefined && fn !== 'count' && !isFormula && !field && { field: faultTexts.field }),
    ...(unreadable !== undefined && { formula: unreadable }),
    ...(comparison === undefined && { comparison: faultTexts.comparison }),
    ...((threshold === undefined || !Number.isFinite(threshold)) && { threshold: faultTexts.threshold }),
  };
}

/**
 * Returns the distinct errors of all rules. They are in the order of the inputs of a rule; errors in formulas come
 * last.
 */
export function conditionFaults(root: Group): readonly string[] {
  const found = new Set(rulesOf(root).flatMap((rule) => Object.values(ruleFaults(rule))));
  const usual: readonly string[] = Object.values(faultTexts);
  return [...usual.filter((text) => found.has(text)), ...[...found].filter((text) => !usual.includes(text))];
}

export const isValid = (root: Group): boolean => conditionFaults(root).length === 0;

/** Returns a function with its field as text, for example `avg(took)`; `?` stands for a missing part. */
export function functionText(fn: string | undefined, field: string | null | undefined): string {
  const shown = field || (fn === undefined || fn === 'count' ? undefined : '?');
  return formatSeries({ type: fn ?? '?', ...(shown !== undefined && { field: shown }) });
}
/** Returns the name of a metric for people, for example `avg took`; `?` stands for a missing part. */
export const seriesText = (fn: string | undefined, field: string | null | undefined, formula?: string): string =>
  fn === formulaFunction ? formula || '?' : spokenFunction(functionText(fn, field));
const words: Readonly<Record<Operator, string>> = { '&&': 'AND', '||': 'OR' };
const comparisonText = (comparison: Comparison | undefined): string =>
  comparison === undefined ? '?' : comparison === '==' ? '=' : comparison;

const numberText = (side: NumberExpression, known: Known): string => {
  if (side.expr === 'number') return String(side.value);
  const series = known.get(side.ref);
  return seriesText(series?.function, series?.field, series?.formula);
};

function foreignText(expression: Expression, known: Known): string {
  switch (expression.expr) {
    case 'true':
      return 'true';
    case '!':
      return `NOT ${foreignText(expression.left, known)}`;
    case 'group':
      return `[${foreignText(expression.child, known)}]`;
    case '&&':
    case '||':
      return `[${foreignText(expression.left, known)} ${words[expression.expr]} ${foreignText(expression.right, known)}]`;
    default:
      return `${numberText(expression.left, known)} ${comparisonText(expression.expr)} ${numberText(expression.right, known)}`;
  }
}

/** Formats an item as text: a rule as `count > 5`, a group in brackets. */
export function itemText(item: Item): string {
  if (item.kind === 'group') return `[${conditionText(item)}]`;
  if (item.kind === 'foreign') return foreignText(item.expression, new Map(item.series.map((one) => [one.id, one])));
  const { fn, field, formula, comparison, threshold } = item;
  return `${seriesText(fn, field, formula)} ${comparisonText(comparison)} ${threshold ?? '?'}`;
}

/** Formats a condition as text, for example `count > 5 AND [max took > 1 OR avg took > 2]`. */
export const conditionText = ({ operator, items }: Group): string => items.map(itemText).join(` ${words[operator]} `);

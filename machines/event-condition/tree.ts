/**
 * Edited condition of an event definition: nested groups of rules, each with its all/any
 * (screens/dashboards-sharing-alerts.md §9.5). The API has a tree of boolean nodes and a list of series; series are
 * derived from the rules, so unused ones are dropped on each change. The functions are pure.
 */
import type { AggregationSeries, Expression, NumberExpression } from '../../api/contract/event-definitions.js';

export type Operator = '&&' | '||';
export const comparisons = ['<', '<=', '>', '>=', '=='] as const;
export type Comparison = (typeof comparisons)[number];

/** A rule; undefined members are not selected yet. */
export interface Rule {
  readonly kind: 'rule';
  readonly fn?: string | undefined;
  readonly field?: string | undefined;
  readonly comparison?: Comparison | undefined;
  readonly threshold?: number | undefined;
}
export interface Group {
  readonly kind: 'group';
  readonly operator: Operator;
  /** Rules and groups, at least one. */
  readonly items: readonly Item[];
}
/** An expression that the editor cannot show, such as a negation; it is kept until it is removed. */
export interface Foreign {
  readonly kind: 'foreign';
  readonly expression: Expression;
  /** Series used in the expression. */
  readonly series: readonly AggregationSeries[];
}
export type Item = Rule | Group | Foreign;
/** Path to an item: its index in the outermost group, then in the next, and so on. */
export type Path = readonly number[];

const emptyRule: Rule = { kind: 'rule' };
export const emptyCondition: Group = { kind: 'group', operator: '&&', items: [emptyRule] };

const opposite = (operator: Operator): Operator => (operator === '&&' ? '||' : '&&');
const sameRule = (rule: Rule): boolean =>
  rule.fn === undefined && rule.field === undefined && rule.comparison === undefined && rule.threshold === undefined;
/** True when no condition was entered. */
export const isEmptyCondition = ({ items }: Group): boolean =>
  items.length === 1 && items[0]?.kind === 'rule' && sameRule(items[0]);

// Edits of the tree. Each returns a new tree; an invalid path changes nothing.

/** @param change undefined removes the item */
function changeAt(group: Group, path: Path, change: (item: Item, parent: Group) => readonly Item[]): Group {
  const [at, ...rest] = path;
  const items = group.items.flatMap((item, index): readonly Item[] => {
    if (index !== at) return [item];
    if (rest.length === 0) return change(item, group);
    if (item.kind !== 'group') return [item];
    const inner = changeAt(item, rest, change);
    // A group without rules is removed.
    return inner.items.length === 0 ? [] : [inner];
  });
  return { ...group, items };
}

export function changeRule(root: Group, path: Path, part: Partial<Omit<Rule, 'kind'>>): Group {
  return changeAt(root, path, (item) => [item.kind === 'rule' ? { ...item, ...part } : item]);
}

/** Adds a rule after the item, in the same group. */
export function addRule(root: Group, path: Path): Group {
  return changeAt(root, path, (item) => [item, emptyRule]);
}

/** Adds a group after the item, with the opposite operator. */
export function addGroup(root: Group, path: Path): Group {
  return changeAt(root, path, (item, { operator }) => [
    item,
    { kind: 'group', operator: opposite(operator), items: [emptyRule] },
  ]);
}

/** Removes an item. The last item of a group removes the group; the last item of all leaves an empty rule. */
export function remove(root: Group, path: Path): Group {
  const left = changeAt(root, path, () => []);
  return left.items.length === 0 ? { ...left, items: [emptyRule] } : left;
}

/**
 * Switches the operator of one group; nested groups keep theirs.
 * @param path empty: the outermost group
 */
export function switchOperator(root: Group, path: Path, operator: Operator): Group {
  if (path.length === 0) return { ...root, operator };
  return changeAt(root, path, (item) => [item.kind === 'group' ? { ...item, operator } : item]);
}

// Conversion from and to the API.

const seriesId = (fn: string, field: string | undefined): string => `${fn}-${field ?? ''}`;

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
  // The API has no explicit group here; the implied brackets are shown.
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

/** Converts a stored condition to its edited form. */
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
  const { fn, field, comparison, threshold } = item;
  if (fn === undefined || comparison === undefined || threshold === undefined) return undefined;
  return {
    expr: comparison,
    left: { expr: 'number-ref', ref: seriesId(fn, field) },
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

/** Stored form of a condition. Incomplete rules are left out. */
export const expressionOf = (root: Group): Expression | null => expressionOfLevel(root) ?? null;

const rulesOf = (item: Item): readonly Rule[] =>
  item.kind === 'rule' ? [item] : item.kind === 'group' ? item.items.flatMap(rulesOf) : [];
const foreignOf = (item: Item): readonly Foreign[] =>
  item.kind === 'foreign' ? [item] : item.kind === 'group' ? item.items.flatMap(foreignOf) : [];

/** Returns the distinct series of the rules. */
export function seriesOf(root: Group): AggregationSeries[] {
  const made = rulesOf(root).flatMap(({ fn, field }): readonly AggregationSeries[] =>
    // Any function name is kept, because the server decides which functions exist.
    fn === undefined
      ? []
      : [{ id: seriesId(fn, field), function: fn as AggregationSeries['function'], field: field ?? null }],
  );
  const kept = foreignOf(root).flatMap(({ series }) => series);
  return [...new Map([...made, ...kept].map((one) => [one.id, one])).values()];
}

// Error texts of a rule.

export interface RuleFaults {
  readonly fn?: string;
  readonly field?: string;
  readonly comparison?: string;
  readonly threshold?: string;
}

const faultTexts = {
  fn: 'Function must be set',
  field: 'Field must be set',
  comparison: 'Condition must be set',
  threshold: 'Threshold must be a number',
} as const;

/** Validates a rule; only a count needs no field. */
export function ruleFaults({ fn, field, comparison, threshold }: Rule): RuleFaults {
  return {
    ...(fn === undefined && { fn: faultTexts.fn }),
    ...(fn !== undefined && fn !== 'count' && !field && { field: faultTexts.field }),
    ...(comparison === undefined && { comparison: faultTexts.comparison }),
    ...((threshold === undefined || !Number.isFinite(threshold)) && { threshold: faultTexts.threshold }),
  };
}

/** Distinct errors of all rules, in the order of the columns. */
export function conditionFaults(root: Group): readonly string[] {
  const found = new Set(rulesOf(root).flatMap((rule) => Object.values(ruleFaults(rule))));
  return Object.values(faultTexts).filter((text) => found.has(text));
}

export const isValid = (root: Group): boolean => conditionFaults(root).length === 0;

export const seriesText = (fn: string | undefined, field: string | undefined): string => `${fn ?? '?'}(${field ?? ''})`;
const words: Readonly<Record<Operator, string>> = { '&&': 'AND', '||': 'OR' };
const comparisonText = (comparison: Comparison | undefined): string =>
  comparison === undefined ? '?' : comparison === '==' ? '=' : comparison;

const numberText = (side: NumberExpression, known: Known): string => {
  if (side.expr === 'number') return String(side.value);
  const series = known.get(side.ref);
  return seriesText(series?.function, series?.field ?? undefined);
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

/** Formats a rule, or a group in brackets: `count() > 5`. */
export function itemText(item: Item): string {
  if (item.kind === 'group') return `[${conditionText(item)}]`;
  if (item.kind === 'foreign') return foreignText(item.expression, new Map(item.series.map((one) => [one.id, one])));
  const { fn, field, comparison, threshold } = item;
  return `${seriesText(fn, field)} ${comparisonText(comparison)} ${threshold ?? '?'}`;
}

/** Formats the whole condition: `count() > 5 AND [max(took) > 1 OR avg(took) > 2]`. */
export const conditionText = ({ operator, items }: Group): string => items.map(itemText).join(` ${words[operator]} `);

/**
 * Finds the names that sources of rules and pipelines refer to, with positions, so that renaming can replace exactly
 * these.
 */
import type { CallExpression, Expression, RuleTree, Span } from './ast.js';
import { parsePipeline, parseRule } from './parse.js';
import { partsOf } from './walk.js';

export interface NameReference extends Span {
  /** Name; `from` and `to` include its quotes. */
  readonly name: string;
}

/** Returns the raw names of the rules in a pipeline's stages; none if the text does not parse. */
export function ruleReferences(source: string): readonly NameReference[] {
  const parsed = parsePipeline(source);
  if (parsed.problem) return [];
  return parsed.tree.stages.flatMap(({ rules }) =>
    rules.map(({ name, nameAt }) => ({ name, from: nameAt.from, to: nameAt.to })),
  );
}

/** Returns the position of the name of a rule or pipeline, with its quotes; undefined when the text does not parse. */
export function ownName(source: string, kind: 'rule' | 'pipeline'): Span | undefined {
  const parsed = kind === 'rule' ? parseRule(source) : parsePipeline(source);
  return parsed.problem ? undefined : parsed.tree.nameAt;
}

/**
 * Returns the names of lookup tables used in a rule: the argument `lookup_table`, or the first one, of functions with
 * names that begin with `lookup`. A variable counts as the string constants assigned to it. None if the text does not
 * parse.
 */
export function tableReferences(source: string): readonly NameReference[] {
  const parsed = parseRule(source);
  return parsed.problem ? [] : [...new TableFinder(parsed.tree).found.values()];
}

class TableFinder {
  /** References by offset, because a variable may be used in several calls. */
  readonly found = new Map<number, NameReference>();
  readonly #texts = new Map<string, Expression[]>();

  constructor(tree: RuleTree) {
    for (const statement of tree.statements) {
      if (statement.kind !== 'let') continue;
      const values = this.#texts.get(statement.name) ?? [];
      values.push(statement.value);
      this.#texts.set(statement.name, values);
    }
    this.#visit(tree.condition);
    for (const statement of tree.statements) this.#visit(statement.kind === 'let' ? statement.value : statement.call);
  }

  #visit(expression: Expression): void {
    for (const part of partsOf(expression)) this.#visit(part);
    if (expression.kind !== 'call' || !expression.name.startsWith('lookup')) return;
    const table = tableArgument(expression);
    if (table?.kind === 'variable') for (const value of this.#texts.get(table.name) ?? []) this.#add(value);
    else if (table) this.#add(table);
  }

  #add(expression: Expression): void {
    if (expression.kind !== 'literal' || typeof expression.value !== 'string') return;
    const { from, to, value } = expression;
    this.found.set(from, { name: value, from, to });
  }
}

const tableArgument = ({ named, positional }: CallExpression): Expression | undefined =>
  named ? named.find(({ name }) => name === 'lookup_table')?.value : positional[0];

/** Replaces the text at the positions, including quotes. */
export const replacedAt = (source: string, places: readonly Span[], text: string): string =>
  places
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to }) => changed.slice(0, from) + text + changed.slice(to), source);

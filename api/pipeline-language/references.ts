/**
 * Finds the names to which the sources of rules and pipelines refer, with their positions, so that a renaming can
 * replace exactly these names.
 */
import type { CallExpression, Expression, RuleTree, Span } from './ast.js';
import { parsePipeline, parseRule } from './parse.js';
import { partsOf } from './walk.js';

export interface NameReference extends Span {
  /** Name as it is written between the quotes; `from` and `to` include the quotes. */
  readonly name: string;
}

/** Returns the names of the rules to which a pipeline's stages refer; none if the source does not parse. */
export function ruleReferences(source: string): readonly NameReference[] {
  const parsed = parsePipeline(source);
  if (parsed.problem) return [];
  return parsed.tree.stages.flatMap(({ rules }) =>
    rules.map(({ name, nameAt }) => ({ name, from: nameAt.from, to: nameAt.to })),
  );
}

/**
 * Returns the place of a rule's or pipeline's own name including the quotes; undefined if the source does not parse.
 */
export function ownName(source: string, kind: 'rule' | 'pipeline'): Span | undefined {
  const parsed = kind === 'rule' ? parseRule(source) : parsePipeline(source);
  return parsed.problem ? undefined : parsed.tree.nameAt;
}

/**
 * Returns the names of the lookup tables that a rule uses. A name is the argument `lookup_table`, or the first
 * argument, of a function whose name begins with `lookup`. If this argument is a variable, the names are the string
 * constants that are assigned to the variable. If the source does not parse, there are no names.
 */
export function tableReferences(source: string): readonly NameReference[] {
  const parsed = parseRule(source);
  return parsed.problem ? [] : [...new TableFinder(parsed.tree).found.values()];
}

class TableFinder {
  /** References by offset, because several calls may use the variable to which a name is assigned. */
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

/** Returns the source with the text at all places, including the quotes there, replaced by `text`. */
export const replacedAt = (source: string, places: readonly Span[], text: string): string =>
  places
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to }) => changed.slice(0, from) + text + changed.slice(to), source);

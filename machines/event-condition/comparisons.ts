/** Finds the comparisons in the condition of an event definition. The functions are pure. */
import type { Expression } from '../../api/contract/event-definitions.js';
import type { Comparison } from './tree.js';

/** Operator of a comparison; `!=` only comes from a negated `==`, because conditions have no such operator. */
export type ResolvedComparison = Comparison | '!=';

/** A comparison of a series with a number; negations of the condition are resolved, and the series is on the left. */
export interface SeriesComparison {
  /** Id of the series in the definition. */
  readonly ref: string;
  readonly operator: ResolvedComparison;
  readonly value: number;
}

/** Operators with exchanged operands. */
const turned: Readonly<Record<Comparison, Comparison>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==' };
const negated: Readonly<Record<Comparison, ResolvedComparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '==': '!=',
};

/**
 * Returns the comparisons between a series and a number, in reading order. A comparison under an odd number of
 * negations is turned into the opposite. Expressions of unknown types are skipped.
 */
export function comparisonsIn(expression: Expression | null): readonly SeriesComparison[] {
  const found: SeriesComparison[] = [];
  // The expressions are visited without recursion, because a server may return conditions of any depth.
  type Open = readonly [node: Expression | null | undefined, isNegated: boolean];
  const open: Open[] = [[expression, false]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, isNegated] = next;
    switch (node?.expr) {
      case '&&':
      case '||':
        open.push([node.right, isNegated], [node.left, isNegated]);
        break;
      case '!':
        open.push([node.left, !isNegated]);
        break;
      case 'group':
        open.push([node.child, isNegated]);
        break;
      case '==':
      case '>':
      case '>=':
      case '<':
      case '<=': {
        const { left, right, expr } = node;
        const isTurned = left.expr === 'number';
        const [series, number] = isTurned ? [right, left] : [left, right];
        if (series.expr !== 'number-ref' || number.expr !== 'number') break;
        const operator = isTurned ? turned[expr] : expr;
        found.push({ ref: series.ref, operator: isNegated ? negated[operator] : operator, value: number.value });
      }
    }
  }
  return found;
}

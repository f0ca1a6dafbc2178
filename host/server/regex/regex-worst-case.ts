/** Estimates the largest number of steps that a backtracking engine takes for an expression. */
import type { PlacedExpression, Ranges } from './regex-parts.js';

/**
 * Largest number of parts and ranges that are examined to estimate the steps for one text length, so that the estimate
 * itself does not take long.
 */
const mostReckoned = 20_000;

const areApart = (a: Ranges, b: Ranges): boolean =>
  a.every(([from, to]) => b.every(([low, high]) => to < low || high < from));
const together = (a: Ranges | undefined, b: Ranges | undefined): Ranges | undefined => a && b && [...a, ...b];

/** Cost of matching a part and what follows it, from one position of any text on. */
interface Way {
  /** Largest number of steps, including those of all alternatives. */
  readonly steps: number;
  /** Number of steps if the next character is not in `first`. */
  readonly refusal: number;
  /** Characters with which a match can begin; undefined: any, or the match may be empty. */
  readonly first: Ranges | undefined;
  /** True for a part that cannot fail and therefore is never retried. */
  readonly isSure?: true;
}

const arrived: Way = { steps: 0, refusal: 0, first: undefined, isSure: true };

/**
 * Computes an upper bound of the steps of a backtracking engine. Each comparison of a character is a step. If the next
 * character decides between alternatives, the rejected alternatives cost a step each; otherwise the costs of all
 * alternatives are added.
 */
export class WorstCase {
  #reckoned = 0;
  /** Number of steps of parts that are matched only once, because they cannot fail. */
  #sure = 0;

  /** @param most bound above which the number of steps is Infinity */
  constructor(
    private readonly length: number,
    private readonly most: number,
  ) {}

  /** Returns the largest number of steps of a search in a text of the given length. */
  of(expression: PlacedExpression): number {
    const { steps, refusal } = this.#before(expression, arrived);
    if (isAtBegin(expression)) return this.#sure + steps + this.length * refusal;
    const beginning = leastApart(expression);
    return this.#sure + this.length * beginning + (this.length / beginning + 1) * steps;
  }

  /** Returns the cost of an expression and what follows it. @param rest cost of what follows */
  #before(expression: PlacedExpression, rest: Way): Way {
    this.#reckoned += 1;
    if (this.#reckoned > mostReckoned || rest.steps > this.most) return { ...rest, steps: Infinity };
    switch (expression.kind) {
      case 'signs':
        return { steps: rest.steps + 1, refusal: 1, first: expression.ranges };
      case 'edge':
        return {
          steps: rest.steps + 1,
          refusal: rest.refusal + 1,
          first: expression.edge === 'end' ? [] : rest.first,
        };
      case 'group':
        return this.#before(expression.part, rest);
      case 'sequence':
        return expression.parts.reduceRight((way, part) => this.#before(part, way), rest);
      case 'choice':
        return expression.parts
          .map((part) => this.#before(part, rest))
          .reduce((one, other) => this.#eitherOf(one, other));
      case 'repeat':
        return this.#repeat(expression, rest);
    }
  }

  #repeat({ part, least, most }: Extract<PlacedExpression, { kind: 'repeat' }>, rest: Way): Way {
    const times = Math.min(most, this.length);
    if (part.kind === 'signs') {
      const { ranges } = part;
      const taken = 2 * (times + 1);
      if (least === 0 && rest.isSure) {
        this.#sure += taken;
        return arrived;
      }
      return {
        steps: this.#areApart(ranges, rest.first)
          ? taken + times * rest.refusal + rest.steps
          : taken + (times + 1) * rest.steps,
        refusal: 1 + (least > 0 ? 0 : rest.refusal),
        first: least > 0 ? ranges : together(ranges, rest.first),
      };
    }
    let way = rest;
    let once = this.#before(part, way);
    for (let time = 0; time < times && way.steps <= this.most; time += 1) {
      if (time > 0) once = this.#before(part, way);
      way = this.#eitherOf(once, rest);
    }
    return least > 0 ? { ...way, first: once.first } : way;
  }

  #eitherOf(one: Way, other: Way): Way {
    const refusal = one.refusal + other.refusal + 1;
    const steps = this.#areApart(one.first, other.first)
      ? Math.max(one.steps, other.steps) + refusal
      : one.steps + other.steps + 1;
    return { steps, refusal, first: together(one.first, other.first) };
  }

  /** Tells whether the next character decides between two alternatives. */
  #areApart(a: Ranges | undefined, b: Ranges | undefined): boolean {
    if (!a || !b) return false;
    this.#reckoned += a.length * b.length;
    return this.#reckoned <= mostReckoned && areApart(a, b);
  }
}

function isAtBegin(expression: PlacedExpression): boolean {
  if (expression.kind === 'edge') return expression.edge === 'begin';
  if (expression.kind === 'group') return isAtBegin(expression.part);
  if (expression.kind === 'choice') return expression.parts.every(isAtBegin);
  const [first] = expression.kind === 'sequence' ? expression.parts : [];
  return first !== undefined && isAtBegin(first);
}

/**
 * Returns the least distance in characters between two positions at which matching can begin. Parts behind the first
 * part may be unable to match any character of the first part; no match can begin within the text that such parts have
 * consumed.
 */
function leastApart(expression: PlacedExpression): number {
  if (expression.kind === 'group') return leastApart(expression.part);
  if (expression.kind !== 'sequence') return 1;
  const [first, ...others] = expression.parts;
  if (first?.kind !== 'signs') return 1;
  const next = others.findIndex((part) => part.kind !== 'signs' || !areApart(first.ranges, part.ranges));
  return 1 + (next < 0 ? others.length : next);
}

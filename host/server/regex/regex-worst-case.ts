/** Computes the worst-case number of steps of a backtracking engine. */
import type { PlacedExpression, Ranges } from './regex-parts.js';

/** Finding it out is bounded, too: so many parts and ranges are examined for each length. */
const mostReckoned = 20_000;

const areApart = (a: Ranges, b: Ranges): boolean =>
  a.every(([from, to]) => b.every(([low, high]) => to < low || high < from));
const together = (a: Ranges | undefined, b: Ranges | undefined): Ranges | undefined => a && b && [...a, ...b];

/** Cost of matching from one position on, whatever the text. */
interface Way {
  /** Steps of all ways together that it may be tried. */
  readonly steps: number;
  /** Steps where the next sign is none of the first ones. */
  readonly refusal: number;
  /** Characters with which it can begin; undefined: any, or it may be empty. */
  readonly first: Ranges | undefined;
  /** True for a part that cannot fail and therefore is never retried. */
  readonly isSure?: true;
}

const arrived: Way = { steps: 0, refusal: 0, first: undefined, isSure: true };

/**
 * An upper bound of the steps that an engine takes that goes back and tries the next way. Each sign that is compared is a step. Where the
 * next sign decides which way is the right one, the others cost a step each; else all the ways add up.
 */
export class WorstCase {
  #reckoned = 0;
  /** Steps of ways that are gone but once. */
  #sure = 0;

  /** @param most more steps are Infinity, or any number beyond it */
  constructor(
    private readonly length: number,
    private readonly most: number,
  ) {}

  /** Cost of a search that starts at every position. */
  of(expression: PlacedExpression): number {
    const { steps, refusal } = this.#before(expression, arrived);
    if (isAtBegin(expression)) return this.#sure + steps + this.length * refusal;
    const beginning = leastApart(expression);
    return this.#sure + this.length * beginning + (this.length / beginning + 1) * steps;
  }

  /** @param rest what comes after it */
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

/** Smallest distance between two starts: a match whose first character does not recur in it cannot start again inside it. */
function leastApart(expression: PlacedExpression): number {
  if (expression.kind === 'group') return leastApart(expression.part);
  if (expression.kind !== 'sequence') return 1;
  const [first, ...others] = expression.parts;
  if (first?.kind !== 'signs') return 1;
  const next = others.findIndex((part) => part.kind !== 'signs' || !areApart(first.ranges, part.ranges));
  return 1 + (next < 0 ? others.length : next);
}

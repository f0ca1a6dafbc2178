/**
 * Syntax tree of regular expressions in Java's syntax
 * (https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/regex/Pattern.html).
 */
import type { SignSet } from './sign-set.js';

/** Assertions about a position, which consume no character. */
export type Place =
  | 'begin'
  | 'end'
  /** The end of the text, or the position before a line end at the end of the text: `$` without `m`, and `\Z`. */
  | 'lastEnd'
  | 'lineBegin'
  | 'lineEnd'
  | 'word'
  | 'inWord';

type Counting = 'greedy' | 'lazy' | 'possessive';

export type JavaExpression =
  | { readonly kind: 'set'; readonly set: SignSet }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly JavaExpression[] }
  | { readonly kind: 'group'; readonly number: number; readonly part: JavaExpression }
  | {
      readonly kind: 'repeat';
      readonly part: JavaExpression;
      readonly least: number;
      readonly most: number;
      readonly counting: Counting;
    }
  | { readonly kind: 'place'; readonly place: Place; readonly newlineOnly: boolean }
  | {
      readonly kind: 'look';
      readonly isAhead: boolean;
      readonly isNegated: boolean;
      readonly part: JavaExpression;
    }
  | { readonly kind: 'atomic'; readonly part: JavaExpression }
  /** A back reference, which matches the same text as a group. */
  | { readonly kind: 'back'; readonly number: number; readonly anyCase: boolean };

export interface JavaReading {
  readonly expression: JavaExpression;
  /** Number of capturing groups. */
  readonly groups: number;
  readonly names: Readonly<Record<string, number>>;
}

/**
 * Error for an expression that is invalid or uses an unsupported feature; the message gives the problem, and in most
 * cases its position.
 */
export class JavaSyntaxError extends Error {
  override readonly name = 'JavaSyntaxError';
}

/** Returns the least and largest number of characters that an expression matches; the largest may be Infinity. */
export function widthOf(expression: JavaExpression): readonly [least: number, most: number] {
  switch (expression.kind) {
    case 'set':
      return [1, 1];
    case 'place':
    case 'look':
      return [0, 0];
    case 'back':
      return [0, Infinity];
    case 'group':
    case 'atomic':
      return widthOf(expression.part);
    case 'sequence':
      return expression.parts
        .map(widthOf)
        .reduce(([least, most], [low, high]) => [least + low, most + high] as const, [0, 0] as const);
    case 'choice': {
      const widths = expression.parts.map(widthOf);
      return [Math.min(...widths.map(([least]) => least)), Math.max(...widths.map(([, most]) => most))];
    }
    case 'repeat': {
      const [least, most] = widthOf(expression.part);
      return [least * expression.least, most === 0 || expression.most === 0 ? 0 : most * expression.most];
    }
  }
}

/** Regular expressions as Java reads them, taken apart (`java.util.regex.Pattern` of Java 17). */
import type { SignSet } from './sign-set.js';

/** Where a text is asked for a position rather than a character. */
export type Place =
  | 'begin'
  | 'end'
  /** The end of the text, or before the line end that closes it: `$` without `m`, and `\Z`. */
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
  /** The text that a group took, once more. */
  | { readonly kind: 'back'; readonly number: number; readonly anyCase: boolean };

export interface JavaReading {
  readonly expression: JavaExpression;
  /** Number of groups that capture. */
  readonly groups: number;
  readonly names: Readonly<Record<string, number>>;
}

/** The expression is not one, or has something that is not supported; the message says what and where. */
export class JavaSyntaxError extends Error {
  override readonly name = 'JavaSyntaxError';
}

/** @returns least and most characters that a match of it takes; most may be Infinity */
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

/**
 * Defines the syntax tree of a template. `at` is an offset in the source. For `binary`, `member`, `builtIn`, `default`
 * and `exists` it is the offset of the operator, for all others the offset of the first character.
 */

export type Expression =
  | {
      readonly kind: 'literal';
      readonly at: number;
      /** Offset behind the last character. */
      readonly end: number;
      readonly value: string | number | boolean;
    }
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Expression[] }
  | { readonly kind: 'name'; readonly at: number; readonly name: string }
  | { readonly kind: 'member'; readonly at: number; readonly target: Expression; readonly name: Expression }
  | {
      readonly kind: 'builtIn';
      readonly at: number;
      readonly target: Expression;
      readonly name: string;
      readonly arguments: readonly Expression[] | undefined;
    }
  | {
      readonly kind: 'default';
      readonly at: number;
      readonly target: Expression;
      /** Value that replaces a missing value; absent: an empty text. */
      readonly fallback: Expression | undefined;
    }
  | { readonly kind: 'exists'; readonly at: number; readonly target: Expression }
  /** Parentheses: they determine to which part of an expression a default applies. */
  | { readonly kind: 'group'; readonly at: number; readonly inner: Expression }
  | { readonly kind: 'not'; readonly at: number; readonly operand: Expression }
  | { readonly kind: 'negative'; readonly at: number; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    };

export type BinaryOperator = '||' | '&&' | '==' | '!=' | 'lt' | 'lte' | 'gt' | 'gte' | '+' | '-' | '*' | '/' | '%';

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'interpolation'; readonly at: number; readonly expression: Expression }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Expression | undefined; readonly body: readonly Node[] }[];
    }
  | {
      readonly kind: 'for';
      readonly at: number;
      readonly sequence: Expression;
      readonly item: string;
      readonly body: readonly Node[];
      /** Rendered when the sequence is empty. */
      readonly otherwise: readonly Node[];
    }
  | { readonly kind: 'sep'; readonly at: number; readonly body: readonly Node[] }
  | { readonly kind: 'assign'; readonly at: number; readonly name: string; readonly value: Expression }
  | { readonly kind: 'indent'; readonly at: number; readonly count: Expression; readonly body: readonly Node[] };

/** The parts of a JSON path and of the filters in it, as the reader makes them and the search follows them. */
import type { BoundedRegex } from '../regex/bounded-regex.js';

/** The path cannot be read, or examines too much; the message says where and why. */
export class JsonPathError extends RangeError {
  override readonly name = 'JsonPathError';
}

export type Selector =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  /** Half open; negative numbers count from the end. */
  | {
      readonly kind: 'slice';
      readonly from: number | undefined;
      readonly to: number | undefined;
      readonly step: number;
    }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly condition: Condition }
  | { readonly kind: 'call'; readonly name: CallName };

export const callNames = ['length', 'size', 'keys', 'min', 'max', 'avg', 'sum', 'first', 'last'] as const;
export type CallName = (typeof callNames)[number];

/** @property isDeep the value itself and everything below it are searched (`..`) */
export interface Segment {
  readonly isDeep: boolean;
  readonly selector: Selector;
}

/** @property isDefinite it leads to one value at most, which is the result itself; else the result is a list */
export interface Path {
  readonly segments: readonly Segment[];
  readonly isDefinite: boolean;
}

export type Literal = string | number | bigint | boolean | null;

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'list'; readonly values: readonly Literal[] }
  | { readonly kind: 'pattern'; readonly pattern: BoundedRegex; readonly ignoresCase: boolean }
  /** @property fromRoot it begins at `$`, else at the candidate (`@`) */
  | { readonly kind: 'path'; readonly fromRoot: boolean; readonly path: Path };

export const operators = ['==', '!=', '<=', '>=', '=~', '<', '>', 'in', 'nin', 'contains', 'size', 'empty'] as const;
export type Operator = (typeof operators)[number];

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'exists'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand };

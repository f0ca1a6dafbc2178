/** Defines the syntax tree of a JSON path and of its filters. */
import type { BoundedRegex } from '../regex/bounded-regex.js';

/**
 * Thrown when a JSON path is invalid, or its search examines or finds too many values; the message gives the reason.
 */
export class JsonPathError extends RangeError {
  override readonly name = 'JsonPathError';
}

export type Selector =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  /** A slice excludes its end `to`; negative numbers count from the end of the list. */
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

/** Describes a step of a path. @property isDeep true: the value itself and everything below it are searched (`..`) */
export interface Segment {
  readonly isDeep: boolean;
  readonly selector: Selector;
}

/**
 * Describes a path.
 * @property isDefinite true: the path leads to at most one value, which is the result; false: the result is a list
 */
export interface Path {
  readonly segments: readonly Segment[];
  readonly isDefinite: boolean;
}

export type Literal = string | number | bigint | boolean | null;

export type Operand =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'list'; readonly values: readonly Literal[] }
  | { readonly kind: 'pattern'; readonly pattern: BoundedRegex; readonly ignoresCase: boolean }
  /** @property fromRoot true: the path begins at the document (`$`), otherwise at the examined value (`@`) */
  | { readonly kind: 'path'; readonly fromRoot: boolean; readonly path: Path };

export const operators = ['==', '!=', '<=', '>=', '=~', '<', '>', 'in', 'nin', 'contains', 'size', 'empty'] as const;
export type Operator = (typeof operators)[number];

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'exists'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly left: Operand; readonly operator: Operator; readonly right: Operand };

/** Which highlighting a value gets (spec 2 §3, §5; screens/search.md §11). Rules come from the state of a query. */
import type { HighlightColor, HighlightingRule } from '../../api/contract/views.schema.js';

export const defaultGradient = 'Viridis';

export type Highlight =
  | { readonly type: 'static'; readonly color: string }
  /** `position` 0 (lowest) to 1 (highest) on the gradient. */
  | { readonly type: 'gradient'; readonly gradient: string; readonly position: number };

/** A number, if the value is one or its text is one; blank text is none. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/** Equality by text, so that 3 matches "3"; comparisons only between numbers, else they are false. */
export function matchesRule(rule: Pick<HighlightingRule, 'condition' | 'value'>, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const condition = rule.condition ?? 'equal';
  if (condition === 'equal') return String(value) === String(rule.value);
  if (condition === 'not_equal') return String(value) !== String(rule.value);
  const left = numberOf(value);
  const right = numberOf(rule.value);
  if (left === undefined || right === undefined) return false;
  switch (condition) {
    case 'greater':
      return left > right;
    case 'greater_equal':
      return left >= right;
    case 'less':
      return left < right;
    case 'less_equal':
      return left <= right;
  }
}

/** The last rule of the field that matches wins. */
export function highlightOf(rules: readonly HighlightingRule[], field: string, value: unknown): Highlight | undefined {
  const rule = rules.findLast((candidate) => candidate.field === field && matchesRule(candidate, value));
  return rule && resolveColor(rule.color, value);
}

/** @throws Error for a kind of colour that is not known (spec 2 §8). */
export function resolveColor(color: HighlightColor, value: unknown): Highlight {
  if (typeof color === 'string') return { type: 'static', color };
  switch (color.type) {
    case 'static':
      return { type: 'static', color: color.color };
    case 'gradient': {
      const { gradient, lower, upper } = color;
      const clamped = Math.min(Math.max(numberOf(value) ?? lower, lower), upper);
      return { type: 'gradient', gradient, position: upper > lower ? (clamped - lower) / (upper - lower) : 0 };
    }
    default:
      throw new Error(`Invalid highlighting color type: ${String((color as { type?: unknown }).type)}`);
  }
}

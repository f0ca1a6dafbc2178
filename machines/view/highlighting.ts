/**
 * Computes how a value is highlighted (spec 2 §3, §5; screens/search.md §11). The state of a query contains the rules.
 */
import { stringifyJson } from '../../api/json.js';
import type { HighlightColor, HighlightingRule } from '../../api/contract/views.schema.js';

export const defaultGradient = 'Viridis';

export type Highlight =
  | { readonly type: 'static'; readonly color: string }
  /** `position` is the place on the gradient, from 0 (lowest value) to 1 (highest value). */
  | { readonly type: 'gradient'; readonly gradient: string; readonly position: number };

/** Returns the text of a value for comparisons: objects and arrays as JSON, other values as text. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);

/** Converts a number, bigint or numeric text to a number; returns undefined for other values and for empty texts. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}

/**
 * Compares two numbers and returns -1, 0 or 1; undefined unless both values are numbers. Integers of any size are
 * compared exactly.
 */
function order(value: unknown, other: unknown): number | undefined {
  const [left, right] = [numberOf(value), numberOf(other)];
  if (left === undefined || right === undefined) return undefined;
  if (left !== right) return left < right ? -1 : 1;
  const [leftText, rightText] = [String(value).trim(), String(other).trim()];
  if (!/^-?\d+$/.test(leftText) || !/^-?\d+$/.test(rightText)) return 0;
  const difference = BigInt(leftText) - BigInt(rightText);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/**
 * Tells whether a rule matches a value. `equal` and `not_equal` compare texts, so 3 equals "3". The other conditions
 * compare numbers, and never match values that are no numbers. Unknown conditions never match.
 */
export function matchesRule(rule: Pick<HighlightingRule, 'condition' | 'value'>, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  const condition = rule.condition ?? 'equal';
  if (condition === 'equal') return textOf(value) === textOf(rule.value);
  if (condition === 'not_equal') return textOf(value) !== textOf(rule.value);
  const difference = order(value, rule.value);
  if (difference === undefined) return false;
  switch (condition) {
    case 'greater':
      return difference > 0;
    case 'greater_equal':
      return difference >= 0;
    case 'less':
      return difference < 0;
    case 'less_equal':
      return difference <= 0;
    default:
      return false;
  }
}

/** Returns the rule that highlights a value of a field: the last of the field's rules that match. */
export function ruleFor(
  rules: readonly HighlightingRule[] | undefined,
  field: string,
  value: unknown,
): HighlightingRule | undefined {
  return rules?.findLast((rule) => rule.field === field && matchesRule(rule, value));
}

export function highlightOf(
  rules: readonly HighlightingRule[] | undefined,
  field: string,
  value: unknown,
): Highlight | undefined {
  const rule = ruleFor(rules, field, value);
  return rule && resolveColor(rule.color, value);
}

/**
 * Returns the highlighting of a value by a colour or gradient.
 * @throws Error for an unknown type of colour (spec 2 §8)
 */
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

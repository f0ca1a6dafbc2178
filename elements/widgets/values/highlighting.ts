/** People's highlighting rules: the colour of a value (spec 2 §3, screens/search.md §11). */
import type { HighlightingRule } from '../../../api/contract/views.schema.js';
import { rawText } from './value-text.js';

/** The rule that colours a value: of several that match, the last one. */
export function ruleOf(
  rules: readonly HighlightingRule[] | undefined,
  field: string,
  value: unknown,
): HighlightingRule | undefined {
  return rules?.findLast((rule) => rule.field === field && ruleMatches(rule, value));
}

/** Compares raw values: as numbers where an order is asked for, else as text. */
export function ruleMatches(rule: HighlightingRule, value: unknown): boolean {
  const own = rawText(value);
  const wanted = rawText(rule.value);
  switch (rule.condition ?? 'equal') {
    case 'equal':
      return own === wanted;
    case 'not_equal':
      return own !== wanted;
    case 'greater':
      return numbers(own, wanted, (a, b) => a > b);
    case 'greater_equal':
      return numbers(own, wanted, (a, b) => a >= b);
    case 'less':
      return numbers(own, wanted, (a, b) => a < b);
    case 'less_equal':
      return numbers(own, wanted, (a, b) => a <= b);
    default:
      return false;
  }
}

function numbers(own: string, wanted: string, compare: (a: number, b: number) => boolean): boolean {
  return own.trim() !== '' && wanted.trim() !== '' && compare(Number(own), Number(wanted));
}

/** Stops of the default gradient from low to high; further scales come with the heatmap. */
const viridis = [
  '#440154',
  '#482878',
  '#3e4989',
  '#31688e',
  '#26828e',
  '#1f9e89',
  '#35b779',
  '#6ece58',
  '#b5de2b',
  '#fde725',
];

/**
 * The colour of a rule as #rrggbb.
 * @throws Error 'Invalid highlighting color type: {type}' for a colour of an unknown kind (spec 2 §8).
 */
export function ruleColor(rule: HighlightingRule, value: unknown): string {
  const color = rule.color;
  if (typeof color === 'string') return color;
  switch (color.type) {
    case 'static':
      return color.color;
    case 'gradient': {
      const span = color.upper - color.lower;
      const fraction = span > 0 ? (Number(rawText(value)) - color.lower) / span : 0;
      const position = Math.min(1, Math.max(0, Number.isNaN(fraction) ? 0 : fraction)) * (viridis.length - 1);
      // The position is within the list.
      return viridis[Math.round(position)]!;
    }
    default:
      throw new Error(`Invalid highlighting color type: ${String((color as { type?: unknown }).type)}`);
  }
}

/** Whether dark text has more contrast than light text on a colour; a colour that is no hex counts as bright. */
export function wantsDarkText(color: string): boolean {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1];
  if (hex === undefined) return true;
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  // Contrast with black exceeds contrast with white above this luminance (WCAG 2).
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179;
}

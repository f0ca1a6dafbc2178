/**
 * Applies user-defined highlighting rules (screens/search.md §11): the whole value gets the background colour of the
 * rule and a text colour that contrasts with it.
 */
import type { HighlightColor, HighlightingRule } from '../../../api/contract/views.schema.js';
import { resolveColor, ruleFor } from '../../../machines/view/highlighting.js';
import { markColors, textColorOn } from '../../kit/color-contrast.js';
import { colorAt } from '../../kit/color-scales.js';
import { isLinkObject } from './value-text.js';

/** Inline style of a highlighted value, suitable for both themes. */
export type Mark = Readonly<Record<'backgroundColor' | 'color', string>>;

const staticMarks = new Map<string, Mark>();

/**
 * Returns the highlighting of a value by the rule that matches it; undefined when no rule matches.
 * @throws Error 'Invalid highlighting color type: {type}' for an unknown kind of colour (spec 2 §8)
 */
export function markOf(
  rules: readonly HighlightingRule[] | undefined,
  field: string,
  value: unknown,
): Mark | undefined {
  if (!rules || rules.length === 0) return undefined;
  const own = isLinkObject(value) ? value.href : value;
  const rule = ruleFor(rules, field, own);
  return rule && colorMark(rule.color, own);
}

/**
 * Returns the style for a colour of a rule.
 * @throws Error 'Invalid highlighting color type: {type}' for an unknown kind of colour (spec 2 §8)
 */
function colorMark(color: HighlightColor, value: unknown): Mark {
  const highlight = resolveColor(color, value);
  if (highlight.type === 'gradient') {
    // The lightness of a gradient is part of its meaning, so it is not adjusted to the theme.
    const backgroundColor = colorAt(highlight.gradient, highlight.position);
    return { backgroundColor, color: textColorOn(backgroundColor) };
  }
  const known = staticMarks.get(highlight.color);
  if (known) return known;
  const mark = markColors(highlight.color);
  staticMarks.set(highlight.color, mark);
  return mark;
}

/** Builds the find bar's pattern and finds its matches in a text. The functions are pure. */
import { literalRegex } from '../../../api/literal-regex.js';
import type { TextRange } from './text-segments.js';

/** Maximum number of marked matches in a text; more marks would be indistinguishable. */
const mostMarks = 200;

/**
 * Returns a case-insensitive pattern for a literal text; undefined for an empty text. The pattern is global, so it must
 * only be used with `matchAll` and `search`, which do not change its state.
 */
export function findPattern(needle: string): RegExp | undefined {
  if (needle === '') return undefined;
  return new RegExp(literalRegex(needle), 'giu');
}

export function foundRanges(text: string, pattern: RegExp): TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(pattern)) {
    ranges.push({ start: match.index, length: match[0].length });
    if (ranges.length === mostMarks) break;
  }
  return ranges;
}

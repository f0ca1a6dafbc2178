/** In-list find: the pattern, and its matches in a text. The functions are pure. */
import type { TextRange } from './text-segments.js';

/** Maximum number of marks in one text; more would be indistinguishable. */
const mostMarks = 200;

/**
 * Builds a case-insensitive pattern for a literal text; undefined for an empty one. Global: use it with `matchAll` and
 * `search` only.
 */
export function findPattern(needle: string): RegExp | undefined {
  if (needle === '') return undefined;
  return new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'giu');
}

export function foundRanges(text: string, pattern: RegExp): TextRange[] {
  const ranges: TextRange[] = [];
  for (const match of text.matchAll(pattern)) {
    ranges.push({ start: match.index, length: match[0].length });
    if (ranges.length === mostMarks) break;
  }
  return ranges;
}

/** In-list find: what is looked for, as a pattern, and where it stands in a text. The functions are pure. */
import type { TextRange } from './text-segments.js';

/** Number of marks in one text; nobody could distinguish more. */
const mostMarks = 200;

/** Literal text, upper and lower case alike; undefined for nothing. Global: use with `matchAll` and `search` only. */
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

/** Splits a text at the ranges that matched the query or the text of the find bar. */

export interface TextRange {
  /** Character offset from 0. */
  readonly start: number;
  readonly length: number;
}
export interface TextSegment {
  readonly text: string;
  readonly match: boolean;
}

/**
 * Splits a text into segments inside and outside the ranges. The ranges may overlap, be unsorted or lie outside the
 * text; the segments always concatenate to the text.
 */
export function textSegments(text: string, ranges: readonly TextRange[] | undefined): TextSegment[] {
  if (text === '') return [];
  if (!ranges || ranges.length === 0) return [{ text, match: false }];
  const sorted = ranges
    .map(({ start, length }) => ({ from: Math.max(0, start), to: Math.min(text.length, start + length) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  const segments: TextSegment[] = [];
  let end = 0;
  let open: { from: number; to: number } | undefined;
  const close = () => {
    if (!open) return;
    if (open.from > end) segments.push({ text: text.slice(end, open.from), match: false });
    segments.push({ text: text.slice(open.from, open.to), match: true });
    end = open.to;
  };
  for (const range of sorted) {
    if (open && range.from <= open.to) open.to = Math.max(open.to, range.to);
    else {
      close();
      open = { ...range };
    }
  }
  close();
  if (end < text.length) segments.push({ text: text.slice(end), match: false });
  return segments;
}

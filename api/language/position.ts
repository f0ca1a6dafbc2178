/** Converts offsets in a query to lines and columns as the API counts them. */
import type { Span } from './ast.js';

/** Position of a part of a text: lines count from 1 and columns from 0; the end is exclusive. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Returns a function that converts spans of a text; the lines of the text are found once for all spans. */
export function positionsIn(text: string): (span: Span) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAndColumn = (offset: number): [line: number, column: number] => {
    // Invariant: the line begins at or after `low`, and before `high`.
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return [low + 1, offset - (starts[low] ?? 0)];
  };
  return ({ from, to }) => {
    const [line, column] = lineAndColumn(from);
    const [endLine, endColumn] = lineAndColumn(to);
    return { line, column, endLine, endColumn };
  };
}

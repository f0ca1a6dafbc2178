/** Converts offsets in a query to lines and columns as the API counts them. */
import type { Span } from './ast.js';

/** Position of a part of a text: lines count from 1 and columns from 0; the end is exclusive. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

function lineAndColumn(text: string, offset: number): [line: number, column: number] {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return [line, offset - start];
}

export function positionOf(text: string, span: Span): Position {
  const [line, column] = lineAndColumn(text, span.from);
  const [endLine, endColumn] = lineAndColumn(text, span.to);
  return { line, column, endLine, endColumn };
}

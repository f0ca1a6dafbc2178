/** Converts validation findings to ranges of the query text (screens/search.md "Search bar", contract search Q*). */
import type { Explanation } from '../../../api/contract/searches.js';

export interface Finding {
  /** Offset of the first character in the query; `to` is the offset after the last character. */
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
}

/** Returns the offset of a position: lines count from 1, columns from 0; positions outside the text are clamped. */
function offsetOf(lines: readonly string[], line: number, column: number): number {
  const last = Math.min(Math.max(line, 1), lines.length) - 1;
  const before = lines.slice(0, last).reduce((sum, text) => sum + text.length + 1, 0);
  return before + Math.min(Math.max(column, 0), (lines[last] ?? '').length);
}

/** Returns the ranges to underline, sorted by position; explanations without a position are left out. */
export function findingsOf(
  query: string,
  explanations: readonly Explanation[],
  severity: Finding['severity'],
): readonly Finding[] {
  const lines = query.split('\n');
  const findings: Finding[] = [];
  for (const { begin_line, begin_column, end_line, end_column } of explanations) {
    if (begin_line == null || begin_column == null) continue;
    const from = offsetOf(lines, begin_line, begin_column);
    const to = offsetOf(lines, end_line ?? begin_line, end_column ?? begin_column + 1);
    if (to > from) findings.push({ from, to, severity });
  }
  return findings.sort((left, right) => left.from - right.from || left.to - right.to);
}

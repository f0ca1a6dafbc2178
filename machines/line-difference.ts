/**
 * Compares two texts line by line. The functions are pure, and their effort is limited: if the region between the first
 * and the last difference is too large, all lines of the region are reported as changed.
 */

export interface DifferenceLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /**
   * `before` is the number of the line in the first text, counted from 1; undefined for an added line. `after` is its
   * number in the second text; undefined for a removed line.
   */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Maximum number of cells in the table for the longest common subsequence. */
const mostCells = 4_000_000;

export function lineDifference(before: string, after: string): readonly DifferenceLine[] {
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const lines: DifferenceLine[] = [];
  const same = (at: number, shift: number): void =>
    void lines.push({ kind: 'same', text: left[at] ?? '', before: at + 1, after: at + shift + 1 });
  for (let at = 0; at < start; at += 1) same(at, 0);
  changedLines(left, right, start, left.length - end, right.length - end, lines);
  for (let at = left.length - end; at < left.length; at += 1) same(at, right.length - left.length);
  return lines;
}

function changedLines(
  left: readonly string[],
  right: readonly string[],
  start: number,
  leftEnd: number,
  rightEnd: number,
  lines: DifferenceLine[],
): void {
  const height = leftEnd - start;
  const width = rightEnd - start;
  const removed = (at: number): void =>
    void lines.push({ kind: 'removed', text: left[at] ?? '', before: at + 1, after: undefined });
  const added = (at: number): void =>
    void lines.push({ kind: 'added', text: right[at] ?? '', before: undefined, after: at + 1 });
  if (height * width > mostCells || height === 0 || width === 0) {
    for (let at = start; at < leftEnd; at += 1) removed(at);
    for (let at = start; at < rightEnd; at += 1) added(at);
    return;
  }
  // The table contains the length of the longest common subsequence of the lines from position i and position j on.
  const row = width + 1;
  const table = new Uint32Array((height + 1) * row);
  for (let i = height - 1; i >= 0; i -= 1)
    for (let j = width - 1; j >= 0; j -= 1)
      table[i * row + j] =
        left[start + i] === right[start + j]
          ? (table[(i + 1) * row + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * row + j] ?? 0, table[i * row + j + 1] ?? 0);
  let [i, j] = [0, 0];
  while (i < height || j < width) {
    if (i < height && j < width && left[start + i] === right[start + j]) {
      lines.push({ kind: 'same', text: left[start + i] ?? '', before: start + i + 1, after: start + j + 1 });
      i += 1;
      j += 1;
    } else if (i < height && (j === width || (table[(i + 1) * row + j] ?? 0) >= (table[i * row + j + 1] ?? 0))) {
      removed(start + i);
      i += 1;
    } else {
      added(start + j);
      j += 1;
    }
  }
}

/** Compares two texts line by line: common lines, and the differing lines of each side. */

export interface LinePair {
  /** Line of the first text with its number from 1; undefined: only the second text has a line here. */
  readonly left: { readonly number: number; readonly text: string } | undefined;
  readonly right: { readonly number: number; readonly text: string } | undefined;
  readonly same: boolean;
}

/**
 * Maximum number of lines to compare; longer texts are shown side by side without a comparison, because time and memory
 * grow with the product of their lengths.
 */
const mostLines = 1_000;

/** Lengths of the longest common subsequences of lines from each position on. */
function common(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] as Uint16Array;
      const below = table[i + 1] as Uint16Array;
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}

export function lineDifference(first: string, second: string): readonly LinePair[] {
  const a = first.split(/\r?\n/);
  const b = second.split(/\r?\n/);
  const isLong = a.length > mostLines || b.length > mostLines;
  const table = isLong ? [] : common(a, b);
  const pairs: LinePair[] = [];
  /** Lines of one side that the other does not have, until the next common line. */
  let removed: number[] = [];
  let added: number[] = [];
  const line = (lines: readonly string[], at: number | undefined): LinePair['left'] =>
    at === undefined ? undefined : { number: at + 1, text: lines[at] ?? '' };
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ left: line(a, removed[at]), right: line(b, added[at]), same: false });
    [removed, added] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      flush();
      pairs.push({ left: line(a, i), right: line(b, j), same: true });
      [i, j] = [i + 1, j + 1];
    } else if (j >= b.length || (i < a.length && (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0))) {
      removed.push(i);
      i += 1;
    } else {
      added.push(j);
      j += 1;
    }
  }
  flush();
  return pairs;
}

/**
 * Largest length of a text that is compared; longer texts match only if they are equal, because the cost of a
 * comparison is the product of the lengths.
 */
const longest = 256;

/**
 * Tells whether the Damerau–Levenshtein distance of two texts is at most `most`. The distance is the number of changes
 * that turn one text into the other; a change inserts, deletes or replaces a character, or swaps two neighbours.
 */
export function distanceAtMost(left: string, right: string, most: number): boolean {
  if (left === right) return true;
  if (Math.abs(left.length - right.length) > 2 * most || Math.max(left.length, right.length) > longest) return false;
  const [a, b] = [[...left], [...right]];
  if (Math.abs(a.length - b.length) > most) return false;
  const table: number[][] = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let column = 0; column <= b.length; column += 1) (table[0] ??= [])[column] = column;
  /** Maps each character of `a` to the number of the last row (1 for the first character) that has this character. */
  const lastRows = new Map<string, number>();
  for (let row = 1; row <= a.length; row += 1) {
    let lastColumn = 0;
    for (let column = 1; column <= b.length; column += 1) {
      const otherRow = lastRows.get(b[column - 1] ?? '') ?? 0;
      const otherColumn = lastColumn;
      const isSame = a[row - 1] === b[column - 1];
      if (isSame) lastColumn = column;
      const swapped =
        otherRow > 0 && otherColumn > 0
          ? at(otherRow - 1, otherColumn - 1) + (row - otherRow - 1) + 1 + (column - otherColumn - 1)
          : Infinity;
      (table[row] ??= [])[column] = Math.min(
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        swapped,
      );
    }
    lastRows.set(a[row - 1] ?? '', row);
  }
  return at(a.length, b.length) <= most;
}

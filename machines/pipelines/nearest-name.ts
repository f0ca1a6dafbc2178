/** Finds the known name that the user probably meant by an unknown one. */

/** Maximum edit distance. A name that differs in more than a third of its letters is probably another word. */
const farthest = (name: string): number => Math.max(1, Math.floor(name.length / 3));

export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const one of known) {
    if (Math.abs(one.length - name.length) > farthest(name)) continue;
    const distance = distanceOf(wanted, one.toLowerCase());
    if (distance <= farthest(name) && (!best || distance < best.distance)) best = { name: one, distance };
  }
  return best?.name;
}

/**
 * Returns the optimal string alignment distance of two texts: the number of edits that turn one text into the other. An
 * edit inserts, deletes or replaces a letter, or exchanges it with the next letter.
 */
function distanceOf(one: string, other: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const replaced = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      const isExchanged = i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j];
      const exchanged = isExchanged ? (before[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Compares two texts line by line, to show them side by side. */
import { lineDifference } from '../line-difference.js';

export interface LinePair {
  /** Line of the first text, and its number counted from 1; undefined: only the second text has a line in this row. */
  readonly left: { readonly number: number; readonly text: string } | undefined;
  readonly right: { readonly number: number; readonly text: string } | undefined;
  readonly same: boolean;
}

/** Stands for a number of equal lines that are left out between lines that differ. */
export interface EqualLines {
  readonly equal: number;
}

/**
 * Leaves out the equal lines that are more than `context` lines away from all lines that differ. Nothing is left out if
 * the texts are equal.
 */
export function differingParts(pairs: readonly LinePair[], context = 3): readonly (LinePair | EqualLines)[] {
  const differing = pairs.flatMap(({ same }, at) => (same ? [] : [at]));
  if (differing.length === 0) return pairs;
  const near = new Set(
    differing.flatMap((at) => Array.from({ length: 2 * context + 1 }, (_, by) => at - context + by)),
  );
  const parts: (LinePair | EqualLines)[] = [];
  let equal = 0;
  const flush = (): void => {
    if (equal > 0) parts.push({ equal });
    equal = 0;
  };
  for (const [at, pair] of pairs.entries()) {
    if (near.has(at)) {
      flush();
      parts.push(pair);
    } else equal += 1;
  }
  flush();
  return parts;
}

/** Pairs each line with the equal line of the other text, and the changed lines of both texts with each other. */
export function linePairs(first: string, second: string): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let removed: LinePair['left'][] = [];
  let added: LinePair['right'][] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      pairs.push({ left: removed[at], right: added[at], same: false });
    [removed, added] = [[], []];
  };
  for (const { kind, text, before = 0, after = 0 } of lineDifference(unixLines(first), unixLines(second))) {
    if (kind === 'removed') removed.push({ number: before, text });
    else if (kind === 'added') added.push({ number: after, text });
    else {
      flush();
      pairs.push({ left: { number: before, text }, right: { number: after, text }, same: true });
    }
  }
  flush();
  return pairs;
}

const unixLines = (text: string): string => text.replaceAll('\r\n', '\n');

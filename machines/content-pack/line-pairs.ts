/** Compares two texts line by line for a view side by side. */
import { lineDifference } from '../line-difference.js';

export interface LinePair {
  /** Line of the first text with its number from 1; undefined: only the second text has a line here. */
  readonly left: { readonly number: number; readonly text: string } | undefined;
  readonly right: { readonly number: number; readonly text: string } | undefined;
  readonly same: boolean;
}

/** A number of equal lines that are left out between differing ones. */
export interface EqualLines {
  readonly equal: number;
}

/**
 * Leaves out equal lines that are more than `context` lines away from each differing one; texts without a difference
 * stay whole.
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

/** Pairs lines that both texts have, and the changed lines of one text with those of the other. */
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

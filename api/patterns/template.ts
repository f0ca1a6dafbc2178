/** Templates: the words that several lines share, with wildcards for the words in which the lines differ. */
import { wildcard } from './mask.js';

/**
 * Matches words with letters. Only they identify a line; wildcards, dashes and brackets also occur in unrelated lines.
 */
const hasLetter = /\p{L}/u;

/**
 * Returns how similar two lines are, from 0 to 1. The similarity is the number of equal words with letters, divided by
 * the sum of that number and the number of differing words. Equal lines give 1 even without letters. Returns 0 if the
 * similarity is less than `least`.
 * @param right words of a line with as many words as `left`
 */
export function similarity(left: readonly string[], right: readonly string[], least: number): number {
  let equal = 0;
  let differing = 0;
  const most = left.length * (1 - least);
  for (const [at, word] of left.entries()) {
    if (word === right[at]) {
      if (hasLetter.test(word)) equal += 1;
      continue;
    }
    differing += 1;
    if (differing > most) return 0;
  }
  if (differing === 0) return 1;
  const similar = equal / (equal + differing);
  return similar >= least ? similar : 0;
}

/**
 * Tells whether a word may be cut after a character so that a meaningful part remains: `user=`, `/var/`, `blk_`. A
 * wildcard contains none of these characters.
 */
const isJoint = (code: number | undefined): boolean => code !== undefined && joints.has(code);
const joints = new Set([...'=:()[]{}/"\',;@#&?|_.-'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns a word that matches both words and everything that they match: `user=eve` and `user=bob` give `user=<*>`.
 */
function commonWord(left: string, right: string): string {
  if (left === right) return left;
  const shorter = Math.min(left.length, right.length);
  let begin = 0;
  for (let at = 0; at < shorter && left[at] === right[at]; at += 1) if (isJoint(left.charCodeAt(at))) begin = at + 1;
  let end = 0;
  for (let at = 1; at <= shorter - begin && left.at(-at) === right.at(-at); at += 1)
    if (isJoint(left.charCodeAt(left.length - at))) end = at;
  return `${left.slice(0, begin)}${wildcard}${end > 0 ? left.slice(-end) : ''}`;
}

/**
 * Generalises a template in place, so that it also matches a line.
 * @param words words of the line, as many as the template has
 * @returns true if the template has changed
 */
export function widen(template: string[], words: readonly string[]): boolean {
  let changed = false;
  for (const [at, word] of words.entries()) {
    const known = template[at] ?? '';
    if (known === word) continue;
    const common = commonWord(known, word);
    changed ||= common !== known;
    template[at] = common;
  }
  return changed;
}

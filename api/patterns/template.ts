/** Templates: words common to several lines, and wildcards for the differing words. */
import { wildcard } from './mask.js';

/** Only words with letters identify a line: wildcards, dashes and brackets also match in unrelated lines. */
const hasLetter = /\p{L}/u;

/**
 * Returns the share of words with letters that are equal in two lines.
 * @param right as many words as `left`
 * @returns 0 to 1; 0 as soon as the share is certainly less than `least`
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
 * Characters after which a word may be cut so that a meaningful part remains: `user=`, `/var/`, `blk_`. A wildcard
 * contains none of them.
 */
const isJoint = (code: number | undefined): boolean => code !== undefined && joints.has(code);
const joints = new Set([...'=:()[]{}/"\',;@#&?|_.-'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns a word that matches both words: `user=eve`, `user=bob` → `user=<*>`. It also matches everything that either
 * word matched.
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
 * Generalises the template so that it also matches the line.
 * @param words as many as the template has
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

/**
 * Compares message patterns with the patterns of an earlier range: patterns can be new, gone, grown or shrunk. The
 * functions are pure.
 */
import type { PatternOfMessages, PatternsAnswer } from '../../api/contract/patterns.js';
import { wildcard } from '../../api/patterns/mask.js';

/**
 * `same`: the number of messages changed by less than the factor `clearChange`. `unknown`: the earlier range does not
 * list the pattern, but its list leaves out patterns that may be as frequent.
 */
type PatternChange = 'new' | 'gone' | 'grown' | 'shrunk' | 'same' | 'unknown';

export interface ComparedPattern extends PatternOfMessages {
  readonly change: PatternChange;
  /** Number of messages with the pattern in the earlier range; undefined when it is unknown. */
  readonly before: number | undefined;
}

/** Factor from which a changed number of messages counts as grown or shrunk. */
const clearChange = 1.5;

type Listed = Pick<PatternsAnswer, 'patterns' | 'rest' | 'examined' | 'total_results'>;

/** Scales a number of examined messages to all messages of the range, if only a part of them was examined. */
function projected(count: number, { examined, total_results: total }: Listed): number {
  return examined >= total || examined === 0 ? count : Math.round((count / examined) * total);
}

/**
 * Tells whether two templates have the same number of words and at least one equal word, and whether each pair of
 * unequal words contains a wildcard.
 */
function isSamePattern(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((word, at) => word === other[at] || word.includes(wildcard) || other[at]?.includes(wildcard) === true) &&
    one.some((word, at) => word === other[at])
  );
}

/**
 * Returns a function that finds the pattern for a template in a list. It returns the pattern with an equal template,
 * otherwise the first pattern whose template differs only in wildcards.
 */
function matcher(patterns: readonly PatternOfMessages[]): (template: string) => PatternOfMessages | undefined {
  const equal = new Map(patterns.map((pattern) => [pattern.template, pattern]));
  const byLength = new Map<number, { readonly pattern: PatternOfMessages; readonly words: readonly string[] }[]>();
  for (const pattern of patterns) {
    const words = pattern.template.split(' ');
    const alike = byLength.get(words.length) ?? [];
    alike.push({ pattern, words });
    byLength.set(words.length, alike);
  }
  return (template) => {
    const exact = equal.get(template);
    if (exact) return exact;
    const words = template.split(' ');
    return byLength.get(words.length)?.find((one) => isSamePattern(one.words, words))?.pattern;
  };
}

/**
 * Returns the largest number of messages that a pattern missing from the list may have; 0 if the list is complete.
 */
const unlisted = ({ patterns, rest }: Listed): number => (rest > 0 ? (patterns.at(-1)?.count ?? Infinity) : 0);

/**
 * Compares the patterns of two ranges.
 * @returns the patterns of the displayed range in their order, then the patterns that are gone, the most frequent first
 */
export function comparedPatterns(now: Listed, before: Listed): readonly ComparedPattern[] {
  const past = matcher(before.patterns);
  const present = matcher(now.patterns);
  const compared = now.patterns.map((pattern): ComparedPattern => {
    const found = past(pattern.template);
    const count = projected(pattern.count, now);
    if (!found) {
      const isNew = count > projected(unlisted(before), before);
      return { ...pattern, change: isNew ? 'new' : 'unknown', before: isNew ? 0 : undefined };
    }
    const was = projected(found.count, before);
    const change = count >= was * clearChange ? 'grown' : count * clearChange <= was ? 'shrunk' : 'same';
    return { ...pattern, change, before: was };
  });
  const gone = before.patterns.flatMap((pattern): ComparedPattern[] => {
    const was = projected(pattern.count, before);
    if (present(pattern.template) || was <= projected(unlisted(now), now)) return [];
    return [{ ...pattern, count: 0, levels: {}, histogram: [], change: 'gone', before: was }];
  });
  return [...compared, ...gone];
}

/** Order of changes in a list that begins with new patterns. */
const places: readonly PatternChange[] = ['new', 'gone', 'grown', 'shrunk', 'same', 'unknown'];

/**
 * Sorts patterns by their change. Grown patterns are sorted by the factor by which they have grown, the largest first.
 * Other patterns with the same change stay in their order.
 */
export const byChange = (patterns: readonly ComparedPattern[]): readonly ComparedPattern[] =>
  patterns.toSorted(
    (one, other) =>
      places.indexOf(one.change) - places.indexOf(other.change) ||
      (one.change === 'grown' ? other.count / (other.before ?? 1) - one.count / (one.before ?? 1) : 0),
  );

export interface ChangeCounts {
  readonly fresh: number;
  readonly gone: number;
  readonly grown: number;
}
export function changeCounts(patterns: readonly ComparedPattern[]): ChangeCounts {
  const of = (change: PatternChange) => patterns.filter((one) => one.change === change).length;
  return { fresh: of('new'), gone: of('gone'), grown: of('grown') };
}

/**
 * Groups lines into templates incrementally with Drain (He, Zhu, Zheng, Lyu: "Drain: An Online Log Parsing Approach
 * with Fixed Depth Tree", ICWS 2017). The tree has two levels: the number of words, and the first word with letters and
 * without masked parts. In a leaf the line joins the most similar template if the similarity (`similarity` in
 * template.ts) is at least 60 %; words that differ become wildcards. Otherwise the line becomes a new template. A line
 * is compared only with the most recently used templates of a leaf: a line of an older template creates this template
 * again, and equal templates are merged at the end.
 *
 * The same lines in the same order give the same templates. Templates only become more general, so that each matches
 * all lines it counts. Memory is bounded: when there are too many templates, the rarest are dropped, and their lines
 * count as the rest.
 */
import { maskLine, wildcard } from './mask.js';
import { similarity, widen } from './template.js';

/** Similarity that a line must have with a template to join it, as a share of words (Drain's threshold). */
const leastSimilarity = 0.6;
/**
 * Maximum number of different first words among templates with the same number of words. Lines that begin with any
 * further word share one leaf (as in the algorithm Drain).
 */
const firstWords = 100;
/** Maximum number of templates; when there are more, the rarer half is dropped. */
const mostTemplates = 1_000;
/** Maximum number of templates of a leaf with which a line is compared. */
const mostCompared = 100;
/** Maximum number of templates in a result. */
const shownTemplates = 200;
/** Number of equally long parts in the histogram of a pattern. */
const bucketCount = 40;
/** Maximum number of different levels that are counted per pattern. */
const mostLevels = 12;
/** Maximum number of characters of an example. */
const exampleLength = 500;
/**
 * Maximum number of masked lines in the cache that maps lines to templates, and (`rememberedCharacters`) of all their
 * characters together. The cache pays off, because most log lines are equal once they are masked.
 */
const rememberedLines = 20_000;
const rememberedCharacters = 4_000_000;

export interface PatternLine {
  readonly text: string;
  /** Timestamp in epoch milliseconds. */
  readonly at: number;
  /** Level of the message, unchanged; null or undefined: the message has none. */
  readonly level: unknown;
}

export interface Pattern {
  /** Words of the template, separated by spaces; `<*>` stands for a variable part. */
  readonly template: string;
  /** True if the lines were too long and only their beginnings form the template. */
  readonly cut: boolean;
  readonly count: number;
  /** Timestamp of the first line in epoch milliseconds; `last` is the timestamp of the last line. */
  readonly first: number;
  readonly last: number;
  /** Number of lines by level. Lines without a level are not counted here, nor lines of levels beyond the maximum. */
  readonly levels: Readonly<Record<string, number>>;
  /** Number of lines in each of the equally long parts of the time span. */
  readonly histogram: readonly number[];
  /** Beginning of one line with this template, not masked. */
  readonly example: string;
}

export interface Patterns {
  /** Patterns sorted by their number of lines, the most frequent first. */
  readonly patterns: readonly Pattern[];
  /** Number of lines whose templates are not in `patterns`. */
  readonly rest: number;
  /** Number of all added lines. */
  readonly lines: number;
}

interface Group {
  readonly words: string[];
  readonly cut: boolean;
  count: number;
  first: number;
  last: number;
  readonly levels: Map<string, number>;
  readonly histogram: number[];
  readonly example: string;
}

/** Templates of a leaf of the tree, the most recently used first. */
type Leaf = Group[];

/** Returns the key of a masked line. A newline marks lines that were cut; no masked line contains a newline itself. */
const keyOf = (text: string, cut: boolean): string => (cut ? `${text}\n` : text);

export class PatternMiner {
  readonly #from: number;
  readonly #step: number;
  /** Leaves of the tree by the number of words (negative for lines that were cut), and then by the first word. */
  readonly #tree = new Map<number, Map<string, Leaf>>();
  #groups = 0;
  #lines = 0;
  #compared = 0;
  #remembered = new Map<string, Group>();
  #characters = 0;

  /**
   * The histograms span from `from` to `to` (epoch milliseconds); lines outside count in the first or the last part.
   */
  constructor({ from, to }: { readonly from: number; readonly to: number }) {
    this.#from = from;
    this.#step = Math.max(to - from, 1) / bucketCount;
  }

  add({ text: raw, at, level }: PatternLine): void {
    this.#lines += 1;
    const { text, cut } = maskLine(raw);
    const key = keyOf(text, cut);
    let group = this.#remembered.get(key);
    if (!group) {
      group = this.#groupOf(text === '' ? [] : text.split(' '), cut, raw, at);
      this.#remember(key, group);
    }
    count(group, at, level);
    const bucket = Math.floor((at - this.#from) / this.#step);
    const part = Math.min(Math.max(bucket, 0), bucketCount - 1);
    group.histogram[part] = (group.histogram[part] ?? 0) + 1;
  }

  /** Number of comparisons of lines with templates so far; they are the main cost of the algorithm. */
  get compared(): number {
    return this.#compared;
  }

  result(): Patterns {
    const merged = new Map<string, Group>();
    for (const group of this.#all()) {
      const key = keyOf(group.words.join(' '), group.cut);
      const same = merged.get(key);
      merged.set(key, same ? sum(same, group) : group);
    }
    const listed = [...merged.values()].sort(byCount).slice(0, shownTemplates);
    const counted = listed.reduce((all, group) => all + group.count, 0);
    return {
      patterns: listed.map(({ words, levels, ...rest }) => ({
        template: words.join(' '),
        ...rest,
        levels: Object.fromEntries(levels),
      })),
      rest: this.#lines - counted,
      lines: this.#lines,
    };
  }

  #groupOf(words: string[], cut: boolean, raw: string, at: number): Group {
    const leaf = this.#leafOf(words, cut);
    let best: Group | undefined;
    let most = 0;
    for (const group of leaf.slice(0, mostCompared)) {
      this.#compared += 1;
      const similar = similarity(group.words, words, leastSimilarity);
      if (similar > most) {
        best = group;
        most = similar;
        if (similar === 1) break;
      }
    }
    if (best) {
      widen(best.words, words);
      leaf.splice(leaf.indexOf(best), 1);
      leaf.unshift(best);
      return best;
    }
    const made: Group = {
      words,
      cut,
      count: 0,
      first: at,
      last: at,
      levels: new Map(),
      histogram: new Array<number>(bucketCount).fill(0),
      example: raw.slice(0, exampleLength),
    };
    leaf.unshift(made);
    this.#groups += 1;
    if (this.#groups > mostTemplates) this.#prune(made);
    return made;
  }

  #leafOf(words: readonly string[], cut: boolean): Leaf {
    const length = cut ? -1 - words.length : words.length;
    const children = this.#tree.get(length) ?? new Map<string, Leaf>();
    this.#tree.set(length, children);
    // In `user=eve` only the value varies, so that `user=` identifies the leaf.
    const [first = wildcard] =
      words.find((word) => /[A-Za-z]/.test(word) && !word.includes(wildcard))?.split(/(?<==)/) ?? [];
    const key = children.has(first) || children.size < firstWords ? first : wildcard;
    const leaf = children.get(key) ?? [];
    children.set(key, leaf);
    return leaf;
  }

  *#all(): Generator<Group> {
    for (const children of this.#tree.values()) for (const leaf of children.values()) yield* leaf;
  }

  /** Drops the rarer half of all groups, but never the group that was just created. */
  #prune(made: Group): void {
    const kept = new Set([...this.#all()].sort(byCount).slice(0, mostTemplates / 2));
    kept.add(made);
    for (const [length, children] of this.#tree) {
      for (const [first, leaf] of children) {
        const left = leaf.filter((group) => kept.has(group));
        if (left.length > 0) children.set(first, left);
        else children.delete(first);
      }
      if (children.size === 0) this.#tree.delete(length);
    }
    this.#groups = kept.size;
    this.#remembered = new Map();
    this.#characters = 0;
  }

  #remember(key: string, group: Group): void {
    if (this.#remembered.size >= rememberedLines || this.#characters > rememberedCharacters) {
      this.#remembered.clear();
      this.#characters = 0;
    }
    this.#remembered.set(key, group);
    this.#characters += key.length;
  }
}

const byCount = (left: Group, right: Group): number => right.count - left.count || left.first - right.first;

function count(group: Group, at: number, level: unknown): void {
  group.count += 1;
  if (at < group.first) group.first = at;
  if (at > group.last) group.last = at;
  if (level === null || level === undefined) return;
  const name = String(level).slice(0, 30);
  const { levels } = group;
  // Further levels of a group are not counted, once it has the maximum number of levels.
  if (levels.has(name) || levels.size < mostLevels) levels.set(name, (levels.get(name) ?? 0) + 1);
}

/** Returns the sum of two groups whose templates have become equal. */
function sum(left: Group, right: Group): Group {
  const levels = new Map(left.levels);
  for (const [name, lines] of right.levels) levels.set(name, (levels.get(name) ?? 0) + lines);
  return {
    ...left,
    count: left.count + right.count,
    first: Math.min(left.first, right.first),
    last: Math.max(left.last, right.last),
    levels,
    histogram: left.histogram.map((lines, at) => lines + (right.histogram[at] ?? 0)),
  };
}

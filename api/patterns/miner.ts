/**
 * Groups lines into templates as they come, after Drain (He, Zhu, Zheng, Lyu: "Drain: An Online Log Parsing Approach with Fixed Depth
 * Tree", ICWS 2017). The tree has two levels: the number of words, and the first word that has letters and nothing masked in it. In a
 * leaf the most similar template takes the line if at least 60 % of the words with letters are equal; what differs becomes a wildcard. A line that
 * none takes is a new template.
 *
 * Of a leaf only the templates that took a line last are compared: a line like those of an older one begins it anew, and equal templates
 * are one in the end.
 *
 * The same lines in the same order give the same templates. A template only ever gets wider, so it matches every line it counts.
 * Memory is bounded: of too many templates the rarest go, and what they counted is counted as the rest.
 */
import { maskLine, wildcard } from './mask.js';
import { similarity, widen } from './template.js';

/** Drain's similarity threshold. */
const leastSimilarity = 0.6;
/** Drain's bound of children: further first words share one leaf. */
const firstWords = 100;
/** Templates at any time; when there are more, those that half of them are rarer than are left. */
const mostTemplates = 1_000;
/** Templates of a leaf that a line is compared with. */
const mostCompared = 100;
/** Templates of an answer. */
const shownTemplates = 200;
const bucketCount = 40;
const mostLevels = 12;
const exampleLength = 500;
/** Masked lines whose template is remembered, and their characters: most lines of a log are equal once they are masked. */
const rememberedLines = 20_000;
const rememberedCharacters = 4_000_000;

export interface PatternLine {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Level as in the message; null or undefined: none. */
  readonly level: unknown;
}

export interface Pattern {
  /** Words with `<*>` for what varies. */
  readonly template: string;
  /** True if the text was truncated. */
  readonly cut: boolean;
  readonly count: number;
  /** Epoch milliseconds. */
  readonly first: number;
  readonly last: number;
  /** Level → lines; lines without a level are in none. */
  readonly levels: Readonly<Record<string, number>>;
  /** Lines in equal parts of the span. */
  readonly histogram: readonly number[];
  /** One of the lines of the template, as an example. */
  readonly example: string;
}

export interface Patterns {
  /** Most frequent first. */
  readonly patterns: readonly Pattern[];
  /** Lines of patterns that are not listed. */
  readonly rest: number;
  /** Lines in all. */
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

/** Groups of a leaf, the most recently used first. */
type Leaf = Group[];

/** A newline marks a key of a cut line; lines themselves never contain one. */
const keyOf = (text: string, cut: boolean): string => (cut ? `${text}\n` : text);

export class PatternMiner {
  readonly #from: number;
  readonly #step: number;
  /** Number of words (negative for lines that go on) → first word → leaf. */
  readonly #tree = new Map<number, Map<string, Leaf>>();
  #groups = 0;
  #lines = 0;
  #compared = 0;
  #remembered = new Map<string, Group>();
  #characters = 0;

  /** @param span of the histograms, epoch milliseconds; lines outside count in its first or last part */
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

  /** Comparisons of a line with a template so far: what takes the time. */
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
    // In `user=eve` only the value varies, so the name stays in the template.
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

  /** Removes the rarer half of all groups, except the one just created. */
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
  // A group with very many levels counts as having none.
  if (levels.has(name) || levels.size < mostLevels) levels.set(name, (levels.get(name) ?? 0) + 1);
}

/** Two groups that became the same template. */
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

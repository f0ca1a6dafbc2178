/**
 * Assignment rules: expressions over the properties of a node, such as `tag:web AND os:linux AND NOT name:lab-*`.
 * - Fields are `tag`, `os`, `name`, `version`, `ip` and `id`.
 * - Values are compared ignoring case. `*` matches any characters, `?` matches one character.
 * - Versions can also be compared by order: `version:<1.5`, `version:>=1.5.1`.
 * - NOT precedes what it negates. AND binds more tightly than OR. Parentheses group.
 */

interface RuleNode {
  readonly id: string;
  readonly name: string;
  readonly os: string;
  readonly version: string;
  readonly ip: string;
  readonly tags: readonly string[];
}

export class AssignmentRuleError extends Error {
  override readonly name = 'AssignmentRuleError';
}

export type RuleMatcher = (node: RuleNode) => boolean;

const fields = ['tag', 'os', 'name', 'version', 'ip', 'id'] as const;
type Field = (typeof fields)[number];

const mostTerms = 50;
const deepest = 20;

interface Token {
  readonly text: string;
  /** Column counted from 1. */
  readonly column: number;
  readonly quoted: boolean;
}

function tokensOf(rule: string): Token[] {
  const pattern = /\s+|\(|\)|[^\s()"]*"(?:[^"\\]|\\.)*"|[^\s()"]+|"/gy;
  const tokens: Token[] = [];
  for (;;) {
    const at = pattern.lastIndex;
    const text = pattern.exec(rule)?.[0];
    if (text === undefined) return tokens;
    if (text === '"') throw new AssignmentRuleError(`A text in quotes has no end (column ${at + 1})`);
    if (text.trim() !== '') tokens.push({ text, column: at + 1, quoted: text.endsWith('"') });
    if (tokens.length > mostTerms * 4) throw new AssignmentRuleError(`A rule has at most ${mostTerms} terms`);
  }
}

const segments = (version: string): number[] => (version.match(/\d+/g) ?? []).slice(0, 6).map(Number);

/** Compares two versions; the result is negative if `a` is older than `b`, and 0 if they are equal. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Tells whether a text matches a pattern with wildcards, in time proportional at most to the product of their lengths.
 */
export function matchesWildcards(text: string, pattern: string): boolean {
  let [at, place, star, mark] = [0, 0, -1, 0];
  while (at < text.length) {
    if (place < pattern.length && (pattern[place] === '?' || (pattern[place] === text[at] && pattern[place] !== '*'))) {
      at += 1;
      place += 1;
    } else if (pattern[place] === '*') {
      star = place;
      mark = at;
      place += 1;
    } else if (star >= 0) {
      place = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[place] === '*') place += 1;
  return place === pattern.length;
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #terms = 0;

  constructor(rule: string) {
    this.#tokens = tokensOf(rule);
  }

  whole(): RuleMatcher {
    const matcher = this.#or(0);
    const rest = this.#tokens[this.#at];
    if (rest)
      throw new AssignmentRuleError(`AND, OR or the end is expected, not "${rest.text}" (column ${rest.column})`);
    return matcher;
  }

  #takes(word: string): boolean {
    const token = this.#tokens[this.#at];
    if (!token || token.quoted || token.text.toUpperCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  #or(depth: number): RuleMatcher {
    const parts = [this.#and(depth)];
    while (this.#takes('OR')) parts.push(this.#and(depth));
    return (node) => parts.some((part) => part(node));
  }

  #and(depth: number): RuleMatcher {
    const parts = [this.#not(depth)];
    while (this.#takes('AND')) parts.push(this.#not(depth));
    return (node) => parts.every((part) => part(node));
  }

  #not(depth: number): RuleMatcher {
    if (depth > deepest) throw new AssignmentRuleError(`A rule nests deeper than ${deepest} levels`);
    if (this.#takes('NOT')) {
      const inner = this.#not(depth + 1);
      return (node) => !inner(node);
    }
    if (this.#takes('(')) {
      const inner = this.#or(depth + 1);
      if (!this.#takes(')')) throw new AssignmentRuleError(`")" is missing${this.#place()}`);
      return inner;
    }
    return this.#term();
  }

  #place(): string {
    const token = this.#tokens[this.#at];
    return token ? ` (column ${token.column})` : ' at the end';
  }

  #term(): RuleMatcher {
    const token = this.#tokens[this.#at];
    if (!token) throw new AssignmentRuleError('A term such as tag:web is expected at the end');
    this.#at += 1;
    this.#terms += 1;
    if (this.#terms > mostTerms) throw new AssignmentRuleError(`A rule has at most ${mostTerms} terms`);
    const colon = token.text.indexOf(':');
    const name = token.text.slice(0, Math.max(0, colon)).toLowerCase();
    const field = fields.find((one) => one === name);
    if (field === undefined) {
      throw new AssignmentRuleError(
        `"${token.text}" is no term: write ${fields.map((one) => `${one}:`).join(', ')} and a value (column ${token.column})`,
      );
    }
    const raw = token.text.slice(colon + 1);
    const value = raw.startsWith('"') ? raw.slice(1, -1).replace(/\\(.)/g, '$1') : raw;
    if (value === '') throw new AssignmentRuleError(`${field}: needs a value (column ${token.column})`);
    return matcherOf(field, value);
  }
}

function matcherOf(field: Field, value: string): RuleMatcher {
  const wanted = value.toLowerCase();
  const fits = (text: string): boolean => matchesWildcards(text.toLowerCase(), wanted);
  if (field === 'tag') return ({ tags }) => tags.some(fits);
  if (field === 'version') {
    const [, comparison, than = ''] = /^(<=|>=|<|>)(.+)$/.exec(value) ?? [];
    if (comparison === '<') return ({ version }) => compareVersions(version, than) < 0;
    if (comparison === '<=') return ({ version }) => compareVersions(version, than) <= 0;
    if (comparison === '>') return ({ version }) => compareVersions(version, than) > 0;
    if (comparison === '>=') return ({ version }) => compareVersions(version, than) >= 0;
  }
  return (node) => fits(node[field]);
}

const parsed = new Map<string, RuleMatcher>();
const mostParsed = 500;

/** Parses a rule; an empty rule matches no node. @throws AssignmentRuleError that names the column of the error */
export function parseAssignmentRule(rule: string): RuleMatcher {
  if (rule.trim() === '') return () => false;
  const known = parsed.get(rule);
  if (known) return known;
  const matcher = new Reader(rule).whole();
  if (parsed.size >= mostParsed) parsed.clear();
  parsed.set(rule, matcher);
  return matcher;
}

/** Returns the matcher of a rule; an invalid rule matches no node. */
export function ruleMatcher(rule: string): RuleMatcher {
  try {
    return parseAssignmentRule(rule);
  } catch (error) {
    if (error instanceof AssignmentRuleError) return () => false;
    throw error;
  }
}

/**
 * Compiles conditions on the words of ASCII texts to regular expressions over the text itself. The expressions match
 * exactly the texts in which the tokenizer (../store/tokenize.ts) finds such words. They are many times as fast as
 * computing the words. The words of other texts are stored (../store/word-columns-sql.ts).
 */
import { literalRegex } from '../../../api/literal-regex.js';
import type { WildcardNode } from '../../../api/language/index.js';

type Kind = 'letter' | 'digit' | 'underscore';

const signs: Readonly<Record<Kind, string>> = { letter: 'a-z', digit: '0-9', underscore: '_' };
const all = 'a-z0-9_';
/** Characters that join two characters of a kind within a word. */
const joints: Readonly<Record<Kind, string>> = { letter: ".'", digit: ".',", underscore: '' };
const kinds: readonly Kind[] = ['letter', 'digit', 'underscore'];

function kindOf(sign: string | undefined): Kind | undefined {
  if (sign === undefined) return undefined;
  if (/^[a-z]$/.test(sign)) return 'letter';
  if (/^[0-9]$/.test(sign)) return 'digit';
  return sign === '_' ? 'underscore' : undefined;
}

/** Returns a pattern for the beginning of a word with a character of a kind. */
function beginning(kind: Kind): string {
  const own = joints[kind];
  return own === '' ? `(?:^|[^${all}])` : `(?:^|[^${all}${own}]|(?:^|[^${signs[kind]}])[${own}])`;
}

/** Returns a pattern for the end of a word with a character of a kind. */
function ending(kind: Kind): string {
  const own = joints[kind];
  return own === '' ? `(?:$|[^${all}])` : `(?:$|[^${all}${own}]|[${own}](?:$|[^${signs[kind]}]))`;
}

/** Returns a pattern for the text between two words, by the kinds of the last and the first character beside it. */
function between(left: Kind, right: Kind): string {
  const own = left === right ? joints[left] : '';
  return own === '' ? `[^${all}]+` : `(?:[^${all}${own}]|[^${all}]{2,})`;
}

/** Returns a pattern for pairs of a joining character and a character of the kind, with which a word may continue. */
const onwards = (kind: Kind): string => (joints[kind] === '' ? '' : `(?:[${joints[kind]}][${signs[kind]}])*`);
const rest = `(?:${kinds.map((kind) => `[${signs[kind]}]${onwards(kind)}`).join('|')})*`;

const escaped = (text: string): string => text.replace(/[.]/g, '\\.');
const whole = (pattern: string): string => `(?i)${pattern}`;

/** Returns a pattern that finds a text in any case. @param text ASCII text */
export const textPattern = (text: string): string => whole(literalRegex(text));

/**
 * Returns a pattern that finds consecutive words; undefined: no ASCII text contains them.
 * @param words tokens, at least one
 */
export function phrasePattern(words: readonly string[]): string | undefined {
  let pattern = '';
  let last: Kind | undefined;
  for (const word of words) {
    const [first, end] = [kindOf(word[0]), kindOf(word.at(-1))];
    if (!first || !end || /[^a-z0-9_.',]/.test(word)) return undefined;
    pattern += (last ? between(last, first) : beginning(first)) + escaped(word);
    last = end;
  }
  return last && whole(pattern + ending(last));
}

/**
 * State of matching a wildcard within a word. The matcher is in one of these positions:
 * - `letter`, `digit`, `underscore`: after a character of this kind,
 * - `joinsLetters`, `joinsDigits`: after a joining character between two characters of this kind,
 * - `beginning`: before the first character,
 * - `anywhere`: at any position.
 */
type Place = Kind | 'joinsLetters' | 'joinsDigits' | 'beginning' | 'anywhere';
/** Patterns of the texts that lead to each state. */
type Ways = ReadonlyMap<Place, string>;

const joined: Readonly<Partial<Record<Place, Kind>>> = { joinsLetters: 'letter', joinsDigits: 'digit' };
const joinOf: Readonly<Record<Kind, Place | undefined>> = {
  letter: 'joinsLetters',
  digit: 'joinsDigits',
  underscore: undefined,
};
const choice = (patterns: readonly string[]): string =>
  patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;

/**
 * Returns the state to which one more character leads, with the pattern of the texts that lead to it. Returns undefined
 * if the character leads to no state.
 */
function step(ways: Ways, kind: Kind, set: string, isJoint: boolean): [Place, string] | undefined {
  const found: string[] = [];
  for (const [place, way] of ways) {
    if (isJoint) {
      if (place === kind) found.push(way + set);
      else if (place === 'anywhere') found.push(`${way}[${signs[kind]}]${set}`);
    } else if (place === 'beginning') found.push(way + beginning(kind) + set);
    else if ((joined[place] ?? kind) === kind) found.push(way + set);
  }
  const to = isJoint ? joinOf[kind] : kind;
  return to && found.length > 0 ? [to, choice(found)] : undefined;
}

const collect = (steps: readonly ([Place, string] | undefined)[]): Ways =>
  new Map(steps.filter((one) => one !== undefined));

function behindSign(ways: Ways, sign: string): Ways {
  const kind = kindOf(sign);
  if (kind) return collect([step(ways, kind, sign, false)]);
  return collect(kinds.map((one) => (joints[one].includes(sign) ? step(ways, one, escaped(sign), true) : undefined)));
}

const behindOne = (ways: Ways): Ways =>
  collect([
    ...kinds.map((kind) => step(ways, kind, `[${signs[kind]}]`, false)),
    ...kinds.map((kind) => (joints[kind] === '' ? undefined : step(ways, kind, `[${joints[kind]}]`, true))),
  ]);

function behindAny(ways: Ways): Ways {
  if (ways.has('beginning') || ways.has('anywhere')) return new Map([['anywhere', '']]);
  // The pattern up to a character of each kind that may be followed by further characters.
  const starts: string[] = [];
  for (const [place, way] of ways) {
    const kind = joined[place];
    if (kind) starts.push(`${way}[${signs[kind]}]${onwards(kind)}`);
    else starts.push(way + onwards(place as Kind));
  }
  const start = choice(starts);
  const steps: [Place, string][] = [];
  for (const kind of kinds) {
    const own = [ways.get(kind), `${start}${rest}[${signs[kind]}]`].filter((way) => way !== undefined);
    const join = joinOf[kind];
    const afterJoin = join && ways.get(join);
    if (afterJoin !== undefined) own.push(`${afterJoin}[${signs[kind]}]`);
    const to = choice(own) + onwards(kind);
    steps.push([kind, to]);
    if (join) steps.push([join, choice([`${to}[${joints[kind]}]`, ...(afterJoin === undefined ? [] : [afterJoin])])]);
  }
  return new Map(steps);
}

/**
 * Largest length of a pattern in characters. Each `?` of a wildcard makes its pattern larger, and the database searches
 * very slowly with large patterns.
 */
const longestPattern = 8000;

/** Returns a short pattern that matches a superset of a wildcard's matches. @param parts ASCII parts */
export function roughPattern(parts: WildcardNode['parts']): string {
  const sign = `[${all}.,']`;
  const rough = parts.map((part) => {
    if (typeof part === 'object') return part.text.split(' ').map(literalRegex).join(`[^${all}]+`);
    return part === 'any' ? `${sign}*` : sign;
  });
  return whole(rough.join(''));
}

/**
 * Compiles a wildcard into a pattern for words. `none`: no ASCII text has a match; undefined: every word must be
 * checked.
 */
export function wildcardPattern(parts: WildcardNode['parts']): string | 'none' | undefined {
  let pattern = '';
  let ways: Ways = new Map([['beginning', '']]);
  const items = parts.flatMap((part): readonly string[] => (typeof part === 'object' ? [...part.text] : [part]));
  const isOpen = parts.at(-1) === 'any';
  if (items.some((item) => /[^\x20-\x7e]/.test(item))) return 'none';
  if (items.includes(' ')) return undefined;
  for (const item of isOpen ? items.slice(0, -1) : items) {
    ways = item === 'any' ? behindAny(ways) : item === 'one' ? behindOne(ways) : behindSign(ways, item);
    if (ways.size === 0) return 'none';
    const [only] = ways;
    if (only && ways.size === 1) {
      pattern += only[1];
      ways = new Map([[only[0], '']]);
    }
    if (pattern.length + [...ways.values()].join('').length > longestPattern) return undefined;
  }
  const ends: string[] = [];
  for (const [place, way] of ways) {
    const kind = kinds.find((one) => one === place);
    if (kind) ends.push(isOpen ? way : way + ending(kind));
    // The word must continue with at least one more character.
    else if (isOpen) ends.push(`${way}[${place in joined ? signs[joined[place] ?? 'letter'] : all}]`);
  }
  return ends.length === 0 ? 'none' : whole(pattern + choice(ends));
}

/**
 * Regular expressions as `java.util.regex.Pattern` reads them, compiled for the bounded engine: without a flag the dot stops at line ends,
 * classes have Java's names, and what would need backtracking is refused.
 */
import { BoundedPattern, PatternError } from './bounded-pattern.js';

/** Java's `\p{…}` → what stands for it within a class. */
const classes: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7f',
  Alpha: 'A-Za-z',
  Digit: '0-9',
  Alnum: 'A-Za-z0-9',
  Punct: '!-\\/:-@\\[-`{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1f\\x7f',
  XDigit: '0-9A-Fa-f',
  Space: '\\t-\\r ',
  IsAlphabetic: '\\p{L}',
  IsLetter: '\\p{L}',
  IsDigit: '\\p{Nd}',
  IsUppercase: '\\p{Lu}',
  IsLowercase: '\\p{Ll}',
  IsPunctuation: '\\p{P}',
};

const escapes: Readonly<Record<string, string>> = {
  e: '\\x1b',
  h: ' \\t\\xa0',
  v: '\\n\\x0b\\f\\r\\x{85}\\x{2028}\\x{2029}',
};

const lineEnds = '\\n\\r\\x{85}\\x{2028}\\x{2029}';

/** One escape, a quoted part, a class, the opening of a group with flags, a dot. */
const part =
  /\\Q[\s\S]*?(?:\\E|$)|\\u([0-9A-Fa-f]{4})|\\([pP])\{(\w+)\}|\\[\s\S]|\[(\^?)(\]?(?:\\[pP]\{\w+\}|\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*)\]|\(\?([a-zA-Z]*)(-[a-zA-Z]+)?[:)]|\./g;

function namedClass(name: string, isNegated: boolean, inClass: boolean): string | undefined {
  const members = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (members === undefined) return undefined;
  if (!inClass) return `[${isNegated ? '^' : ''}${members}]`;
  if (isNegated) throw new PatternError(`\\P{${name}} is not supported within a class.`);
  return members;
}

function classMembers(members: string): string {
  if (/&&/.test(members.replace(/\\[\s\S]/g, ''))) {
    throw new PatternError('Intersections of classes (&&) are not supported. Write the class out.');
  }
  return members.replace(
    /\\u([0-9A-Fa-f]{4})|\\([pP])\{(\w+)\}|\\([\s\S])|\[:|\[/g,
    (whole, code?: string, kind?: string, name?: string, letter?: string) => {
      if (code !== undefined) return `\\x{${code}}`;
      if (name !== undefined) return namedClass(name, kind === 'P', true) ?? whole;
      if (letter !== undefined) return escapes[letter] ?? whole;
      return whole === '[' ? '\\[' : whole;
    },
  );
}

/** @param source as a rule has it, after its own escapes @throws PatternError that says what is not supported */
export function javaPattern(source: string): BoundedPattern {
  // With this flag anywhere, the dot matches every character everywhere: expressions that switch the flag in the middle are rare.
  const everyDot = /\(\?[a-zA-Z]*s[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]/.test(source);
  const written = source.replace(
    part,
    (whole, code?: string, kind?: string, name?: string, negation?: string, members?: string) => {
      if (code !== undefined) return `\\x{${code}}`;
      if (name !== undefined) return namedClass(name, kind === 'P', false) ?? whole;
      if (members !== undefined) return `[${negation ?? ''}${classMembers(members)}]`;
      if (whole === '.') return everyDot ? whole : `[^${lineEnds}]`;
      const escape = whole.length === 2 && whole.startsWith('\\') ? escapes[whole.charAt(1)] : undefined;
      return escape === undefined ? whole : whole === '\\e' ? escape : `[${escape}]`;
    },
  );
  return new BoundedPattern(written, source);
}

/** Compiled expressions of texts that are no constants of a rule, the latest ones. */
const remembered = new Map<string, BoundedPattern>();
const mostRemembered = 500;

/** Like `javaPattern`, with a cache, for expressions that are only known when a rule runs. @throws PatternError */
export function rememberedJavaPattern(source: string): BoundedPattern {
  const found = remembered.get(source);
  if (found) return found;
  const made = javaPattern(source);
  if (remembered.size >= mostRemembered) {
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      break;
    }
  }
  remembered.set(source, made);
  return made;
}

/** Regular expressions of people that run where they must not hold up anybody: bounded in size, and in the work of one match. */
import { RE2JS, type Matcher } from 're2js';
import { longestPattern, patternSteps } from './patterns.js';

/** The server cannot run this; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Steps that the program of one pattern may have. */
const mostSteps = 500;
/** Steps × letters of one match, which takes some ten milliseconds: of a text that is longer, the beginning is looked at. */
const mostWork = 2_000_000;
/** Finding out what the groups took is dearer. */
const mostGroupWork = 400_000;

/** What Java has and a linear engine cannot: each with a word for it. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/\(\?<?[=!]/, 'Look-around'],
  [/\\[1-9]|\\k</, 'Going back to what a group took'],
  [/\(\?>/, 'An atomic group'],
  [/[*+?}]\+/, 'A possessive count'],
  [/\\[GhHRvVXZ]/, 'This escape'],
];

/** Why the engine refuses a pattern. @param message the engine's own */
export function refusalOf(pattern: string, message: string): { readonly reason: string; readonly foreign: boolean } {
  const unescaped = pattern.replaceAll('\\\\', '');
  for (const [form, what] of foreign) {
    const [found] = form.exec(unescaped) ?? [];
    if (found === undefined) continue;
    return {
      reason: `${what} ("${found}") is not supported: it could take endless time on a long text`,
      foreign: true,
    };
  }
  return { reason: message.replace(/^error parsing regexp: /, ''), foreign: false };
}

/** Looks anywhere in a text; the dot matches newlines, too. Its time grows with the text only. */
export class BoundedPattern {
  readonly #program: RE2JS;
  readonly #steps: number;

  /** @throws PatternError */
  constructor(source: string) {
    this.#steps = Math.max(1, patternSteps(source));
    if (source.length > longestPattern || this.#steps > mostSteps) {
      throw new PatternError('The regular expression is too large.');
    }
    try {
      this.#program = RE2JS.compile(source, RE2JS.DOTALL);
    } catch (error) {
      const { reason } = refusalOf(source, error instanceof Error ? error.message : '');
      throw new PatternError(`This is no regular expression that the server can run: ${reason}`);
    }
  }

  get groups(): number {
    return this.#program.groupCount();
  }

  /** Name → number. */
  get namedGroups(): Readonly<Record<string, number>> {
    return this.#program.namedGroups();
  }

  isIn(text: string): boolean {
    return this.#program.matcher(text.slice(0, Math.floor(mostWork / this.#steps))).find();
  }

  /** For what the groups took; of a long text, its beginning. */
  matcher(text: string): Matcher {
    return this.#program.matcher(text.slice(0, Math.floor(mostGroupWork / this.#steps)));
  }
}

/** Why this is no pattern that the server can run; undefined: it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    new BoundedPattern(source);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

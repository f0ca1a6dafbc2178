/** Regular expressions of people that run where they must not hold up anybody: bounded in size, and in the work of one match. */
import { RE2JS } from 're2js';
import { NativePattern, type FoundMatch } from './native-pattern.js';
import { longestPattern, patternSteps } from './patterns.js';

/** The server cannot run this; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Steps that the program of one pattern may have. */
const mostSteps = 500;
/** Steps × letters of finding out whether there is a match. It takes a millisecond, and some ten where the engine has to go the long way. */
const mostWork = 3_300_000;
/** Finding out what the groups took is dearer: some five nanoseconds for each step and letter. The editor of extractors says it, too. */
const mostGroupWork = 800_000;

/** The text is longer than what is looked at, and what comes after that could decide. */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';

  constructor(lookedAt: number) {
    super(`The text is too long: with this expression the first ${lookedAt} characters are looked at.`);
  }
}

/** Java syntax that a linear engine cannot support, with its name. */
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

/** Looks anywhere in a text; the dot matches newlines, too. Its time grows with the text only, or is a few milliseconds at most. */
export class BoundedPattern {
  readonly #program: RE2JS;
  readonly #steps: number;
  /** It asks for the end of the text, or what comes next. */
  readonly #looksAhead: boolean;
  /** True if an alternative that continues over anything may be tried after another has matched. */
  readonly #prefersLonger: boolean;
  /** Made when a text needs it; null: the linear engine does all. */
  #native: NativePattern | null | undefined;

  /**
   * @param sizedAs the expression as it was written, when `source` writes out what it means: its size decides
   * @throws PatternError
   */
  constructor(
    private readonly source: string,
    sizedAs = source,
  ) {
    this.#steps = Math.max(1, patternSteps(sizedAs));
    this.#looksAhead = /\$|\\[bBz]/.test(source);
    this.#prefersLonger = /\||\)[?*+{]/.test(source) && /(?:\.|\[\^(?:\\.|[^\]\\])+\]|\[\\s\\S\])[*+{]/.test(source);
    if (sizedAs.length > longestPattern || this.#steps > mostSteps) {
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

  /** @throws TextTooLongError where the beginning of the text does not tell */
  isIn(text: string): boolean {
    const native = this.#nativeFor(text);
    if (native) return native.isIn(text);
    const seen = this.#beginning(text, mostWork);
    const matches = this.#program.test(seen);
    if (seen.length === text.length) return matches;
    if (!matches) throw new TextTooLongError(seen.length);
    return !this.#looksAhead || this.#isWithin(text);
  }

  /** The one that begins first. @throws as `matches` */
  first(text: string): FoundMatch | undefined {
    const native = this.#nativeFor(text);
    return native ? native.find(text) : this.matches(text).next().value;
  }

  /**
   * One match after the other, each with what its groups took. A match that ends where the looking ends might go on after it, so it is none.
   * @throws TextTooLongError where there may be a match that is not seen
   */
  *matches(text: string): Generator<FoundMatch, undefined> {
    const native = this.#nativeFor(text);
    if (native) {
      let found = native.find(text);
      while (found) {
        yield found;
        const end = found.end();
        const from = end > found.start() ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
        found = from <= text.length ? native.find(text, from) : undefined;
      }
      return undefined;
    }
    if (!this.isIn(text)) return undefined;
    const seen = this.#beginning(text, mostGroupWork);
    const isCut = seen.length < text.length;
    if (isCut && this.#prefersLonger) throw new TextTooLongError(seen.length);
    const matcher = this.#program.matcher(seen);
    while (matcher.find() && !(isCut && matcher.end() === seen.length)) yield matcher;
    if (isCut) throw new TextTooLongError(seen.length);
    return undefined;
  }

  /** Undefined: the linear engine is to look. */
  #nativeFor(text: string): NativePattern | undefined {
    if (this.#native === undefined) this.#native = NativePattern.of(this.source) ?? null;
    return this.#native && text.length <= this.#native.longestText ? this.#native : undefined;
  }

  /** Tells whether a match ends inside the examined part; then the cut at its end has no effect. */
  #isWithin(text: string): true {
    const seen = this.#beginning(text, mostGroupWork);
    const matcher = this.#program.matcher(seen);
    if (matcher.find() && matcher.end() < seen.length) return true;
    throw new TextTooLongError(seen.length);
  }

  #beginning(text: string, work: number): string {
    return text.slice(0, Math.floor(work / this.#steps));
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

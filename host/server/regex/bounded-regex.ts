/**
 * Regular expressions of people, as Java reads them, that run where they must not hold up anybody: bounded in size, and in the work of
 * one match. Three engines do that: the machine's own one for expressions whose worst case is short, a linear one, and one that counts
 * its steps for what a linear one cannot do, such as look-around.
 */
import { RE2JS } from 're2js';
import { JavaSyntaxError, type JavaReading } from './java/expression.js';
import { readJava } from './java/read-java.js';
import { StepsError } from './java/step-match.js';
import { StepPattern } from './java/step-pattern.js';
import { ProgramSizeError, stepProgram } from './java/step-program.js';
import { asksForLineEnds, writeLinear } from './java/write-linear.js';
import { NativeRegex, type FoundMatch } from './native-regex.js';
import { longestRegex, regexSteps } from './regex-limits.js';

/** The server cannot run this; the message says why. */
export class RegexError extends Error {
  override readonly name = 'PatternError';
}

/** Steps that the program of one pattern may have. */
const mostSteps = 500;
/** Steps × letters of finding out whether there is a match. It takes a millisecond, and some ten where the engine has to go the long way. */
const mostWork = 3_300_000;
/** Finding out what the groups took is dearer: some five nanoseconds for each step and letter. The editor of extractors says it, too. */
const mostGroupWork = 800_000;

/** Steps of the counting engine for one text: ten milliseconds or so. */
const mostCountedSteps = 1_000_000;
/** Instructions of its program. */
const mostInstructions = 10_000;

/** The text is longer than what is examined, and what comes after that could decide; or looking takes too many steps. */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';

  /** @param lookedAt characters; undefined: the steps were too many */
  constructor(lookedAt: number | undefined) {
    super(
      lookedAt === undefined
        ? 'The expression takes too many steps on this text. Make it simpler, or begin it with "^".'
        : `The text is too long: with this expression the first ${lookedAt} characters are looked at.`,
    );
  }
}

/** The other line ends of Java, and those at the end: the linear engine knows the newline only. */
const foreignLineEnds = /[\r\u0085\u2028\u2029]|\n$/;

function readingOf(source: string, dotAll: boolean): JavaReading {
  try {
    return readJava(source, { dotAll });
  } catch (error) {
    if (!(error instanceof JavaSyntaxError)) throw error;
    throw new RegexError(`This is no regular expression that the server can run: ${error.message}`);
  }
}

/** The program of the linear engine; undefined: it cannot run the expression. */
function linearProgram(written: string): RE2JS | undefined {
  try {
    return RE2JS.compile(written, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}

export interface BoundedOptions {
  /** The dot takes line ends, too; true unless told. */
  readonly dotAll?: boolean;
}

/** Looks anywhere in a text. Its time grows with the text only, or is a few milliseconds at most. */
export class BoundedRegex {
  readonly #reading: JavaReading;
  /** For the linear engine; undefined: it cannot run it. */
  readonly #linear: { readonly source: string; readonly program: RE2JS } | undefined;
  readonly #steps: number;
  readonly #asksForLineEnds: boolean;
  /** True when a part looks ahead, such as `$` or a word boundary. */
  readonly #looksAhead: boolean;
  /** True if an alternative that continues over anything may be tried after another has matched. */
  readonly #prefersLonger: boolean;
  /** Made when a text needs it; null: the linear engine does all. */
  #native: NativeRegex | null | undefined;
  /** Made when a text needs it. */
  #counting: StepPattern | undefined;

  /** @throws PatternError that says what is wrong or not supported */
  constructor(source: string, { dotAll = true }: BoundedOptions = {}) {
    if (source.length > longestRegex) throw new RegexError('The regular expression is too large.');
    this.#reading = readingOf(source, dotAll);
    const { expression } = this.#reading;
    this.#steps = Math.max(1, regexSteps(source));
    this.#asksForLineEnds = asksForLineEnds(expression);
    const written = this.#steps > mostSteps ? undefined : writeLinear(expression);
    const program = written === undefined ? undefined : linearProgram(written);
    this.#linear = written !== undefined && program ? { source: written, program } : undefined;
    this.#looksAhead = /\$|\\[bBz]/.test(written ?? '');
    this.#prefersLonger = /\||\)[?*+{]/.test(written ?? '') && /(?:\.|\[\^(?:\\.|[^\]\\])+\])[*+{]/.test(written ?? '');
    // Whether it can be run is known now rather than when the first text comes.
    if (!this.#linear) this.#counts();
  }

  get groups(): number {
    return this.#reading.groups;
  }

  /** Name → number. */
  get namedGroups(): Readonly<Record<string, number>> {
    return this.#reading.names;
  }

  /** @throws TextTooLongError where the beginning of the text does not tell */
  isIn(text: string): boolean {
    const native = this.#nativeFor(text);
    if (native) return native.isIn(text);
    const program = this.#linearFor(text);
    if (!program) return this.#counted(text) !== undefined;
    const seen = this.#beginning(text, mostWork);
    const matches = program.test(seen);
    if (seen.length === text.length) return matches;
    if (!matches) throw new TextTooLongError(seen.length);
    return !this.#looksAhead || this.#isWithin(program, text);
  }

  /** The one that begins first. @throws as `matches` */
  first(text: string): FoundMatch | undefined {
    const native = this.#nativeFor(text);
    if (native) return native.find(text);
    return this.#linearFor(text) ? this.matches(text).next().value : this.#counted(text);
  }

  /**
   * One match after the other, each with what its groups took. A match that ends where the looking ends might go on after it, so it is none.
   * @throws TextTooLongError where there may be a match that is not seen
   */
  *matches(text: string): Generator<FoundMatch, undefined> {
    const native = this.#nativeFor(text);
    const program = native ? undefined : this.#linearFor(text);
    if (!program) {
      const find = (from: number) => (native ? native.find(text, from) : this.#counted(text, from));
      let found = find(0);
      while (found) {
        yield found;
        const end = found.end();
        const from = end > found.start() ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
        found = from <= text.length ? find(from) : undefined;
      }
      return undefined;
    }
    if (!this.isIn(text)) return undefined;
    const seen = this.#beginning(text, mostGroupWork);
    const isCut = seen.length < text.length;
    if (isCut && this.#prefersLonger) throw new TextTooLongError(seen.length);
    const matcher = program.matcher(seen);
    while (matcher.find() && !(isCut && matcher.end() === seen.length)) yield matcher;
    if (isCut) throw new TextTooLongError(seen.length);
    return undefined;
  }

  /** Undefined when another engine has to match. */
  #nativeFor(text: string): NativeRegex | undefined {
    if (!this.#linear || !this.#linearFor(text)) return undefined;
    if (this.#native === undefined) this.#native = NativeRegex.of(this.#linear.source) ?? null;
    return this.#native && text.length <= this.#native.longestText ? this.#native : undefined;
  }

  /** Undefined when the step-counting engine has to match. */
  #linearFor(text: string): RE2JS | undefined {
    return this.#asksForLineEnds && foreignLineEnds.test(text) ? undefined : this.#linear?.program;
  }

  #counts(): StepPattern {
    try {
      this.#counting ??= new StepPattern(stepProgram(this.#reading, mostInstructions), mostCountedSteps);
      return this.#counting;
    } catch (error) {
      if (error instanceof ProgramSizeError) throw new RegexError(error.message);
      throw error;
    }
  }

  #counted(text: string, from = 0): FoundMatch | undefined {
    try {
      return this.#counts().find(text, from);
    } catch (error) {
      // Its program can only be too large for a text that asks for it where the linear engine runs all others.
      if (error instanceof StepsError || error instanceof RegexError) throw new TextTooLongError(undefined);
      throw error;
    }
  }

  /** Tells whether a match ends inside the examined part; then the cut at its end has no effect. */
  #isWithin(program: RE2JS, text: string): true {
    const seen = this.#beginning(text, mostGroupWork);
    const matcher = program.matcher(seen);
    if (matcher.find() && matcher.end() < seen.length) return true;
    throw new TextTooLongError(seen.length);
  }

  #beginning(text: string, work: number): string {
    return text.slice(0, Math.floor(work / this.#steps));
  }
}

/** Why this is no pattern that the server can run; undefined: it is one. */
export function regexProblem(source: string): string | undefined {
  try {
    new BoundedRegex(source);
    return undefined;
  } catch (error) {
    if (error instanceof RegexError) return error.message;
    throw error;
  }
}

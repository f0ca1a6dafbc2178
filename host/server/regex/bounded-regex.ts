/**
 * Regular expressions of users, in Java's syntax. Their size and their work per match are limited, so that they cannot
 * block the event loop. Three engines run them: the JavaScript engine runs expressions with a short worst case, RE2 is
 * a linear-time engine, and a step-counting backtracking engine runs expressions with features that a linear-time
 * engine lacks, such as look-around.
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

/** Thrown for a regular expression that the server cannot run; the message gives the reason. */
export class RegexError extends Error {
  override readonly name = 'RegexError';
}

/** Largest number of steps in the program of the linear-time engine for one pattern. */
const mostSteps = 500;
/**
 * Largest product of steps and characters for a test without groups. Such a test takes about 1 ms, or about 10 ms for
 * expressions that the engine runs slowly.
 */
const mostWork = 3_300_000;
/**
 * Largest product of steps and characters for a match with groups, which takes about five nanoseconds per unit. The
 * extractor editor states this limit as well.
 */
const mostGroupWork = 800_000;

/** Largest number of steps of the step-counting engine for one text, about 10 ms. */
const mostCountedSteps = 1_000_000;
/** Largest number of instructions in a program of the step-counting engine. */
const mostInstructions = 10_000;

/**
 * Thrown when a search has no result, because the text is too long to be examined completely, or takes too many steps.
 */
export class TextTooLongError extends Error {
  override readonly name = 'TextTooLongError';

  /** @param lookedAt number of examined characters; undefined: the steps were too many */
  constructor(lookedAt: number | undefined) {
    super(
      lookedAt === undefined
        ? 'The expression takes too many steps on this text. Make it simpler, or begin it with "^".'
        : `The text is too long: with this expression the first ${lookedAt} characters are looked at.`,
    );
  }
}

/**
 * Matches the line ends that the linear-time engine does not treat as Java does: line ends other than the newline, and
 * a newline at the end of the text.
 */
const foreignLineEnds = /[\r\u0085\u2028\u2029]|\n$/;

function readingOf(source: string, dotAll: boolean): JavaReading {
  try {
    return readJava(source, { dotAll });
  } catch (error) {
    if (!(error instanceof JavaSyntaxError)) throw error;
    throw new RegexError(`This is no regular expression that the server can run: ${error.message}`);
  }
}

/** Returns the program of the linear-time engine; undefined: this engine cannot run the expression. */
function linearProgram(written: string): RE2JS | undefined {
  try {
    return RE2JS.compile(written, RE2JS.DOTALL);
  } catch {
    return undefined;
  }
}

export interface BoundedOptions {
  /** True, the default: the dot also matches line ends. */
  readonly dotAll?: boolean;
}

/**
 * A compiled regular expression that searches anywhere in a text. Its time grows linearly with the text, or is about 10
 * ms at most.
 */
export class BoundedRegex {
  readonly #reading: JavaReading;
  /** Program of the linear-time engine; undefined: this engine cannot run the expression. */
  readonly #linear: { readonly source: string; readonly program: RE2JS } | undefined;
  readonly #steps: number;
  readonly #asksForLineEnds: boolean;
  /** True when a part of the expression examines the text after it, such as `$` or a word boundary. */
  readonly #looksAhead: boolean;
  /** True if a match at the end of the examined part could be replaced by a longer alternative in the whole text. */
  readonly #prefersLonger: boolean;
  /** Program of the JavaScript engine, compiled lazily; null: this engine cannot run the expression. */
  #native: NativeRegex | null | undefined;
  /** Program of the step-counting engine, compiled lazily. */
  #counting: StepPattern | undefined;

  /** Compiles an expression. @throws RegexError when it is invalid, too large or has an unsupported feature */
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
    // A program that is too large is reported now rather than with the first text.
    if (!this.#linear) this.#counts();
  }

  get groups(): number {
    return this.#reading.groups;
  }

  /** Numbers of the named groups, by name. */
  get namedGroups(): Readonly<Record<string, number>> {
    return this.#reading.names;
  }

  /**
   * Tells whether the text contains a match.
   * @throws TextTooLongError when the examined part of the text is not enough to decide, or takes too many steps
   */
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

  /**
   * Returns the first match; undefined: the text contains none.
   * @throws TextTooLongError when the examined part of the text is not enough to decide, or takes too many steps
   */
  first(text: string): FoundMatch | undefined {
    const native = this.#nativeFor(text);
    if (native) return native.find(text);
    return this.#linearFor(text) ? this.matches(text).next().value : this.#counted(text);
  }

  /**
   * Yields the matches with their groups, one after another. A match that ends at the end of the examined part may
   * continue after it, so it is omitted. A match may be read only until the next one is requested.
   * @throws TextTooLongError when a search takes too many steps, or if the text is longer than the examined part. For
   * such a text it is thrown after the matches in the examined part, or at once if the matches could be different in
   * the whole text
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

  /** Returns the JavaScript engine's program; undefined: another engine has to match. */
  #nativeFor(text: string): NativeRegex | undefined {
    if (!this.#linear || !this.#linearFor(text)) return undefined;
    if (this.#native === undefined) this.#native = NativeRegex.of(this.#linear.source) ?? null;
    return this.#native && text.length <= this.#native.longestText ? this.#native : undefined;
  }

  /** Returns the linear-time engine's program; undefined: the step-counting engine has to match. */
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
      // The constructor reports an expression that is too large for the step-counting engine, unless the linear-time
      // engine can run the expression. In that case only this text needs the step-counting engine, because of its line
      // ends.
      if (error instanceof StepsError || error instanceof RegexError) throw new TextTooLongError(undefined);
      throw error;
    }
  }

  /**
   * Returns true if the first match ends within the examined part, so that the rest of the text does not matter;
   * otherwise throws TextTooLongError.
   */
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

/** Explains why the server cannot run a regular expression; undefined: it can run it. */
export function regexProblem(source: string): string | undefined {
  try {
    new BoundedRegex(source);
    return undefined;
  } catch (error) {
    if (error instanceof RegexError) return error.message;
    throw error;
  }
}

/**
 * Runs regular expressions on JavaScript's own engine. It is many times faster than the linear-time engine, but takes
 * exponential time for some expressions. An expression is accepted only up to the text length for which its worst case
 * is short, and only if all engines interpret it in the same way.
 */
import { readPlacedRegex, type Edge, type PlacedExpression, type Ranges } from './regex-parts.js';
import { WorstCase } from './regex-worst-case.js';

/** Largest number of steps for any text of an accepted length; so many steps take a few milliseconds. */
const mostSteps = 3_000_000;
/** Lengths of texts in characters, ascending, for which the worst case of an expression is estimated. */
const textLengths = [128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192];

/**
 * A match with its groups, by number. For a group that did not take part in the match, the text is null and the
 * positions are -1.
 */
export interface FoundMatch {
  group(number?: number): string | null;
  start(number?: number): number;
  end(number?: number): number;
}

export class NativeRegex {
  readonly #engine: RegExp;
  /** The expression with the flag `d`, which returns the positions of groups; compiled lazily. */
  #placing: RegExp | undefined;

  /** @param longestText largest length in characters; longer texts could take too long */
  private constructor(
    source: string,
    readonly longestText: number,
  ) {
    this.#engine = new RegExp(source, 'gsu');
    // The expression is run here once, because V8 compiles it at its first run and may then reject it.
    this.isIn('');
  }

  /**
   * Compiles an expression; undefined: this engine could take too long or interpret the expression differently, or
   * cannot compile it.
   */
  static of(source: string): NativeRegex | undefined {
    const expression = readPlacedRegex(source);
    if (!expression || !isTakenAlike(expression, false)) return undefined;
    const tooLong = textLengths.findIndex((length) => new WorstCase(length, mostSteps).of(expression) > mostSteps);
    const longestText = textLengths.at(tooLong < 0 ? -1 : tooLong - 1);
    if (tooLong === 0 || longestText === undefined) return undefined;
    try {
      return new NativeRegex(written(expression), longestText);
    } catch {
      // The expression is too large for JavaScript's engine.
      return undefined;
    }
  }

  isIn(text: string): boolean {
    this.#engine.lastIndex = 0;
    return this.#engine.test(text);
  }

  /** Returns the first match; undefined: there is none. @param from position at which the search begins */
  find(text: string, from = 0): FoundMatch | undefined {
    this.#engine.lastIndex = from;
    const found = this.#engine.exec(text);
    return found ? new NativeMatch(found, (match) => this.#placesOf(match)) : undefined;
  }

  #placesOf(found: RegExpExecArray): RegExpIndicesArray | undefined {
    this.#placing ??= new RegExp(this.#engine.source, 'dsuy');
    this.#placing.lastIndex = found.index;
    return this.#placing.exec(found.input)?.indices;
  }
}

/**
 * A match whose groups' positions are computed lazily by running the expression again, because they are rarely used.
 */
class NativeMatch implements FoundMatch {
  #places: RegExpIndicesArray | undefined;

  constructor(
    private readonly found: RegExpExecArray,
    private readonly placesOf: (found: RegExpExecArray) => RegExpIndicesArray | undefined,
  ) {}

  group(number = 0): string | null {
    return this.found[number] ?? null;
  }

  start(number = 0): number {
    return number === 0 ? this.found.index : (this.#placeOf(number)?.[0] ?? -1);
  }

  end(number = 0): number {
    if (number === 0) return this.found.index + this.found[0].length;
    return this.#placeOf(number)?.[1] ?? -1;
  }

  #placeOf(number: number): readonly [number, number] | undefined {
    this.#places ??= this.placesOf(this.found);
    return this.#places?.[number];
  }
}

/** Returns the escape of a code point. */
const signOf = (code: number): string => `\\u{${code.toString(16)}}`;
const isEverySign = (ranges: Ranges): boolean =>
  ranges.length === 1 && ranges[0]?.[0] === 0 && ranges[0][1] === 0x10ffff;
const edgesWritten: Readonly<Record<Edge, string>> = { begin: '^', end: '$', word: '\\b', inWord: '\\B' };

function written(expression: PlacedExpression): string {
  switch (expression.kind) {
    case 'signs':
      if (isEverySign(expression.ranges)) return '.';
      return `[${expression.ranges.map(([from, to]) => `${signOf(from)}-${signOf(to)}`).join('')}]`;
    case 'sequence':
      return expression.parts.map((part) => (part.kind === 'choice' ? `(?:${written(part)})` : written(part))).join('');
    case 'choice':
      return expression.parts.map(written).join('|');
    case 'group':
      return `(${written(expression.part)})`;
    case 'edge':
      return edgesWritten[expression.edge];
    case 'repeat': {
      const { part, least, most, isLazy } = expression;
      const times = `{${least},${most === Infinity ? '' : most}}${isLazy ? '?' : ''}`;
      return `${part.kind === 'signs' ? written(part) : `(?:${written(part)})`}${times}`;
    }
  }
}

/**
 * Tells whether all engines match an expression in the same way. Engines differ in the groups of repeated parts, in
 * repetitions of empty matches, and in matches between surrogates.
 */
function isTakenAlike(expression: PlacedExpression, isRepeated: boolean): boolean {
  switch (expression.kind) {
    case 'sequence':
    case 'choice':
      return expression.parts.every((part) => isTakenAlike(part, isRepeated));
    case 'group':
      return !isRepeated && isTakenAlike(expression.part, false);
    case 'repeat': {
      const { part, most } = expression;
      return most > 0 && !canBeEmpty(part) && isTakenAlike(part, isRepeated || most > 1);
    }
    case 'signs':
      return true;
    case 'edge':
      // Between the two surrogates of a character, JavaScript's engine matches `\B`.
      return expression.edge !== 'inWord';
  }
}

function canBeEmpty(expression: PlacedExpression): boolean {
  switch (expression.kind) {
    case 'signs':
      return false;
    case 'edge':
      return true;
    case 'sequence':
      return expression.parts.every(canBeEmpty);
    case 'choice':
      return expression.parts.some(canBeEmpty);
    case 'group':
      return canBeEmpty(expression.part);
    case 'repeat':
      return expression.least === 0 || canBeEmpty(expression.part);
  }
}

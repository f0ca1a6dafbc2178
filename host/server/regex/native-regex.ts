/**
 * Regular expressions that the machine's own engine may run: it is many times faster than the linear one, and takes endless time for some.
 * So it gets those only whose worst case is known to be short, up to a length of text, and which all engines take in the same way.
 */
import { readPlacedRegex, type Edge, type PlacedExpression, type Ranges } from './regex-parts.js';
import { WorstCase } from './regex-worst-case.js';

/** Steps of the worst text of a length: some milliseconds. */
const mostSteps = 3_000_000;
const textLengths = [128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192];

/** A match with its groups; a group that did not take part has null and -1. */
export interface FoundMatch {
  group(number?: number): string | null;
  start(number?: number): number;
  end(number?: number): number;
}

export class NativeRegex {
  readonly #engine: RegExp;
  /** Tells places of groups, too. Made when somebody asks for them. */
  #placing: RegExp | undefined;

  /** @param longestText in characters: longer texts could take too long */
  private constructor(
    source: string,
    readonly longestText: number,
  ) {
    this.#engine = new RegExp(source, 'gsu');
    // The first run is of an interpreter, and slow.
    this.isIn('');
  }

  /** Undefined when the linear engine can match the expression. */
  static of(source: string): NativeRegex | undefined {
    const expression = readPlacedRegex(source);
    if (!expression || !isTakenAlike(expression, false)) return undefined;
    const tooLong = textLengths.findIndex((length) => new WorstCase(length, mostSteps).of(expression) > mostSteps);
    const longestText = textLengths.at(tooLong < 0 ? -1 : tooLong - 1);
    if (tooLong === 0 || longestText === undefined) return undefined;
    try {
      return new NativeRegex(written(expression), longestText);
    } catch {
      // The expression is too large for the engine.
      return undefined;
    }
  }

  isIn(text: string): boolean {
    this.#engine.lastIndex = 0;
    return this.#engine.test(text);
  }

  /** @param from where the looking begins */
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

/** Places of groups are dear to know, and seldom asked for: then it looks once more. */
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

/** Signs, each by its number. */
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

/** Engines differ in what a group of a repeated part has taken, in how often nothing is repeated, and within signs of two halves. */
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
      // In the midst of a sign of two halves, the machine's own engine finds that no word begins or ends.
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

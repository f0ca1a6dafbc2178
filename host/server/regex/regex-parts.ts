/** Parses the subset of regular expressions that all engines interpret in the same way. */

export type Ranges = readonly (readonly [from: number, to: number])[];

/** Syntax tree of an expression. @template More further kinds of parts, if the parser supports them */
export type Expression<More = never> =
  /** Matches any character of these ranges. */
  | { readonly kind: 'signs'; readonly ranges: Ranges }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression<More>[] }
  | Repeat<More>
  | More;

interface Repeat<More = never> {
  readonly kind: 'repeat';
  readonly part: Expression<More>;
  readonly least: number;
  readonly most: number;
  /** True for lazy quantifiers. */
  readonly isLazy: boolean;
}

/** Kinds of assertions about a position. */
export type Edge = 'begin' | 'end' | 'word' | 'inWord';

/** Functions that create the parts for capturing groups and assertions. */
interface Places<More> {
  readonly group: (part: Expression<More>) => Expression<More>;
  /** Returns the part for an assertion; undefined: assertions are not supported. */
  readonly edge: (edge: Edge) => More | undefined;
}

const lastSign = 0x10ffff;
/** Surrogate code points, which are no characters (Unicode §3.8, D71–D74). */
const surrogates = [0xd800, 0xdfff] as const;
/** Largest count of a repetition that the linear-time engine supports. */
const mostTimes = 1000;

class UnreadError extends Error {}

const digits: Ranges = [[0x30, 0x39]];
const wordSigns: Ranges = [...digits, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const blanks: Ranges = [
  [0x09, 0x0a],
  [0x0c, 0x0d],
  [0x20, 0x20],
];
const edges: Readonly<Record<string, Edge>> = {
  '^': 'begin',
  '\\A': 'begin',
  $: 'end',
  '\\z': 'end',
  '\\b': 'word',
  '\\B': 'inWord',
};
const classes: Readonly<Record<string, Ranges>> = { d: digits, w: wordSigns, s: blanks };
const controls: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, r: 0x0d, f: 0x0c };

/** Returns the ranges of all characters that are in neither `ranges` nor `except`. */
function others(ranges: Ranges, except: Ranges): Ranges {
  const result: [number, number][] = [];
  let from = 0;
  for (const [low, high] of [...ranges, ...except].sort(([a], [b]) => a - b)) {
    if (low > from) result.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  if (from <= lastSign) result.push([from, lastSign]);
  return result;
}

const [capitalA, capitalZ, toSmall] = [0x41, 0x5a, 32];

/** Replaces the ASCII capitals in ranges by lower-case letters. */
const small = (ranges: Ranges): Ranges =>
  ranges.flatMap(([from, to]) => {
    const capitals: [number, number] = [Math.max(from, capitalA), Math.min(to, capitalZ)];
    if (capitals[0] > capitals[1]) return [[from, to] as const];
    const parts: Ranges = [
      [from, capitalA - 1],
      [capitals[0] + toSmall, capitals[1] + toSmall],
      [capitalZ + 1, to],
    ];
    return parts.filter(([low, high]) => low <= high);
  });

/**
 * Parses an expression that must match whole values.
 * @param caseless true: values are in lower case and case is ignored; then the pattern must be ASCII
 * @returns undefined when engines could interpret the expression differently, or it contains assertions
 */
export function readRegex(pattern: string, caseless: boolean): Expression | undefined {
  if (caseless && /[^\0-\x7f]/.test(pattern)) return undefined;
  const places = { group: (part: Expression) => part, edge: () => undefined };
  return new Reader<never>(pattern, places, [surrogates], caseless).read();
}

export type PlacedExpression = Expression<Group | { readonly kind: 'edge'; readonly edge: Edge }>;

/** A capturing group. */
interface Group {
  readonly kind: 'group';
  readonly part: PlacedExpression;
}

/**
 * Parses an expression that is searched for within texts, which may contain lone surrogates.
 * @returns undefined when engines could interpret the expression differently
 */
export function readPlacedRegex(pattern: string): PlacedExpression | undefined {
  type More = Exclude<PlacedExpression, Expression>;
  const places: Places<More> = {
    group: (part) => ({ kind: 'group', part }),
    edge: (edge) => ({ kind: 'edge', edge }),
  };
  return new Reader<More>(pattern, places, [], false).read();
}

class Reader<More> {
  #at = 0;
  readonly #signs: readonly string[];

  constructor(
    pattern: string,
    private readonly places: Places<More>,
    /** Code points that negated classes and the dot do not contain. */
    private readonly unknown: Ranges,
    private readonly caseless: boolean,
  ) {
    this.#signs = [...pattern];
  }

  read(): Expression<More> | undefined {
    try {
      const expression = this.#choice();
      return this.#at < this.#signs.length ? undefined : expression;
    } catch (error) {
      if (error instanceof UnreadError) return undefined;
      throw error;
    }
  }

  #others(ranges: Ranges): Ranges {
    return others(ranges, this.unknown);
  }

  #take(sign: string): boolean {
    if (this.#signs[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #choice(): Expression<More> {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #sequence(): Expression<More> {
    const parts: Expression<More>[] = [];
    for (let sign = this.#signs[this.#at]; sign !== undefined && sign !== '|' && sign !== ')';) {
      parts.push(this.#repeated(this.#one()));
      sign = this.#signs[this.#at];
    }
    return { kind: 'sequence', parts };
  }

  #one(): Expression<More> {
    const sign = this.#next();
    if (sign === '(') {
      const isPlain = this.#take('?');
      if (isPlain && !this.#take(':')) throw new UnreadError();
      const inner = this.#choice();
      if (!this.#take(')')) throw new UnreadError();
      return isPlain ? inner : this.places.group(inner);
    }
    const place = this.#edge(sign);
    if (place) return place;
    if (sign === '.') return this.#ranges(this.#others([]));
    if (sign === '[') return this.#ranges(this.#class());
    if (sign === '\\') return this.#ranges(this.#escaped());
    if (/[\^$*+?{}\])]/.test(sign)) throw new UnreadError();
    return this.#ranges([codeOf(sign)]);
  }

  #edge(sign: string): More | undefined {
    const edge = edges[sign === '\\' ? sign + (this.#signs[this.#at] ?? '') : sign];
    const place = edge && this.places.edge(edge);
    if (place && sign === '\\') this.#at += 1;
    return place;
  }

  #next(): string {
    const sign = this.#signs[this.#at];
    if (sign === undefined) throw new UnreadError();
    this.#at += 1;
    return sign;
  }

  #ranges(ranges: Ranges): Expression<More> {
    return { kind: 'signs', ranges: this.caseless ? small(ranges) : ranges };
  }

  #repeated(part: Expression<More>): Expression<More> {
    const [least, most] = this.#times();
    if (least === 1 && most === 1) return part;
    const isLazy = this.#take('?');
    if (/[*+?{]/.test(this.#signs[this.#at] ?? '')) throw new UnreadError();
    return { kind: 'repeat', part, least, most, isLazy };
  }

  #times(): [least: number, most: number] {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (this.#signs[this.#at] !== '{') return [1, 1];
    const [found, least, comma, most] = /^\{(\d{1,4})(,(\d{1,4})?)?\}/.exec(
      this.#signs.slice(this.#at, this.#at + 12).join(''),
    ) ?? [''];
    if (found === '' || /[*+{]/.test(this.#signs[this.#at + found.length] ?? '')) throw new UnreadError();
    this.#at += found.length;
    const low = Number(least);
    const high = comma === undefined ? low : most === undefined ? Infinity : Number(most);
    if (low > mostTimes || (high > mostTimes && high !== Infinity) || high < low) throw new UnreadError();
    return [low, high];
  }

  /** Parses an escape after its backslash. */
  #escaped(): Ranges {
    const sign = this.#next();
    const known = classes[sign.toLowerCase()];
    if (known) return sign === sign.toLowerCase() ? known : this.#others(known);
    const control = controls[sign];
    if (control !== undefined) return [[control, control]];
    if (!/[!-/:-@[-`{-~]/.test(sign)) throw new UnreadError();
    return [codeOf(sign)];
  }

  /** Parses a character class after its opening bracket. */
  #class(): Ranges {
    const isInverse = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const sign = this.#next();
      const next = this.#signs[this.#at];
      const isBorder = next === ']' || (ranges.length === 0 && next !== '-');
      if (sign === '[' || (sign === '-' && !isBorder)) throw new UnreadError();
      const own = sign === '\\' ? this.#escaped() : [codeOf(sign)];
      const [first] = own;
      if (this.#signs[this.#at + 1] === ']' || !this.#take('-')) ranges.push(...own);
      // A range must not begin with a class such as `\d`, because engines interpret such a range differently.
      else if (!first || own.length > 1 || first[0] !== first[1]) throw new UnreadError();
      else ranges.push([first[0], this.#end(first[0])]);
    }
    if (ranges.length === 0) throw new UnreadError();
    if (!isInverse) return ranges;
    // Values are in lower case if case is ignored, so a negated class need not contain capitals.
    return this.#others(this.caseless ? [...small(ranges), [capitalA, capitalZ]] : ranges);
  }

  #end(from: number): number {
    const sign = this.#next();
    if (/[[\]\\-]/.test(sign)) throw new UnreadError();
    const [to] = codeOf(sign);
    if (to < from || (from < surrogates[0] && to > surrogates[1])) throw new UnreadError();
    return to;
  }
}

function codeOf(sign: string): readonly [number, number] {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= surrogates[0] && code <= surrogates[1]) throw new UnreadError();
  return [code, code];
}

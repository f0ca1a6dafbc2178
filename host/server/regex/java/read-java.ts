/**
 * Parses Java's regular expressions: groups, quantifiers, assertions, look-around
 * (https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/regex/Pattern.html).
 */
import { JavaSyntaxError, widthOf, type JavaExpression, type JavaReading, type Place } from './expression.js';
import { OpenClassError, SignReader, type Flags } from './sign-reader.js';
import { setOf } from './sign-set.js';

export interface JavaOptions {
  /** True: the dot also matches line ends (flag `s`). */
  readonly dotAll?: boolean;
  /** True: `^` and `$` match at the beginning and end of each line (flag `m`). */
  readonly multiline?: boolean;
}

/** Largest nesting depth of groups, because parsing is recursive. */
const deepestGroup = 100;
/** Largest count of a repetition. */
const mostTimes = 100_000;

/** Parses an expression. @throws JavaSyntaxError when it is invalid or uses an unsupported feature */
export function readJava(source: string, { dotAll = false, multiline = false }: JavaOptions = {}): JavaReading {
  const flags: Flags = { i: false, m: multiline, s: dotAll, x: false, u: false, d: false, U: false };
  try {
    return new JavaReader(source, flags, true).read();
  } catch (error) {
    // Java rejects `[^[]+`, but users write it, because other engines treat the second bracket as a character.
    if (!(error instanceof OpenClassError)) throw error;
    return new JavaReader(source, flags, false).read();
  }
}

const sequence = (parts: readonly JavaExpression[]): JavaExpression => {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: 'sequence', parts };
};

class JavaReader extends SignReader {
  #groups = 0;
  #depth = 0;
  readonly #names: Record<string, number> = {};
  readonly #requested = new Set<number>();

  read(): JavaReading {
    const expression = this.#choice();
    if (!this.isAtEnd) return this.fail('A bracket is closed that was not opened');
    for (const number of this.#requested) {
      if (number > this.#groups)
        throw new JavaSyntaxError(`"\\${number}" refers to a group that the expression does not have`);
    }
    return { expression, groups: this.#groups, names: this.#names };
  }

  #choice(): JavaExpression {
    const outer = this.flags;
    const parts = [this.#sequence()];
    while (this.take('|')) parts.push(this.#sequence());
    this.flags = outer;
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'choice', parts };
  }

  #sequence(): JavaExpression {
    const parts: JavaExpression[] = [];
    for (;;) {
      if (this.flags.x) this.takeMatch(/(?:[ \t-\r]|#[^\n]*)+/y);
      if (this.isAtEnd || this.source[this.at] === '|' || this.source[this.at] === ')') break;
      if (this.take('\\Q')) parts.push(...this.#quotedParts());
      else {
        const part = this.#one();
        if (part) parts.push(this.#repeated(part));
      }
    }
    return sequence(parts);
  }

  /** Parses quoted text; a quantifier after it applies to its last character. */
  #quotedParts(): JavaExpression[] {
    const parts = [...this.quoted()].map((sign) => this.#sign(sign.codePointAt(0) ?? 0));
    const last = parts.pop();
    return last ? [...parts, this.#repeated(last)] : [];
  }

  #sign(code: number): JavaExpression {
    return { kind: 'set', set: this.casedSigns([code]) };
  }

  #place(place: Place): JavaExpression {
    return { kind: 'place', place, newlineOnly: this.flags.d };
  }

  /** Parses a part of a sequence; undefined: it is a comment or only sets flags. */
  #one(): JavaExpression | undefined {
    if (this.take('(')) return this.#group();
    if (this.take('[')) return { kind: 'set', set: this.class() };
    if (this.take('.')) return { kind: 'set', set: this.dot() };
    if (this.take('^')) return this.#place(this.flags.m ? 'lineBegin' : 'begin');
    if (this.take('$')) return this.#place(this.flags.m ? 'lineEnd' : 'lastEnd');
    if (this.take('\\')) return this.#escaped();
    if (/[*+?]/.test(this.source[this.at] ?? '')) return this.fail(`"${this.source[this.at]}" has nothing to repeat`);
    return this.#sign(this.next());
  }

  #escaped(): JavaExpression {
    const own = this.escape();
    if (own !== undefined) return typeof own === 'number' ? this.#sign(own) : { kind: 'set', set: this.cased(own) };
    const letter = this.source[this.at] ?? '';
    const places: Readonly<Record<string, Place>> = { A: 'begin', z: 'end', Z: 'lastEnd', b: 'word', B: 'inWord' };
    const place = places[letter];
    if (place && /^b\{[a-z]/.test(this.source.slice(this.at, this.at + 3)))
      return this.fail('"\\b{…}" is not supported');
    if (place) {
      this.at += 1;
      return this.#place(place);
    }
    if (this.take('R')) {
      const [carriageReturn, newline] = [setOf([0x0d, 0x0d]), setOf([0x0a, 0x0a])];
      const pair = sequence([
        { kind: 'set', set: carriageReturn },
        { kind: 'set', set: newline },
      ]);
      return {
        kind: 'choice',
        parts: [pair, { kind: 'set', set: setOf([0x0a, 0x0d], [0x85, 0x85], [0x2028, 0x2029]) }],
      };
    }
    return this.#back() ?? this.fail(`"\\${letter}" is not supported`);
  }

  #back(): JavaExpression | undefined {
    const anyCase = this.flags.i;
    const [, name] = this.takeMatch(/k<(\w+)>/y) ?? [];
    if (name !== undefined) {
      const number = Object.hasOwn(this.#names, name) ? this.#names[name] : undefined;
      return { kind: 'back', number: number ?? this.fail(`There is no group "${name}" before`), anyCase };
    }
    const [first] = this.takeMatch(/[1-9]/y) ?? [];
    if (first === undefined) return undefined;
    let number = Number(first);
    // Further digits belong to the number as long as a group with the resulting number exists.
    for (let digit = this.source[this.at]; digit !== undefined && /\d/.test(digit); digit = this.source[this.at]) {
      if (number * 10 + Number(digit) > this.#groups) break;
      number = number * 10 + Number(digit);
      this.at += 1;
    }
    this.#requested.add(number);
    return { kind: 'back', number, anyCase };
  }

  #group(): JavaExpression | undefined {
    if (!this.take('?')) return this.#capture(undefined);
    if (this.takeMatch(/#[^)]*\)/y)) return undefined;
    if (this.take(':')) return this.#inner();
    if (this.take('>')) return { kind: 'atomic', part: this.#inner() };
    const [look] = this.takeMatch(/<?[=!]/y) ?? [];
    if (look !== undefined) return this.#look(!look.startsWith('<'), look.endsWith('!'));
    const [, name] = this.takeMatch(/P?<([A-Za-z_]\w*)>/y) ?? [];
    if (name !== undefined) return this.#capture(name);
    const [flags, on = '', off = '', end] = this.takeMatch(/([a-zA-Z]*)(-[a-zA-Z]*)?([:)])/y) ?? [];
    if (flags === undefined || flags === ')') return this.fail('This kind of group is not supported');
    const outer = this.flags;
    this.#set(on, true);
    this.#set(off.slice(1), false);
    if (end === ')') return undefined;
    const inner = this.#inner();
    this.flags = outer;
    return inner;
  }

  #set(letters: string, isOn: boolean): void {
    for (const letter of letters) {
      if (!Object.hasOwn(this.flags, letter)) this.fail(`There is no flag "${letter}"`);
      this.flags = { ...this.flags, [letter]: isOn };
    }
  }

  #look(isAhead: boolean, isNegated: boolean): JavaExpression {
    const part = this.#inner();
    if (!isAhead && !Number.isFinite(widthOf(part)[1])) {
      return this.fail('The text that a look-behind matches must have a limited length');
    }
    return { kind: 'look', isAhead, isNegated, part };
  }

  #capture(name: string | undefined): JavaExpression {
    this.#groups += 1;
    const number = this.#groups;
    if (name !== undefined) {
      if (Object.hasOwn(this.#names, name)) return this.fail(`Two groups have the name "${name}"`);
      this.#names[name] = number;
    }
    return { kind: 'group', number, part: this.#inner() };
  }

  #inner(): JavaExpression {
    this.#depth += 1;
    if (this.#depth > deepestGroup) return this.fail('Groups are nested too deeply');
    const part = this.#choice();
    if (!this.take(')')) return this.fail('A bracket is missing: ")"');
    this.#depth -= 1;
    return part;
  }

  #repeated(part: JavaExpression): JavaExpression {
    let repeated = part;
    for (let times = this.#times(); times; times = this.#times()) {
      const [least, most] = times;
      const counting = this.take('?') ? 'lazy' : this.take('+') ? 'possessive' : 'greedy';
      repeated = { kind: 'repeat', part: repeated, least, most, counting };
      if (/[*+?]/.test(this.source[this.at] ?? '')) return this.fail(`"${this.source[this.at]}" has nothing to repeat`);
    }
    return repeated;
  }

  #times(): readonly [least: number, most: number] | undefined {
    if (this.flags.x) this.takeMatch(/(?:[ \t-\r]|#[^\n]*)+/y);
    if (this.take('*')) return [0, Infinity];
    if (this.take('+')) return [1, Infinity];
    if (this.take('?')) return [0, 1];
    if (/^\{,\d+\}/.test(this.source.slice(this.at, this.at + 12)))
      return this.fail('A count has no beginning: write {0,…}');
    const [, least, comma, most] = this.takeMatch(/\{(\d+)(,(\d*))?\}/y) ?? [];
    if (least === undefined) return undefined;
    const low = Number(least);
    const high = comma === undefined ? low : most === '' || most === undefined ? Infinity : Number(most);
    if (high < low) return this.fail('A count ends before it begins');
    if (low > mostTimes || (high > mostTimes && high !== Infinity)) return this.fail('A count is too large');
    return [low, high];
  }
}

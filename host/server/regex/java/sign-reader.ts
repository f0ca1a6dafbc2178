/**
 * Parses characters, escapes and classes of Java's regular expressions
 * (https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/regex/Pattern.html).
 */
import { JavaSyntaxError } from './expression.js';
import { namedSet, posixSet, shortSet } from './class-names.js';
import {
  both,
  either,
  everySign,
  not,
  setOf,
  signsOf,
  signsWithAllCases,
  withAllCases,
  withAsciiCases,
  type SignSet,
} from './sign-set.js';

/** Flags that are set at a position in an expression, by Java's letters. */
export interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
  readonly u: boolean;
  readonly d: boolean;
  readonly U: boolean;
}

const controls: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, r: 0x0d, f: 0x0c, a: 0x07, e: 0x1b };
const lastSign = 0x10ffff;
const deepestClass = 20;

/**
 * Thrown for a character class that is not closed. Other engines may accept the expression, because within a class they
 * treat a bracket as a character.
 */
export class OpenClassError extends JavaSyntaxError {}

/** Reads an expression character by character; the base class of the parser. */
export class SignReader {
  protected at = 0;
  protected flags: Flags;

  constructor(
    protected readonly source: string,
    flags: Flags,
    /** True: a bracket within a class opens a nested class, as in Java; false: it is a character. */
    private readonly nestsClasses: boolean,
  ) {
    this.flags = flags;
  }

  protected fail(what: string): never {
    throw new JavaSyntaxError(`${what} (character ${this.at + 1})`);
  }

  protected get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  protected take(text: string): boolean {
    if (!this.source.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /**
   * Matches a sticky regular expression at the present position, and advances to the end of the match. Undefined: it
   * does not match at this position.
   */
  protected takeMatch(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.at;
    const found = form.exec(this.source) ?? undefined;
    if (found) this.at += found[0].length;
    return found;
  }

  /** Returns the next character as a code point. */
  protected next(): number {
    const code = this.source.codePointAt(this.at);
    if (code === undefined) return this.fail('Something is missing at the end');
    this.at += code > 0xffff ? 2 : 1;
    return code;
  }

  /** Returns a set with the characters in upper and lower case, if the flag `i` is set; otherwise the set itself. */
  protected cased(set: SignSet): SignSet {
    if (!this.flags.i) return set;
    return this.flags.u || this.flags.U ? withAllCases(set) : withAsciiCases(set);
  }

  /** Returns the set of single characters, in upper and lower case if the flag `i` is set. */
  protected casedSigns(codes: readonly number[]): SignSet {
    return this.flags.i && (this.flags.u || this.flags.U) ? signsWithAllCases(codes) : this.cased(signsOf(codes));
  }

  protected dot(): SignSet {
    if (this.flags.s) return everySign;
    return not(this.flags.d ? setOf([0x0a, 0x0a]) : setOf([0x0a, 0x0a], [0x0d, 0x0d], [0x85, 0x85], [0x2028, 0x2029]));
  }

  /**
   * Parses an escape after its backslash.
   * @returns a code point or a set; undefined, without advancing, if the escape stands for no characters
   */
  protected escape(): number | SignSet | undefined {
    const letter = this.source[this.at] ?? this.fail('A backslash stands at the end');
    const small = shortSet(letter.toLowerCase(), this.flags.U);
    if (small) {
      this.at += 1;
      return letter === letter.toLowerCase() ? small : not(small);
    }
    if (letter === 'p' || letter === 'P') return this.#property();
    if (!/[A-Za-z0-9]/.test(letter)) return this.next();
    const control = controls[letter];
    if (control !== undefined) {
      this.at += 1;
      return control;
    }
    return this.#numbered();
  }

  #property(): SignSet {
    const [whole, , braced, single] = this.takeMatch(/([pP])(?:\{\^?([\w=]+)\}|([A-Z]))/y) ?? [];
    const name = braced ?? single;
    if (whole === undefined || name === undefined) return this.fail('A name in braces must follow \\p');
    const set = namedSet(name, this.flags.U);
    if (!set) return this.fail(`There is no class of characters "${name}", or it is not supported`);
    return whole.startsWith('P') !== whole.includes('{^') ? not(set) : set;
  }

  /** Parses an escape with the number of a character, or a control character; undefined: it is another escape. */
  #numbered(): number | undefined {
    const unit = (text: string): number => Number.parseInt(text, 16);
    const halves = this.takeMatch(/u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy);
    if (halves) return String.fromCharCode(unit(halves[1] ?? ''), unit(halves[2] ?? '')).codePointAt(0);
    const hex = this.takeMatch(/u([0-9a-f]{4})|x([0-9a-f]{2})|x\{([0-9a-f]{1,8})\}/iy);
    if (hex) {
      const code = unit(hex[1] ?? hex[2] ?? hex[3] ?? '');
      return code <= lastSign ? code : this.fail('There is no character of this number');
    }
    const octal = this.takeMatch(/0([0-3]?[0-7]{1,2})/y);
    if (octal) return Number.parseInt(octal[1] ?? '', 8);
    const control = this.takeMatch(/c([\x20-\x7e])/y);
    if (control) return (control[1] ?? '').charCodeAt(0) ^ 0x40;
    return undefined;
  }

  /** Parses a class after its opening bracket. */
  protected class(depth = 0): SignSet {
    if (depth > deepestClass) return this.fail('Classes of characters are nested too deeply');
    const isInverse = this.take('^');
    let left: SignSet | undefined;
    let parts: SignSet[] = [];
    for (let isFirst = true; ; isFirst = false) {
      if (this.isAtEnd) throw new OpenClassError('A class of characters is not closed with "]"');
      if (this.flags.x && this.takeMatch(/[ \t-\r]/y)) continue;
      if (!isFirst && this.take(']')) break;
      if (this.take('&&')) {
        // An intersection ignores an empty left side: `[&&a]` is `[a]`.
        if (parts.length > 0) left = left ? both(left, either(parts)) : either(parts);
        parts = [];
        continue;
      }
      parts.push(this.#member(depth));
    }
    if (left && parts.length === 0) return this.fail('Something is missing behind "&&"');
    const set = left ? both(left, either(parts)) : either(parts);
    return isInverse ? not(set) : set;
  }

  #member(depth: number): SignSet {
    const posix = this.takeMatch(/\[:(\^?)([a-z]+):\]/y);
    if (posix) {
      const set = posixSet(posix[2] ?? '') ?? this.fail(`There is no class of characters "${posix[0]}"`);
      return posix[1] === '^' ? not(set) : this.cased(set);
    }
    if (this.nestsClasses && this.take('[')) return this.class(depth + 1);
    if (this.take('\\Q')) return this.casedSigns([...this.quoted()].map((sign) => sign.codePointAt(0) ?? 0));
    const from = this.#one();
    if (typeof from !== 'number') return this.cased(from);
    // A hyphen before the closing bracket, an intersection or a class is a character.
    const isRange =
      this.source[this.at] === '-' &&
      !/^-(?:\]|\[|&&|\\[dDwWsSpPhHvVQ]|$)/.test(this.source.slice(this.at, this.at + 3));
    if (!isRange) return this.casedSigns([from]);
    this.at += 1;
    const to = this.#one();
    if (typeof to !== 'number' || to < from) return this.fail('A range of characters runs backwards');
    return this.cased(setOf([from, to]));
  }

  #one(): number | SignSet {
    if (!this.take('\\')) return this.next();
    return this.escape() ?? this.fail(`"\\${this.source[this.at] ?? ''}" is not supported within a class`);
  }

  /** Returns the quoted text after `\Q`, up to `\E` or the end of the expression. */
  protected quoted(): string {
    const end = this.source.indexOf('\\E', this.at);
    const text = this.source.slice(this.at, end < 0 ? undefined : end);
    this.at = end < 0 ? this.source.length : end + 2;
    return text;
  }
}

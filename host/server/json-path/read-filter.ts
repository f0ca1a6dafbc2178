/** Parses the conditions of filters in JSON paths: `@.price < 10 && @.tags contains 'x' || !(@.isbn)`. */
import { BoundedRegex, RegexError } from '../regex/bounded-regex.js';
import {
  JsonPathError,
  operators,
  type Condition,
  type Literal,
  type Operand,
  type Operator,
  type Path,
} from './path-parts.js';
import type { PathText } from './path-text.js';

/**
 * Parses the rest of a path after its `$` or `@`.
 * @param depth number of filters, parentheses and negations around the path
 */
export type ReadSegments = (text: PathText, depth: number) => Path;

/** Nesting limit of filters, parentheses and negations together. */
const deepest = 10;

export class FilterReader {
  constructor(
    private readonly text: PathText,
    private readonly depth: number,
    private readonly readSegments: ReadSegments,
  ) {
    if (depth > deepest) throw text.fault('Filters are nested too deeply in the JSON path');
  }

  #nested(): FilterReader {
    return new FilterReader(this.text, this.depth + 1, this.readSegments);
  }

  condition(): Condition {
    return this.#joined('or', '||', () => this.#joined('and', '&&', () => this.#term()));
  }

  #joined(kind: 'and' | 'or', sign: string, read: () => Condition): Condition {
    const parts = [read()];
    for (this.text.skipBlanks(); this.text.takes(sign); this.text.skipBlanks()) parts.push(read());
    const [first] = parts;
    return parts.length === 1 && first ? first : { kind, parts };
  }

  #term(): Condition {
    this.text.skipBlanks();
    if (!this.text.sees('!=') && this.text.takes('!')) {
      return { kind: 'not', part: this.#nested().#term() };
    }
    if (this.text.takes('(')) {
      const inner = this.#nested().condition();
      this.text.skipBlanks();
      if (!this.text.takes(')')) throw this.text.fault('A ")" is missing in the filter of the JSON path');
      return inner;
    }
    const left = this.#operand();
    this.text.skipBlanks();
    const operator = this.#operator();
    if (operator === undefined) return { kind: 'exists', operand: left };
    this.text.skipBlanks();
    return { kind: 'compare', left, operator, right: this.#operand() };
  }

  #operator(): Operator | undefined {
    const found = this.text.matches(/[=!<>]=|=~|[<>]|(?:in|nin|contains|size|empty)\b/iy)?.toLowerCase();
    return operators.find((one) => one === found);
  }

  #operand(): Operand {
    if (this.text.sees('@') || this.text.sees('$')) {
      const fromRoot = this.text.takes('$');
      if (!fromRoot) this.text.takes('@');
      return { kind: 'path', fromRoot, path: this.readSegments(this.text, this.depth) };
    }
    if (this.text.takes('[')) return { kind: 'list', values: this.#literals() };
    if (this.text.sees('/')) return this.#pattern();
    return { kind: 'literal', value: this.#literal() };
  }

  #literals(): Literal[] {
    const values: Literal[] = [];
    this.text.skipBlanks();
    while (!this.text.takes(']')) {
      if (values.length > 0 && !this.text.takes(','))
        throw this.text.fault('A "]" is missing in the filter of the JSON path');
      this.text.skipBlanks();
      values.push(this.#literal());
      this.text.skipBlanks();
    }
    return values;
  }

  #literal(): Literal {
    if (this.text.sees("'") || this.text.sees('"')) return this.text.quoted();
    const number = this.text.matches(/-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?/y);
    if (number !== undefined) return exact(number);
    const word = this.text.matches(/(?:true|false|null)\b/iy)?.toLowerCase();
    if (word === undefined) throw this.text.fault('A value is missing in the filter of the JSON path');
    return word === 'null' ? null : word === 'true';
  }

  #pattern(): Operand {
    const whole = this.text.matches(/\/(?:[^/\\]|\\[\s\S])+\/[a-z]*/y);
    const [, source = '', flags = ''] = /^\/([\s\S]+)\/([a-z]*)$/.exec(whole ?? '') ?? [];
    if (source === '') throw this.text.fault('A regular expression is not closed in the filter of the JSON path');
    try {
      const ignoresCase = flags.includes('i');
      // A pattern must match the whole value.
      const body = `^(?:${source.replaceAll('\\/', '/')})$`;
      return { kind: 'pattern', pattern: new BoundedRegex(ignoresCase ? `(?i)${body}` : body), ignoresCase };
    } catch (error) {
      if (error instanceof RegexError) throw new JsonPathError(error.message);
      throw error;
    }
  }
}

/** Converts digits to a number; whole numbers beyond 2^53 become bigints, so that they stay exact. */
function exact(digits: string): number | bigint {
  const number = Number(digits);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(number) ? BigInt(digits) : number;
}

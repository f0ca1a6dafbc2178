/**
 * Parses template expressions: literals, names, members, built-ins, defaults and operators of FreeMarker 2.3
 * (https://freemarker.apache.org/docs/dgui_template_exp.html) that sidecar templates use.
 */
import type { BinaryOperator, Expression } from './nodes.js';

/** Reports an error with its offset; the template parser adds line and column. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** Nesting limit of parentheses, members and operators. */
const deepest = 60;
/** Largest number of items in one list, and of arguments of one built-in. */
const mostItems = 1000;

interface Token {
  readonly kind: 'string' | 'number' | 'word' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const signs = [
  '??',
  '==',
  '!=',
  '&&',
  '||',
  '<=',
  '>=',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
  '!',
  '?',
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '<',
  '>',
];
const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  l: '<',
  g: '>',
  a: '&',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '{': '{',
  '=': '=',
};

const isWordStart = (character: string) => /[\p{L}_@$]/u.test(character);
const wordPattern = /[\p{L}\p{N}_@$]+/uy;
const numberPattern = /\d+(?:\.\d+)?/y;

/** Parses one expression that begins at a given position of the source. */
export class ExpressionReader {
  readonly #source: string;
  #at: number;
  #token: Token;
  #depth = 0;

  /** Reads the first token. @throws ExpressionError for an invalid token */
  constructor(source: string, at: number) {
    this.#source = source;
    this.#at = at;
    this.#token = this.#read();
  }

  /** Offset of the current token, which is not consumed yet. */
  get at(): number {
    return this.#token.at;
  }

  #fail(message: string, at = this.#token.at): never {
    throw new ExpressionError(message, at);
  }

  #read(): Token {
    const source = this.#source;
    while (/\s/.test(source[this.#at] ?? '')) this.#at += 1;
    const at = this.#at;
    const character = source[at];
    if (character === undefined) return { kind: 'end', text: 'the end of the template', at, end: at };
    if (character === '"' || character === "'") return this.#string(character, false);
    if (character === 'r' && (source[at + 1] === '"' || source[at + 1] === "'"))
      return this.#string(source[at + 1] ?? '', true);
    numberPattern.lastIndex = at;
    const number = numberPattern.exec(source)?.[0];
    if (number !== undefined) return this.#taken('number', number);
    if (isWordStart(String.fromCodePoint(source.codePointAt(at) ?? 0))) {
      wordPattern.lastIndex = at;
      return this.#taken('word', wordPattern.exec(source)?.[0] ?? character);
    }
    const sign = signs.find((one) => source.startsWith(one, at));
    return sign === undefined ? { kind: 'end', text: character, at, end: at } : this.#taken('sign', sign);
  }

  #taken(kind: Token['kind'], text: string): Token {
    const at = this.#at;
    this.#at += text.length;
    return { kind, text, at, end: this.#at };
  }

  #string(quote: string, raw: boolean): Token {
    const start = this.#at;
    let at = start + (raw ? 2 : 1);
    let text = '';
    for (;;) {
      const character = this.#source[at];
      if (character === undefined) this.#fail('A text in quotes has no end', start);
      if (character === quote) break;
      if (character === '\\' && !raw) {
        const [read, length] = this.#escape(at);
        text += read;
        at += length;
        continue;
      }
      text += character;
      at += 1;
    }
    this.#at = at + 1;
    return { kind: 'string', text, at: start, end: this.#at };
  }

  #escape(at: number): [string, number] {
    const next = this.#source[at + 1] ?? '';
    if (next === 'x') {
      const digits = /^[0-9A-Fa-f]{1,4}/.exec(this.#source.slice(at + 2, at + 6))?.[0];
      if (digits !== undefined) return [String.fromCharCode(parseInt(digits, 16)), 2 + digits.length];
    }
    const known = Object.hasOwn(escapes, next) ? escapes[next] : undefined;
    if (known === undefined) this.#fail(`A text has no escape \\${next}`, at);
    return [known, 2];
  }

  #next(): Token {
    const token = this.#token;
    this.#token = this.#read();
    return token;
  }

  /** Consumes an operator if it comes next. */
  takes(sign: string): boolean {
    if (this.#token.kind !== 'sign' || this.#token.text !== sign) return false;
    this.#next();
    return true;
  }

  /** Consumes a word if it comes next. */
  takesWord(word: string): boolean {
    if (this.#token.kind !== 'word' || this.#token.text !== word) return false;
    this.#next();
    return true;
  }

  /** Consumes a name and returns it. @throws ExpressionError when no name comes next */
  name(what: string): string {
    if (this.#token.kind !== 'word') this.#fail(`${what} is expected here, not ${this.#shown()}`);
    return this.#next().text;
  }

  /** Consumes an operator. @throws ExpressionError when something else comes next */
  expectSign(sign: string, where: string): void {
    if (!this.takes(sign)) this.#fail(`"${sign}" is expected ${where}, not ${this.#shown()}`);
  }

  #shown(): string {
    const { kind, text } = this.#token;
    return kind === 'end' && text.length > 1 ? text : JSON.stringify(text);
  }

  /**
   * Parses an expression.
   * @param bare true inside a directive, where `>` ends the tag, so that comparing with `>` needs `gt` or parentheses
   */
  expression(bare: boolean): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) this.#fail(`An expression nests deeper than ${deepest} levels`);
    const read = this.#or(bare);
    this.#depth -= 1;
    return read;
  }

  #chain(
    bare: boolean,
    next: (bare: boolean) => Expression,
    operatorOf: (token: Token) => BinaryOperator | undefined,
  ): Expression {
    let left = next.call(this, bare);
    for (let rounds = 0; ; rounds += 1) {
      const operator = operatorOf(this.#token);
      if (operator === undefined) return left;
      if (rounds > deepest) this.#fail(`An expression has more than ${deepest} operators in a row`);
      const { at } = this.#next();
      left = { kind: 'binary', at, operator, left, right: next.call(this, bare) };
    }
  }

  #or(bare: boolean): Expression {
    return this.#chain(
      bare,
      (inner) => this.#and(inner),
      ({ kind, text }) => (kind === 'sign' && text === '||' ? '||' : undefined),
    );
  }

  #and(bare: boolean): Expression {
    return this.#chain(
      bare,
      (inner) => this.#equality(inner),
      ({ kind, text }) => (kind === 'sign' && text === '&&' ? '&&' : undefined),
    );
  }

  #equality(bare: boolean): Expression {
    return this.#chain(
      bare,
      (inner) => this.#comparison(inner),
      ({ kind, text }) => {
        if (kind !== 'sign') return undefined;
        if (text === '==' || text === '=') return '==';
        return text === '!=' ? '!=' : undefined;
      },
    );
  }

  #comparison(bare: boolean): Expression {
    const words = new Set(['lt', 'lte', 'gt', 'gte']);
    const inSigns: Readonly<Record<string, BinaryOperator>> = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' };
    return this.#chain(
      bare,
      (inner) => this.#sum(inner),
      ({ kind, text }) => {
        if (kind === 'word' && words.has(text)) return text as BinaryOperator;
        if (kind !== 'sign' || (bare && text.startsWith('>'))) return undefined;
        return Object.hasOwn(inSigns, text) ? inSigns[text] : undefined;
      },
    );
  }

  #sum(bare: boolean): Expression {
    return this.#chain(
      bare,
      (inner) => this.#product(inner),
      ({ kind, text }) => (kind === 'sign' && (text === '+' || text === '-') ? text : undefined),
    );
  }

  #product(bare: boolean): Expression {
    return this.#chain(
      bare,
      (inner) => this.#unary(inner),
      ({ kind, text }) => {
        if (kind !== 'sign' || (text !== '*' && text !== '/' && text !== '%')) return undefined;
        // A slash before `>` belongs to the end of an empty tag, such as `<#sep/>`.
        return bare && text === '/' && this.#source[this.#token.end] === '>' ? undefined : text;
      },
    );
  }

  #unary(bare: boolean): Expression {
    const { at } = this.#token;
    this.#depth += 1;
    if (this.#depth > deepest) this.#fail(`An expression nests deeper than ${deepest} levels`);
    try {
      if (this.takes('!')) return { kind: 'not', at, operand: this.#unary(bare) };
      if (this.takes('-')) return { kind: 'negative', at, operand: this.#unary(bare) };
      return this.#postfix(bare);
    } finally {
      this.#depth -= 1;
    }
  }

  #postfix(bare: boolean): Expression {
    let target = this.#primary();
    for (let rounds = 0; ; rounds += 1) {
      if (rounds > deepest) this.#fail(`An expression has more than ${deepest} steps in a row`);
      const { at } = this.#token;
      if (this.takes('.')) {
        const { at: start, end } = this.#token;
        const name: Expression = { kind: 'literal', at: start, end, value: this.name('The name of a member') };
        target = { kind: 'member', at, target, name };
      } else if (this.takes('[')) {
        const name = this.expression(false);
        this.expectSign(']', 'after the name of a member');
        target = { kind: 'member', at, target, name };
      } else if (this.takes('??')) target = { kind: 'exists', at, target };
      else if (this.takes('?')) target = this.#builtIn(target, at);
      else if (this.takes('!')) {
        target = { kind: 'default', at, target, fallback: this.#startsValue() ? this.expression(bare) : undefined };
      } else return target;
    }
  }

  #builtIn(target: Expression, at: number): Expression {
    const name = this.name('The name of a built-in');
    const given = this.takes('(') ? this.#list(')') : undefined;
    return { kind: 'builtIn', at, target, name, arguments: given };
  }

  #list(end: string): Expression[] {
    const items: Expression[] = [];
    if (this.takes(end)) return items;
    do {
      if (items.length >= mostItems) this.#fail(`A list has at most ${mostItems} items`);
      items.push(this.expression(false));
    } while (this.takes(','));
    this.expectSign(end, 'after a list');
    return items;
  }

  #startsValue(): boolean {
    const { kind, text } = this.#token;
    if (kind === 'word') return !['lt', 'lte', 'gt', 'gte', 'as'].includes(text);
    return kind === 'string' || kind === 'number' || (kind === 'sign' && (text === '(' || text === '['));
  }

  #primary(): Expression {
    const token = this.#token;
    const { kind, text, at, end } = token;
    if (kind === 'string') return { kind: 'literal', at, end, value: this.#next().text };
    if (kind === 'number') return { kind: 'literal', at, end, value: Number(this.#next().text) };
    if (kind === 'word') {
      this.#next();
      return text === 'true' || text === 'false'
        ? { kind: 'literal', at, end, value: text === 'true' }
        : { kind: 'name', at, name: text };
    }
    if (this.takes('(')) {
      const inner = this.expression(false);
      this.expectSign(')', 'after an expression in parentheses');
      return { kind: 'group', at, inner };
    }
    if (this.takes('[')) return { kind: 'list', at, items: this.#list(']') };
    return this.#fail(`A value is expected here, not ${this.#shown()}`);
  }
}

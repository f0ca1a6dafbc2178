/**
 * Parses JSON texts (RFC 8259) to trees whose numbers keep their types: 1 becomes a 32-bit Integer, 5000000000 a Long,
 * and 1.0 a Double. `JSON.parse` does not distinguish them.
 */
import { Integer, jsonInteger, type JsonTree } from './values.js';

/**
 * Error for a text that is invalid JSON or that is nested too deeply. For invalid JSON, its message names the position.
 */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
}

const deepest = 200;

const blank = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** Matches a string with its quotes. */
// oxlint-disable-next-line no-control-regex -- control characters end a JSON string
const string = /"((?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*)"/y;
/** Largest number of characters of a number, because converting longer numbers takes long. */
const mostDigits = 1_000;

class Reader {
  #at = 0;

  constructor(private readonly text: string) {}

  whole(): JsonTree {
    const tree = this.#value(0);
    this.#skip();
    if (this.#at < this.text.length) throw this.#fault();
    return tree;
  }

  #value(depth: number): JsonTree {
    if (depth > deepest) throw new JsonTextError(`The JSON text is nested more than ${deepest} levels deep.`);
    this.#skip();
    switch (this.text.charAt(this.#at)) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): ReadonlyMap<string, JsonTree> {
    const found = new Map<string, JsonTree>();
    this.#at += 1;
    if (this.#takes('}')) return found;
    do {
      this.#skip();
      const name = this.#string();
      if (!this.#takes(':')) throw this.#fault();
      found.set(name, this.#value(depth + 1));
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#fault();
    return found;
  }

  #list(depth: number): readonly JsonTree[] {
    const found: JsonTree[] = [];
    this.#at += 1;
    if (this.#takes(']')) return found;
    do found.push(this.#value(depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#fault();
    return found;
  }

  #string(): string {
    const found = this.#match(string);
    const inner = found?.[1];
    if (found === undefined || inner === undefined) throw this.#fault();
    // The regular expression has matched a JSON string literal, so that parsing it yields a string.
    return inner.includes('\\') ? (JSON.parse(found[0]) as string) : inner;
  }

  #number(): JsonTree {
    const found = this.#match(number);
    if (!found || found[0].length > mostDigits) throw this.#fault();
    const [digits, fraction, exponent] = found;
    if (fraction !== undefined || exponent !== undefined) return Number(digits);
    return digits.length <= 9 ? Integer.of(Number(digits)) : jsonInteger(BigInt(digits));
  }

  #word<T extends JsonTree>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.#at)) throw this.#fault();
    this.#at += word.length;
    return value;
  }

  #takes(sign: string): boolean {
    this.#skip();
    const isThere = this.text.charAt(this.#at) === sign;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.text);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }

  #skip(): void {
    this.#match(blank);
  }

  #fault(): JsonTextError {
    const rest = this.text.slice(this.#at, this.#at + 30);
    return new JsonTextError(
      rest === ''
        ? 'The JSON text ends too early.'
        : `The text is no JSON from character ${this.#at + 1} on: "${rest}".`,
    );
  }
}

/**
 * Parses a JSON text.
 * @throws JsonTextError when it is invalid, nested too deeply, or has a number of over 1,000 characters
 */
export const readJsonTree = (text: string): JsonTree => new Reader(text).whole();

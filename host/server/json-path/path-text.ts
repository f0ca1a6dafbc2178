/** Reads the text of a JSON path, and keeps the position up to which it was parsed. */
import { JsonPathError } from './path-parts.js';

export class PathText {
  constructor(
    readonly text: string,
    public at: number,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  sees(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  takes(word: string): boolean {
    const isThere = this.sees(word);
    if (isThere) this.at += word.length;
    return isThere;
  }

  /**
   * Consumes the text that a regular expression matches at the present position.
   * @param form regular expression with the sticky flag
   * @returns the matched text; undefined: the expression does not match
   */
  matches(form: RegExp): string | undefined {
    form.lastIndex = this.at;
    const found = form.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  skipBlanks(): void {
    this.matches(/\s+/y);
  }

  /**
   * Reads a name or text in single or double quotes.
   * @throws JsonPathError when there is no quoted text, or it is not closed
   */
  quoted(): string {
    const found = this.matches(/'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y);
    if (found === undefined) throw this.fault('A quoted text is missing or not closed in the JSON path');
    return found
      .slice(1, -1)
      .replace(/\\([\s\S])/g, (_, letter: string) => ({ n: '\n', t: '\t', r: '\r' })[letter] ?? letter);
  }

  fault(what: string): JsonPathError {
    const rest = this.text.slice(this.at, this.at + 40);
    return new JsonPathError(`${what}${rest === '' ? ' at its end' : ` at "${rest}"`}.`);
  }
}

/**
 * Limits the size of the result of a function call, and counts it in the budget of the message (`CallContext.spend`).
 */
import { EvaluationError, type CallContext } from '../function.js';
import { textOf } from '../value-text.js';
import type { Value } from '../values.js';

/** Largest length in characters of a text that one call creates. */
const longestText = 2_000_000;
/** Largest number of elements of a list or map that one call creates. */
export const mostElements = 100_000;

/** Counts the length of a text before it is created. @throws EvaluationError when the text would be too long */
export function spendText(context: CallContext, length: number): void {
  if (length > longestText) throw new EvaluationError(`The text would be longer than ${longestText} characters.`);
  context.spend(length);
}

/** Builds a text from parts, and throws an error as soon as the text becomes too long. */
export class TextBuilder {
  readonly #pieces: string[] = [];
  #length = 0;

  constructor(private readonly context: CallContext) {}

  /** Appends a part. @throws EvaluationError when the text would be too long */
  add(piece: string): void {
    this.#length += piece.length;
    if (this.#length > longestText)
      throw new EvaluationError(`The text would be longer than ${longestText} characters.`);
    this.context.spend(piece.length);
    this.#pieces.push(piece);
  }

  get text(): string {
    return this.#pieces.join('');
  }
}

/** Counts the elements of a list or map before it is created. @throws EvaluationError when it would be too large */
export function spendElements(context: CallContext, count: number): void {
  if (count > mostElements) throw new EvaluationError(`The result would have more than ${mostElements} elements.`);
  context.spend(count);
}

/** Returns an argument that must not be null. @throws EvaluationError when it is null or undefined */
export function needed<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new EvaluationError(`The argument ${name} must not be null.`);
  return value;
}

/** Returns a value in quotes and shortened, for an error message. */
export const shown = (value: Value): string => `"${(textOf(value) ?? '').slice(0, 60)}"`;

/** Converts a value to an integer of 32 bits; undefined: the value is no such integer. */
export function wholeNumber(value: Value): number | undefined {
  const text = value === null ? undefined : textOf(value);
  if (text === undefined || !/^-?\d{1,10}$/.test(text)) return undefined;
  const number = Number(text);
  return number === (number | 0) ? number : undefined;
}

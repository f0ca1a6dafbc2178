/**
 * Objects that an evaluation throws to end early: an error with its position in the source, or a signal that a result
 * is pending.
 */
import type { LinePosition, Span } from '../../../api/pipeline-language/index.js';
import { textOf } from './value-text.js';
import type { Value } from './values.js';

/**
 * Thrown when an evaluation has to wait for a result. When the promise has resolved, the statement is evaluated again;
 * the promise never rejects.
 */
export class Pending {
  constructor(readonly promise: Promise<void>) {}
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Thrown when a condition or action of a rule fails, with its position in the source. */
export class RunError extends Error {
  override readonly name = 'RunError';

  constructor(
    readonly reason: string,
    /** True: the rule has exceeded its limit of memory or time. */
    readonly isOverBudget: boolean,
    /** Name of the function that failed; undefined: an operator failed. */
    readonly functionName: string | undefined,
    readonly at: Span,
    readonly position: LinePosition,
    /** Values of the arguments or operands, as far as they were evaluated before the error. */
    readonly values: readonly NamedValue[],
  ) {
    const place = `${position.line}:${position.column}`;
    super(
      functionName === undefined
        ? `At ${place} an exception was thrown: ${reason}`
        : `In call to function '${functionName}' at ${place} an exception was thrown: ${reason}`,
    );
  }
}

const longestValue = 200;

/** Returns the shortened text of a value for errors and traces. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // Prepared arguments, such as networks or functions, are no values of the language and have no text.
  const text =
    typeof value === 'function' ? '' : (textOf(value as Value) ?? String((value as object).constructor.name));
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

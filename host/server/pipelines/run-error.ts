/** Two ways in which an evaluation ends early: an error at its place, or a wait for a result. */
import type { LinePosition, Span } from '../../../api/pipeline-language/index.js';
import { textOf } from './value-text.js';
import type { Value } from './values.js';

/** Thrown through an evaluation that has to wait; the statement is evaluated anew when the promise is settled, which never rejects. */
export class Pending {
  constructor(readonly promise: Promise<void>) {}
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** An error of a condition or an action, with its place in the source. */
export class RunError extends Error {
  override readonly name = 'RunError';

  constructor(
    readonly reason: string,
    /** The rule makes values that are too large, or has waited too long. */
    readonly isOverBudget: boolean,
    /** Undefined when an operator failed. */
    readonly functionName: string | undefined,
    readonly at: Span,
    readonly position: LinePosition,
    /** Arguments or operands as far as they were known. */
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

/** A value as errors and traces show it: its text, cut. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  // Prepared arguments (compiled expressions, networks) are no values of the language.
  const text =
    typeof value === 'function' ? '' : (textOf(value as Value) ?? String((value as object).constructor.name));
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

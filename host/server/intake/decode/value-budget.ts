/**
 * Limits the number and depth of values in a record: a value may take only two bytes, so a limit of bytes is not
 * enough.
 */
import { DecodeFailure } from './decoded.js';

const maxDepth = 32;
/** Largest number of values of one record, resource or scope, including nested values. */
export const maxValues = 20_000;

export class ValueBudget {
  #left = maxValues;

  /** Counts one value. @throws DecodeFailure when the budget is spent or the value is nested too deeply */
  spend(depth: number): void {
    if (depth > maxDepth) throw new DecodeFailure('A value is nested too deeply.');
    this.#left -= 1;
    if (this.#left < 0) throw new DecodeFailure(`There are more than ${maxValues} values.`);
  }
}

/** Limits number and depth of the values in one part of a call: a value can take two bytes, so bytes alone are no bound. */
import { DecodeFailure } from './decoded.js';

const maxDepth = 32;
/** Values of one record, resource or scope, including nested ones. */
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

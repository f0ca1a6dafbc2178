/** How many values one part of a call may have, and how deep: two bytes can be a value, so that bytes alone bound nothing. */
import { DecodeFailure } from './decoded.js';

const maxDepth = 32;
/** Of one record, resource or scope, nested ones too. */
export const maxValues = 20_000;

export class ValueBudget {
  #left = maxValues;

  /** @throws DecodeFailure when it is spent */
  spend(depth: number): void {
    if (depth > maxDepth) throw new DecodeFailure('A value is nested too deeply.');
    this.#left -= 1;
    if (this.#left < 0) throw new DecodeFailure(`There are more than ${maxValues} values.`);
  }
}

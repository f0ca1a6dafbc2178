/** Types that the compilation of all conditions on single fields shares. */
import type { Parameters } from './parameters.js';

/**
 * SQL condition. `undefined`: no value of the column can match. `dropped`: the searched text contains no words and
 * therefore restricts nothing.
 */
export type Condition = string | undefined | 'dropped';

export interface LeafContext {
  readonly parameters: Parameters;
  /** Present time in epoch milliseconds, the same for a whole job. */
  readonly now: number;
  /** True when the condition names no field: dates must then be written in full, so that 2024 is no whole year. */
  readonly anyField: boolean;
}

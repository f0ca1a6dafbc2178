/** Common parts of the extractor testers (contract data-intake tools.*), which run the same code as the intake. */
import type { CutTestResult } from '../../../../api/contract/testers.js';
import { BadRequestError } from '../../foundation/errors.js';
import { RegexError, TextTooLongError } from '../../regex/bounded-regex.js';
import { ExtractionError } from './extraction.js';
import type { Cut } from './parts.js';

/** Converts errors of unusable configurations to BadRequestError. */
export function testerAnswer<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RegexError || error instanceof ExtractionError || error instanceof TextTooLongError)
      throw new BadRequestError(error.message);
    throw error;
  }
}

/**
 * @param begin position to report if nothing was cut
 * @param end exclusive
 */
export const cutResult = (cut: Cut | undefined, begin: number, end: number): CutTestResult => ({
  successful: cut !== undefined,
  cut: cut?.text ?? null,
  begin_index: cut?.start ?? begin,
  end_index: cut?.end ?? end,
});

/**
 * Contains common parts of the extractor testers (contract data-intake tools.*). The testers run the same code as the
 * intake.
 */
import type { CutTestResult } from '../../../../api/contract/testers.js';
import { BadRequestError } from '../../foundation/errors.js';
import { RegexError, TextTooLongError } from '../../regex/bounded-regex.js';
import { ExtractionError } from './extraction.js';
import type { Cut } from './parts.js';

/**
 * Returns the result of `work`.
 * @throws BadRequestError when the configuration is invalid or the text cannot be processed
 */
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
 * Converts a cut to the answer of a tester.
 * @param begin start to report if nothing was cut
 * @param end end to report if nothing was cut, exclusive
 */
export const cutResult = (cut: Cut | undefined, begin: number, end: number): CutTestResult => ({
  successful: cut !== undefined,
  cut: cut?.text ?? null,
  begin_index: cut?.start ?? begin,
  end_index: cut?.end ?? end,
});

/** Why a search, or one part of it, could not be executed. What ends a whole request is the caller's mistake: a 400. */
import type { SearchError } from '../../../api/contract/searches.schema.js';
import { BadRequestError } from '../foundation/errors.js';

/** Ends one search type; the others go on (contract search S11, S12). */
export class SearchTypeError extends BadRequestError {
  constructor(
    message: string,
    readonly details: Partial<Pick<SearchError, 'type' | 'result_window_limit' | 'parameter'>> = {},
  ) {
    super(message);
  }
}

/** A time range or zone that means nothing. */
export class TimeRangeError extends BadRequestError {}

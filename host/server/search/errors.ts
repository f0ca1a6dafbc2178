/** Errors of a search, or of one part of it. An error that ends a whole request is the caller's mistake: status 400. */
import type { SearchError } from '../../../api/contract/searches.schema.js';
import { BadRequestError } from '../foundation/errors.js';

/** Ends one search type; the others continue (contract search S11, S12). */
export class SearchTypeError extends BadRequestError {
  constructor(
    message: string,
    readonly details: Partial<Pick<SearchError, 'type' | 'result_window_limit' | 'parameter'>> = {},
  ) {
    super(message);
  }
}

/** A time range or time zone is invalid. */
export class TimeRangeError extends BadRequestError {}

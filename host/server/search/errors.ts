/** Errors of a search or of a part of it. If such an error ends a whole request, the response has the status 400. */
import type { SearchError } from '../../../api/contract/searches.schema.js';
import { BadRequestError } from '../foundation/errors.js';

/** Error that ends only one search type; the other search types of the job continue (contract search S11, S12). */
export class SearchTypeError extends BadRequestError {
  constructor(
    message: string,
    readonly details: Partial<Pick<SearchError, 'type' | 'result_window_limit' | 'parameter'>> = {},
  ) {
    super(message);
  }
}

/** Thrown for an invalid time range or time zone. */
export class TimeRangeError extends BadRequestError {}

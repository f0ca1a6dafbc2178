/** Why a search, or one part of it, could not be executed. */
import type { SearchError } from '../../../api/contract/searches.schema.js';

/** Ends one search type; the others go on (contract search S11, S12). */
export class SearchTypeError extends Error {
  constructor(
    message: string,
    readonly details: Partial<Pick<SearchError, 'type' | 'result_window_limit' | 'parameter'>> = {},
  ) {
    super(message);
    this.name = 'SearchTypeError';
  }
}

/** A time range that means nothing: the caller's mistake, a 400. */
export class TimeRangeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TimeRangeError';
  }
}

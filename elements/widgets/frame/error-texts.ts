import type { SearchError } from '../../../api/contract/searches.js';
import { laterTexts } from '../later-texts.js';

/** Error that all widgets of the page have: the page shows it once, and no widget repeats it. */
export interface SharedError extends SearchError {
  readonly isShared: true;
}

/**
 * Returns the texts for a widget's errors without duplicates (spec 2 §8).
 *
 * @param pageSize number of messages per page, for the text about the result window
 */
export function errorTexts(errors: readonly SearchError[], pageSize: number): string[] {
  const all = errors.map((error) =>
    error.type === 'result_window_limit' && error.result_window_limit
      ? `${error.description} ${laterTexts.resultWindow(error.result_window_limit, pageSize)}`.trim()
      : error.description,
  );
  return [...new Set(all)];
}

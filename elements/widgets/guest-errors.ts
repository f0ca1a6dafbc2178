/** Errors of searches in plain words for guests, who know neither the console nor the server behind it. */
import type { SearchError } from '../../api/contract/searches.js';
import { laterKitTexts } from '../kit/later-texts.js';

export const guestTexts = {
  notLoaded: 'This could not be loaded.',
} as const;

/** Error of a widget whose search the server refused (status 403). */
export interface RefusedError extends SearchError {
  readonly isRefused: true;
}

/** Beginnings of the server's errors that say only that a search has failed. */
const preamble = /^(?:Unable to perform search query: )?(?:Cannot parse query, cause: )?/;
/** End of the error of a query that ends too early: the position is useless, because it is always the beginning. */
const noPlace = / \(line 1, column 0\)$/;

/** Returns the reason that an error of the server names, without the words around it, as a sentence. */
export function plainReason(description: string): string {
  const reason = description.replace(preamble, '').replace(noPlace, '');
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?:]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns the errors in plain words; the server's refusals are written for the developer of the page. */
export const guestErrors = (errors: readonly SearchError[]): readonly SearchError[] =>
  errors.map((error) => ({
    ...error,
    description: 'isRefused' in error ? laterKitTexts.deniedGuest : plainReason(error.description),
  }));

/**
 * Returns the error of a search without the words that the server puts before it: the search bar, which finds the same
 * errors without the server, has them without these words.
 */
export const queryErrorText = (description: string): string =>
  description.replace(/^Unable to perform search query: /, '');

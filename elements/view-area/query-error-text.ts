/**
 * Returns the error text of the server without the prefix that says only that a search has failed. The search bar,
 * which finds the same errors without a request, shows them without the prefix, too.
 */
export const queryErrorText = (description: string): string =>
  description.replace(/^Unable to perform search query: /, '');

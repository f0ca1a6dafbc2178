/**
 * Limits of the history of searches that servers and browsers share. They have a file of their own, so that elements
 * do not load the schemas.
 */

/** Maximum number of characters of a query in the history; the server refuses longer ones. */
export const longestKeptQuery = 4_000;
/** Maximum number of streams of one entry; the server refuses more. */
export const mostKeptStreams = 200;
/** Maximum number of characters of the id of a stream. */
export const longestKeptStreamId = 100;
/** Maximum number of searches that one request adds. */
export const mostAddedSearches = 200;

import { parseQuery } from '../../../api/language/index.js';

/**
 * Returns the first syntax error of a query with its position, worded as the server words it; undefined if the query
 * can be parsed. The search bar rejects such a query without a request, so there is no message of the server.
 */
export function wrongQueryText(query: string): string | undefined {
  const [error] = parseQuery(query).errors;
  return error && `Cannot parse query, cause: ${error.message} (line ${error.line}, column ${error.column})`;
}

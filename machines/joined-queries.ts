/** Joins queries with AND, so that a message must match all of them. Empty queries are left out. */
export function joinedQueries(queries: readonly string[]): string {
  const parts = queries.map((query) => query.trim()).filter((query) => query !== '');
  return parts.length < 2 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' AND ');
}

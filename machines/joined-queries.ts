/** Returns a query that matches only what all the given queries match; empty queries are left out. */
export function joinedQueries(queries: readonly string[]): string {
  const parts = queries.map((query) => query.trim()).filter((query) => query !== '');
  return parts.length < 2 ? (parts[0] ?? '') : parts.map((part) => `(${part})`).join(' AND ');
}

/** Parses a name filter: a case-insensitive regular expression; undefined for an invalid one. */
export function nameFilter(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}

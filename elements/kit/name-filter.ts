/** Returns the case-insensitive regular expression of a typed name filter; undefined if the text is not a valid one. */
export function nameFilter(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}

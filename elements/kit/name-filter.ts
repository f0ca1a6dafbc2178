/** A filter over names is a regular expression, whatever the case, as the screens have it; undefined: the text is none. */
export function nameFilter(text: string): RegExp | undefined {
  try {
    return new RegExp(text, 'i');
  } catch {
    return undefined;
  }
}

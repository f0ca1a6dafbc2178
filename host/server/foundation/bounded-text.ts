/** Texts that are made of a pattern and values: both may be long, and their product must not be. */

/**
 * Replaces what a pattern finds, as `text.replace` does, but ends once the result is long enough.
 * @param pattern global
 * @param valueOf of what was found: the match and its groups
 * @param most characters of the result; what is beyond is cut off
 */
export function replacedWithin(
  text: string,
  pattern: RegExp,
  valueOf: (...found: string[]) => string,
  most: number,
): string {
  let result = '';
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    result += text.slice(end, found.index) + valueOf(...found).slice(0, most);
    if (result.length >= most) return result.slice(0, most);
    end = found.index + found[0].length;
  }
  return (result + text.slice(end)).slice(0, most);
}

/**
 * Replaces patterns in texts with a bounded result, because a text with many matches and a long value could otherwise
 * yield a huge result.
 */

/**
 * Replaces matches like `text.replace`, but stops once the result is long enough.
 * @param pattern regular expression with the flag `g`
 * @param valueOf returns the replacement of a match with its groups
 * @param most largest length of the result in characters; the rest is cut off
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

/** Recognises texts in double quotes, in which a backslash escapes the next character. */
const quote = 0x22;
const backslash = 0x5c;

export const isQuote = (text: string, at: number): boolean => text.charCodeAt(at) === quote;

/**
 * Returns the position of the quote that ends a text; undefined: the text has no closing quote.
 * @param at position after the opening quote
 */
export function closingQuote(line: string, at: number): number | undefined {
  for (let place = at; place < line.length; place += 1) {
    const code = line.charCodeAt(place);
    if (code === backslash) place += 1;
    else if (code === quote) return place;
  }
  return undefined;
}

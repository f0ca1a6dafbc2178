/**
 * `splitQuestion` is not in `parse.ts`, because every query is checked for a question, but few queries need the parser.
 */

/**
 * Splits a text into a query and a question at the first single `|` that is outside quotes and at the start of a word.
 * @returns undefined when the text has no such `|`, when the `|` is part of a regular expression, or when neither
 * whitespace nor a letter follows it
 */
export function splitQuestion(text: string): { readonly query: string; readonly question: string } | undefined {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (sign === '|' && !quoted) {
      if (text[at + 1] === '|') at += 1;
      // Words of a query may contain `|`, so a question starts only after whitespace or at the beginning of the text.
      else if (at === 0 || /\s/.test(text[at - 1] ?? '')) {
        const question = text.slice(at + 1);
        if (!/^\s|^[a-z]/i.test(question)) return undefined;
        // An opening slash without a closing slash means that `|` is within a regular expression.
        const query = text.slice(0, at);
        if (/(?:^|[\s:(])\/[^/]*$/.test(query)) return undefined;
        return { query: query.trim(), question: question.trimStart() };
      }
    }
  }
  return undefined;
}

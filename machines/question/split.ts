/** Separate from parsing questions, because every query is checked for a question before the parser is needed. */

/**
 * Splits a query at its last `|` outside quotes, brackets, regular expressions and `||`.
 * @returns undefined when there is no question behind a query
 */
export function splitQuestion(text: string): { readonly query: string; readonly question: string } | undefined {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (sign === '|' && !quoted) {
      if (text[at + 1] === '|') at += 1;
      // A word may contain the sign; a question only starts after a blank or at the beginning.
      else if (at === 0 || /\s/.test(text[at - 1] ?? '')) {
        const question = text.slice(at + 1);
        if (!/^\s|^[a-z]/i.test(question)) return undefined;
        // Signs within regular expressions and ranges belong to them.
        const query = text.slice(0, at);
        if (/(?:^|[\s:(])\/[^/]*$/.test(query)) return undefined;
        return { query: query.trim(), question: question.trimStart() };
      }
    }
  }
  return undefined;
}

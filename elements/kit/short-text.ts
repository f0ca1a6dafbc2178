/**
 * Returns the first `limit` UTF-16 units of a text, one fewer if they would end inside a surrogate pair; `shortened` is
 * true if text is missing at the end.
 */
export function shortText(text: string, limit: number): { text: string; shortened: boolean } {
  if (text.length <= limit) return { text, shortened: false };
  const code = text.charCodeAt(limit - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
  return { text: text.slice(0, end), shortened: true };
}

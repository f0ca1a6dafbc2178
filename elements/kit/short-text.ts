/**
 * Shortens a text to `limit` characters without splitting a surrogate pair; `shortened` tells whether text is missing.
 */
export function shortText(text: string, limit: number): { text: string; shortened: boolean } {
  if (text.length <= limit) return { text, shortened: false };
  const code = text.charCodeAt(limit - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
  return { text: text.slice(0, end), shortened: true };
}

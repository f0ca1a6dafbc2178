/** At most `limit` characters, not cut inside a surrogate pair; `shortened` says whether anything is missing. */
export function shortText(text: string, limit: number): { text: string; shortened: boolean } {
  if (text.length <= limit) return { text, shortened: false };
  const code = text.charCodeAt(limit - 1);
  const end = code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
  return { text: text.slice(0, end), shortened: true };
}

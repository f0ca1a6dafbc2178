/** Finds links in log text. Only http, https and mailto addresses become links; everything else stays text. */

export interface TextPart {
  readonly text: string;
  /** Address; present if the part is a link. */
  readonly href?: string;
}

const safeSchemes = new Set(['http:', 'https:', 'mailto:']);
const candidate = /\b(?:https?:\/\/|mailto:)[^\s<>"'`]{1,2000}/gi;

/** Returns the normalized address if it is a valid http, https or mailto address, otherwise undefined. */
export function safeHref(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined;
  try {
    const url = new URL(address);
    return safeSchemes.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Splits text at its links; the parts concatenate to the text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(candidate)) {
    const found = withoutTrailing(match[0]);
    const href = safeHref(found);
    if (href === undefined) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/**
 * Returns the link without punctuation at its end, which belongs to the sentence around it. The same applies to a
 * closing bracket unless the link contains the opening bracket.
 */
function withoutTrailing(link: string): string {
  let end = link.length;
  for (; end > 0; end--) {
    const last = link.charAt(end - 1);
    if (/[.,;:!?]/.test(last)) continue;
    const open = { ')': '(', ']': '[', '}': '{' }[last];
    if (open === undefined || link.slice(0, end).split(open).length >= link.slice(0, end).split(last).length) break;
  }
  return link.slice(0, end);
}

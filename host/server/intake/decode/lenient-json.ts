/**
 * Accepts lenient JSON for GELF (contract data-intake, GELF): the reference server tolerates raw control characters in
 * strings, a comma before the end of an object or list, and any text behind the object, such as the NUL that C programs
 * send.
 */

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;
const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

/** Returns the position of the first character from `at` on that is not whitespace. */
function behindBlanks(text: string, at: number): number {
  let next = at;
  while (next < text.length && isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

/**
 * Rewrites lenient JSON as strict JSON in one pass. Errors that are not tolerated are left for the parser.
 * @returns undefined: there is nothing to rewrite, the text begins with neither an object nor a list, or a second
 * object follows the first
 */
export function strictJson(text: string): string | undefined {
  // A text that begins with neither an object nor a list is not rewritten.
  if (!isOpening(text.charCodeAt(behindBlanks(text, 0)))) return undefined;
  const parts: string[] = [];
  let kept = 0;
  let depth = 0;
  let inText = false;
  const replace = (at: number, by: string) => {
    parts.push(text.slice(kept, at), by);
    kept = at + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === backslash) at += 1;
      else if (code === quote) inText = false;
      else if (code < 0x20) replace(at, escaped(code));
    } else if (code === quote) inText = true;
    else if (code === comma) {
      const next = behindBlanks(text, at + 1);
      if (isClosing(text.charCodeAt(next))) replace(at, '');
    } else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) {
      depth -= 1;
      if (depth > 0) continue;
      const end = at + 1;
      // A second object behind the first is refused: dropping it would silently lose a message.
      if (text[behindBlanks(text, end)] === '{') return undefined;
      if (kept === 0 && end === text.length) return undefined;
      return parts.join('') + text.slice(kept, end);
    }
  }
  return kept === 0 ? undefined : parts.join('') + text.slice(kept);
}

/**
 * Masks the variable parts of a line (numbers, times, addresses, hexadecimal values, UUIDs) before lines are compared.
 */

/** Placeholder of a variable part: zero or more characters without a blank. */
export const wildcard = '<*>';

/** Number of examined characters per line; later ones rarely matter for its pattern. */
export const lineLength = 1_000;
/** Number of examined words per line. */
const lineWords = 60;

/**
 * Matches a run of letters and digits that begins with a digit (`12ms`, `0x7f`, `01T10`), or a hexadecimal run of at
 * least six characters with a digit.
 */
const varying = '(?:\\d[0-9A-Za-z]*|(?=[a-fA-F]{0,40}\\d)[0-9a-fA-F]{6,}(?![0-9A-Za-z]))';
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
/** Matches IPv6 and hardware addresses. */
const address =
  '(?=[a-fA-F:]{0,40}\\d)(?:(?:[0-9a-fA-F]{1,4}:{1,2}){2,7}|[0-9a-fA-F]{1,4}::)[0-9a-fA-F]{1,4}(?![0-9A-Za-z])';
/**
 * Every repetition is bounded or at the end of an alternative that cannot fail: matching is linear in the line's
 * length.
 */
const masked = new RegExp(`(?<![0-9A-Za-z])-?(?:${uuid}|${address}|${varying})(?:[-.:,/+]${varying})*`, 'g');

/** A masked line, split into words, and whether it was cut. */
export interface MaskedLine {
  /** Words joined by single blanks. */
  readonly text: string;
  /** True when lines, characters or words beyond the limits were dropped. */
  readonly cut: boolean;
}

/**
 * Masks a line: `connect from 10.0.0.1:22 took 12ms` → `connect from <*> took <*>`. Of a multi-line text the first
 * non-blank line is used.
 */
export function maskLine(raw: string): MaskedLine {
  // Cuts slightly more than needed, so that half a word is not mistaken for a different value.
  const start = raw.slice(0, lineLength).trimStart();
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  const words = line
    .replace(masked, wildcard)
    .split(/\s+/)
    .filter((word) => word !== '');
  let cut = raw.length > lineLength || start.slice(line.length).trim() !== '';
  // The last word may be incomplete.
  if (raw.length > lineLength && line.length === start.length && words.length > 1) words.pop();
  if (words.length > lineWords) {
    words.length = lineWords;
    cut = true;
  }
  return { text: words.join(' '), cut };
}

/**
 * Masks the variable parts of a line (numbers, times, addresses, hexadecimal values, UUIDs) so that lines can be
 * compared.
 */

/** Placeholder for a variable part, which contains no whitespace and may be empty. */
export const wildcard = '<*>';

/** Number of characters of a line that are examined; later characters rarely matter for the line's pattern. */
export const lineLength = 1_000;
/** Number of words of a line that are examined. */
const lineWords = 60;

/**
 * Matches letters and digits that begin with a digit (`12ms`, `0x7f`, `01T10`), or at least six hexadecimal digits of
 * which one is a decimal digit.
 */
const varying = '(?:\\d[0-9A-Za-z]*|(?=[a-fA-F]{0,40}\\d)[0-9a-fA-F]{6,}(?![0-9A-Za-z]))';
const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
/** Matches IPv6 addresses and hardware (MAC) addresses. */
const address =
  '(?=[a-fA-F:]{0,40}\\d)(?:(?:[0-9a-fA-F]{1,4}:{1,2}){2,7}|[0-9a-fA-F]{1,4}::)[0-9a-fA-F]{1,4}(?![0-9A-Za-z])';
/**
 * Matches the parts to mask. Matching takes time proportional to the length of the line, because every repetition is
 * bounded, or is at the end of an alternative that cannot fail.
 */
const masked = new RegExp(`(?<![0-9A-Za-z])-?(?:${uuid}|${address}|${varying})(?:[-.:,/+]${varying})*`, 'g');

/** A line whose variable parts are masked. */
export interface MaskedLine {
  /** The words of the masked line, separated by single spaces. */
  readonly text: string;
  /** True when lines, characters or words beyond the limits were left out. */
  readonly cut: boolean;
}

/**
 * Masks a line: `connect from 10.0.0.1:22 took 12ms` becomes `connect from <*> took <*>`. Of a text with several lines
 * only the first line with content is used.
 */
export function maskLine(raw: string): MaskedLine {
  // The text is cut before it is split into words, which may cut the last word in two.
  const start = raw.slice(0, lineLength).trimStart();
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  const words = line
    .replace(masked, wildcard)
    .split(/\s+/)
    .filter((word) => word !== '');
  let cut = raw.length > lineLength || start.slice(line.length).trim() !== '';
  // The last word may be cut; half a word would count as a different value, so it is left out.
  if (raw.length > lineLength && line.length === start.length && words.length > 1) words.pop();
  if (words.length > lineWords) {
    words.length = lineWords;
    cut = true;
  }
  return { text: words.join(' '), cut };
}

/** Terminal colours in log text: `ESC[…m` sets the style of the following text, other escape sequences are removed. */

export const ansiColors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
export type AnsiColor = (typeof ansiColors)[number];

interface AnsiStyle {
  readonly color?: AnsiColor;
  readonly background?: AnsiColor;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
}
export interface AnsiSpan {
  readonly text: string;
  readonly style: AnsiStyle;
}

const escape = '\u001b';
// oxlint-disable-next-line no-control-regex -- the expression has to find the ESC character
const sequence = /\u001b(?:\[([\d;:]*)([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_]|\[?)/g;

export function hasAnsi(text: string): boolean {
  return text.includes(escape);
}

/** Returns the text without escape sequences. */
export function withoutAnsi(text: string): string {
  return hasAnsi(text) ? text.replace(sequence, '') : text;
}

/**
 * Splits a text at its escape sequences into spans with their styles.
 *
 * @example ansiSpans('\u001b[31mred\u001b[0m') → [{ text: 'red', style: { color: 'red' } }]
 */
export function ansiSpans(text: string): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let style: AnsiStyle = {};
  let end = 0;
  for (const match of text.matchAll(sequence)) {
    if (match.index > end) spans.push({ text: text.slice(end, match.index), style });
    end = match.index + match[0].length;
    if (match[2] === 'm') style = applied(style, match[1] ?? '');
  }
  if (end < text.length) spans.push({ text: text.slice(end), style });
  return spans;
}

function applied(before: AnsiStyle, parameters: string): AnsiStyle {
  const codes = parameters.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)));
  let style = before;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      // Only the sixteen named colours are supported; other codes for 256 or 16 million colours remove the colour.
      const short = codes[index + 1] === 5;
      const number = codes[index + 2] ?? 16;
      const named = short && number < 16 ? ansiColors[number % 8] : undefined;
      style = withColor(style, code === 38 ? 'color' : 'background', named);
      index += short ? 2 : 4;
      continue;
    }
    style = appliedCode(style, code);
  }
  return style;
}

function appliedCode(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 22) return { ...style, bold: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return withColor(style, 'color', ansiColors[code % 10]);
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))
    return withColor(style, 'background', ansiColors[code % 10]);
  if (code === 39) return withColor(style, 'color', undefined);
  if (code === 49) return withColor(style, 'background', undefined);
  return style;
}

function withColor(style: AnsiStyle, part: 'color' | 'background', color: AnsiColor | undefined): AnsiStyle {
  const { [part]: _before, ...rest } = style;
  return color === undefined ? rest : { ...rest, [part]: color };
}

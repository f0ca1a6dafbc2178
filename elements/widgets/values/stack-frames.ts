/** Recognizes lines of stack traces in log text. */

/**
 * Matches a frame line such as ` at com.example.Shop.open(Shop.java:12)`, whose long name would otherwise wrap to a
 * separate line after `at`.
 */
const frameLine = /^(?:[ \t]+at |at (?=\S+\())[^\n]*$/gm;

export interface LinePart {
  readonly text: string;
  /** True for a line of a stack trace. */
  readonly frame: boolean;
  /** Offset of the part in the whole text. */
  readonly start: number;
}

/** Splits a text into the lines of stack traces and the text between them; the parts concatenate to the text. */
export function frameParts(text: string): LinePart[] {
  const parts: LinePart[] = [];
  let end = 0;
  for (const { 0: line, index } of text.matchAll(frameLine)) {
    if (index > end) parts.push({ text: text.slice(end, index), frame: false, start: end });
    parts.push({ text: line, frame: true, start: index });
    end = index + line.length;
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), frame: false, start: end });
  return parts;
}

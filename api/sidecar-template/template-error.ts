/** Reports that a template cannot be parsed or rendered, with the position. Lines and columns count from 1. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';

  constructor(
    readonly problem: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`${problem} (line ${line}, column ${column})`);
  }
}

/** Returns the line and the column of a character, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
}

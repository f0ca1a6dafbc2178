/** Formats tables as text, in parts: CSV for programs, and columns with lines between them for a terminal. */
import { csvCell, valueText } from './index.js';
import { Yielder } from '../foundation/yielding.js';

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Least length of a part in characters; the last part may be shorter. */
const pieceLength = 65_536;
/** Largest number of characters to which cells are padded, because one long cell would otherwise widen every row. */
const widestColumn = 80;

/** Joins lines to parts of at least `pieceLength` characters, and yields to the event loop between lines. */
async function* inPieces(lines: Iterable<string>): AsyncGenerator<string> {
  const yielder = new Yielder();
  let piece = '';
  for (const line of lines) {
    piece += `${line}\n`;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
    if (yielder.isOver) await yielder.pause();
  }
  if (piece !== '') yield piece;
}

export function csvTable({ heads, rows }: Table): AsyncGenerator<string> {
  function* lines(): Generator<string> {
    for (const row of [heads, ...rows]) yield row.map(csvCell).join(',');
  }
  return inPieces(lines());
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes control characters that move the cursor, colour the terminal or change the text direction. */
const lineText = (value: unknown): string =>
  valueText(value).replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export async function* plainTable({ heads, rows }: Table): AsyncGenerator<string> {
  const widths = heads.map((head) => Math.min(lineText(head).length, widestColumn));
  const yielder = new Yielder();
  for (const row of rows) {
    for (const [column, value] of row.entries()) {
      const known = widths[column] ?? 0;
      // Escaping never shortens a text, so a long text is known to be wide without escaping it.
      const isWide = typeof value === 'string' && value.length >= widestColumn;
      if (known < widestColumn)
        widths[column] = Math.max(known, isWide ? widestColumn : Math.min(lineText(value).length, widestColumn));
    }
    if (yielder.isOver) await yielder.pause();
  }
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+`;
  const line = (row: readonly unknown[]): string =>
    `|${row.map((value, column) => ` ${lineText(value).padEnd(widths[column] ?? 0)} `).join('|')}|`;
  function* lines(): Generator<string> {
    yield* [rule, line(heads), rule];
    for (const row of rows) yield line(row);
    if (rows.length > 0) yield rule;
  }
  yield* inPieces(lines());
}

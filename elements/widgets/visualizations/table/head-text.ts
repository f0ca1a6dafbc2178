/** Heads of narrow columns: metrics by a shorter name, and any name on two lines, broken where its words end. */
import { parseSeries } from '../../../../machines/pivot/series.js';
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { TableColumn } from '../../../../machines/pivot/data-table.js';

/** A head without the brackets of its function, such as `p95 took_ms`; names that a person gave stay as they are. */
export function shortHeadOf(column: TableColumn): string {
  if (column.function === undefined || column.title !== column.function) return headOf(column);
  const { type, field, percentile } = parseSeries(column.function);
  if (field === undefined || field === '') return headOf(column);
  const name = percentile === undefined ? type : `p${percentile}`;
  return headOf({ ...column, title: `${name} ${field}` });
}

/** Parts of a name between which a line may end: after a blank, an underscore, a dot, a slash or a hyphen, and between words such as `tookTime`. */
const partsOf = (text: string): readonly string[] => text.split(/(?<=[\s_./-])(?=[^\s_./-])|(?<=[a-z])(?=[A-Z])/);

/**
 * Returns the lines in which a name is narrowest, two at most, and their width.
 * @param widthOf px of a text on one line
 */
export function foldedHead(
  text: string,
  widthOf: (part: string) => number,
): { readonly lines: readonly string[]; readonly width: number } {
  const parts = partsOf(text);
  let found = { lines: [text], width: widthOf(text) };
  for (let at = 1; at < parts.length; at++) {
    const lines = [parts.slice(0, at).join('').trimEnd(), parts.slice(at).join('')];
    const width = Math.max(...lines.map(widthOf));
    if (width < found.width) found = { lines, width };
  }
  return found;
}

/** Heads of narrow columns: shorter metric names, and names on two lines, broken between words. */
import { parseSeries } from '../../../../machines/pivot/series.js';
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { TableColumn } from '../../../../machines/pivot/data-table.js';

/** Shortens a head by the brackets of its function, such as `p95 took_ms`; custom names stay unchanged. */
export function shortHeadOf(column: TableColumn): string {
  if (column.function === undefined || column.title !== column.function) return headOf(column);
  const { type, field, percentile } = parseSeries(column.function);
  if (field === undefined || field === '') return headOf(column);
  const name = percentile === undefined ? type : `p${percentile}`;
  return headOf({ ...column, title: `${name} ${field}` });
}

/**
 * Splits a name where lines may break: after a blank, an underscore, a dot, a slash or a hyphen, and between words such
 * as `tookTime`.
 */
const partsOf = (text: string): readonly string[] => text.split(/(?<=[\s_./-])(?=[^\s_./-])|(?<=[a-z])(?=[A-Z])/);

/**
 * Returns the narrowest split of a name into at most two lines, and its width.
 * @param widthOf width in px of a text on one line
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

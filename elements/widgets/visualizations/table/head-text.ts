/** Headers of narrow columns: shorter names of changes, and names on two lines that break between words. */
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';
import { keyTexts, type KeyLabel } from '../../../../machines/pivot/keys.js';
import { comparisonTexts } from '../../comparison-texts.js';

/** Returns the head without the metric of a change, which the column before it names; other heads are short already. */
export const shortHeadOf = (column: TableColumn): string =>
  column.kind === 'change' ? comparisonTexts.changeAlone : headOf(column);

/**
 * Splits a name where a line may break: after whitespace, an underscore, a dot, a slash or a hyphen, and between the
 * words of names such as `tookTime`.
 */
const partsOf = (text: string): readonly string[] => text.split(/(?<=[\s_./-])(?=[^\s_./-])|(?<=[a-z])(?=[A-Z])/);

/**
 * Returns the narrowest split of a name into at most two lines, and its width in px.
 * @param widthOf returns the width in px of a text on a line
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

/** Returns the name of a column for texts outside the header; it contains the column groups as names of series do. */
export function columnName(column: TableColumn, heads: DataTable['heads'], label: KeyLabel): string {
  const fields = heads.map(({ field }) => field);
  return [...keyTexts(column.keys, fields, label), headOf(column)].join('-');
}

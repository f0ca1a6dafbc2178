/** Headers of narrow columns: shorter names of metrics, and names on two lines that break between words. */
import { parseSeries } from '../../../../api/formula/series-text.js';
import { headOf } from '../../../../machines/pivot/column-units.js';
import type { DataTable, TableColumn } from '../../../../machines/pivot/data-table.js';
import { keyTexts, type KeyLabel } from '../../../../machines/pivot/keys.js';
import { comparisonTexts } from '../../comparison-texts.js';

/**
 * Returns the name of a metric without the brackets of its function, such as `p95 took_ms` or `count`; custom names
 * stay unchanged. The head of a change does not repeat the metric, because the column before it names the metric.
 */
export function shortHeadOf(column: TableColumn): string {
  if (column.kind === 'change') return comparisonTexts.changeAlone;
  if (column.function === undefined || column.title !== column.function) return headOf(column);
  const { type, field, percentile } = parseSeries(column.function);
  if (field === undefined || field === '') return headOf({ ...column, title: type });
  const name = percentile === undefined ? type : `p${percentile}`;
  return headOf({ ...column, title: `${name} ${field}` });
}

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

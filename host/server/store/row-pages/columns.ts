/** Numbers of the columns of an index in pages of rows. */
import { fixedColumns } from '../columns.js';

const places = new Map<string, number>(fixedColumns.map(({ column }, at) => [column, at]));
/** Columns with words for searches, which are not shown. */
const searchOnly: ReadonlySet<string> = new Set(['message_tok', 'full_message_tok']);

/** Tells whether pages contain a column. */
export const isInPages = (column: string): boolean => !searchOnly.has(column);

/** Returns the number of a column in pages; undefined: pages do not contain it. */
export function pageColumnNumber(column: string): number | undefined {
  if (!isInPages(column)) return undefined;
  const fixed = places.get(column);
  if (fixed !== undefined) return fixed;
  const [, digits] = /^f(\d{1,5})$/.exec(column) ?? [];
  return digits === undefined ? undefined : fixedColumns.length + Number(digits);
}

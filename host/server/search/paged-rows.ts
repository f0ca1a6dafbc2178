/** Reads messages from the pages of rows of an index, without the database. */
import { pageColumnNumber } from '../store/row-pages/columns.js';
import type { PageColumn } from '../store/row-pages/page.js';
import { columnsOf } from '../store/reconstruct.js';
import type { MessageReader, ReadMeter, Row, StoredIndex } from '../store/types.js';
import { hasNoOther } from './match.js';
import { sizeOf, type ResultMeter } from './result-size.js';

/**
 * Returns the columns in which the pages of rows store the given fields.
 * @returns undefined: the index has no pages, a field is computed by the database, or pages do not contain a column
 */
export function pagedColumns(index: StoredIndex, fields: Iterable<string>): PageColumn[] | undefined {
  if (!index.pages) return undefined;
  const names = [...fields];
  if (names.some((name) => index.fields.get(name)?.computedAs !== undefined)) return undefined;
  const doubles = new Set<string>();
  for (const name of names) {
    const field = index.fields.get(name);
    if (field?.type === 'double') doubles.add(field.column);
  }
  const columns: PageColumn[] = [];
  for (const name of columnsOf(index, names)) {
    const number = pageColumnNumber(name);
    if (number === undefined) return undefined;
    columns.push({ number, name, isDouble: doubles.has(name) });
  }
  return columns;
}

/**
 * Largest number of rows that are read from pages. The database reads more rows at once on its own threads, and larger
 * results of pages would block the event loop.
 */
const mostRows = 512;

/**
 * Reads rows from pages.
 * @param rows row numbers in ascending order
 * @returns the rows that are in pages; the map is empty if `columns` is undefined, or if more than `mostRows` rows are
 * wanted
 * @throws SearchTypeError when the result exceeds the limit of the meter
 */
export async function readPaged(
  store: MessageReader,
  index: StoredIndex,
  rows: readonly number[],
  columns: readonly PageColumn[] | undefined,
  meter: Pick<ResultMeter, 'take' | 'giveBack'>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<number, Row>> {
  const { pages } = index;
  if (!columns || !pages || rows.length > mostRows) return new Map();
  const paged = rows.filter((row) => pages.has(row));
  const begun = performance.now();
  const readMeter: ReadMeter = {
    reserve: meter.take,
    release: meter.giveBack,
    take: (row) => meter.take(sizeOf(row)),
  };
  const found = await store.inTurn(() => pages.read(paged, columns, readMeter, signal), signal);
  if (found.size > 0) store.fetched?.(index.name, performance.now() - begun);
  return found;
}

/**
 * Tells whether searches of streams show a row, as `streamCondition` does in SQL. If the index contains messages of
 * other streams, too, the streams in the row itself decide, so that a wrong row number cannot reveal a message of
 * another stream.
 * @param values must contain the column `streams`, and the column of the index's hidden copies
 */
export function isShown(index: StoredIndex, streams: readonly string[], row: number, values: Row): boolean {
  const { rowsEnd, hides } = index;
  if (rowsEnd !== undefined && row >= rowsEnd) return false;
  if (hasNoOther(index, streams)) return true;
  const own = values['streams'];
  if (!Array.isArray(own) || !own.some((id) => streams.includes(String(id)))) return false;
  if (hides === undefined) return true;
  if (hides === 'all') return false;
  if ('before' in hides) return row < hides.before;
  const home = values[hides.column];
  return typeof home !== 'string' || !hides.homes.includes(home);
}

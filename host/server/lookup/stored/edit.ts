/** Describes and checks edits of stored tables; the checks run in slices, because an edit may have 100,000 rows. */
import type { StoredVersion } from '../../../../api/contract/lookup-rows.js';
import type { StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';
import { BadRequestError, ConflictError } from '../../foundation/errors.js';
import type { Yielder } from '../../foundation/yielding.js';
import { charactersOf, type StoredTable } from './stored-table.js';

export interface Edit {
  readonly rows: readonly StoredRow[];
  readonly deleted: readonly string[];
  readonly columns?: readonly (StoredColumn & { readonly from?: string })[] | undefined;
  /**
   * Revision that the user has seen: an edit of a row that was changed later is refused. Absent: revisions are not
   * compared.
   */
  readonly revision?: number;
  readonly by: string;
  readonly kind: StoredVersion['kind'];
}

/** Returns the number of rows and of characters that a table will have after an edit. */
export async function sizeAfter(
  table: StoredTable,
  { rows, deleted }: Pick<Edit, 'rows' | 'deleted'>,
  yielder: Yielder,
): Promise<{ readonly size: number; readonly characters: number }> {
  const gone = new Set(deleted);
  let { size, characters } = table;
  for (const key of gone) {
    const row = table.get(key);
    if (row) [size, characters] = [size - 1, characters - charactersOf(row)];
    if (yielder.isOver) await yielder.pause();
  }
  for (const row of rows) {
    const before = gone.has(row.key) ? undefined : table.get(row.key);
    size += before ? 0 : 1;
    characters += charactersOf(row) - (before ? charactersOf(before) : 0);
    if (yielder.isOver) await yielder.pause();
  }
  return { size, characters };
}

/** Returns the values of a row for a number of columns; missing values are empty texts. */
export const filledRow = (values: readonly string[], columns: number): string[] =>
  Array.from({ length: columns }, (_, at) => values[at] ?? '');

/**
 * Returns the columns of an edit without their former names.
 * @throws BadRequestError when a name is reserved or appears twice
 */
export function columnsOf(given: readonly StoredColumn[]): StoredColumn[] {
  const names = given.map(({ name }) => name);
  const reserved = names.find((name) => ['key', 'expires_at', 'note'].includes(name));
  if (reserved !== undefined) throw new BadRequestError(`A column cannot be named "${reserved}".`);
  if (new Set(names).size < names.length) throw new BadRequestError('Two columns have the same name.');
  return given.map(({ name, type }) => ({ name, type }));
}

export const isSameColumns = (
  given: readonly (StoredColumn & { readonly from?: string })[],
  columns: readonly StoredColumn[],
): boolean =>
  given.length === columns.length && given.every(({ name, from }, at) => (from ?? name) === columns[at]?.name);

/** Returns for each column of an edit its index among the present columns of the table; -1: the column is new. */
export const placesOf = (
  given: readonly (StoredColumn & { readonly from?: string })[],
  columns: readonly StoredColumn[],
): number[] => given.map(({ name, from }) => columns.findIndex((column) => column.name === (from ?? name)));

/**
 * Checks the rows of an edit.
 * @param columns number of columns
 * @throws BadRequestError when a row has no key or too many values, or when a key appears twice
 */
export async function checkRows(rows: readonly StoredRow[], columns: number, yielder: Yielder): Promise<void> {
  const keys = new Set<string>();
  for (const { key, values } of rows) {
    if (key.trim() === '') throw new BadRequestError('A row needs a key.');
    if (keys.has(key)) throw new BadRequestError(`The key ${JSON.stringify(key)} appears in two rows.`);
    if (values.length > columns)
      throw new BadRequestError(`The row ${JSON.stringify(key)} has more values than columns.`);
    keys.add(key);
    if (yielder.isOver) await yielder.pause();
  }
}

/**
 * Checks that no row of an edit was changed after the revision that the user has seen.
 * @throws ConflictError that lists at most ten of the changed rows
 */
export async function checkConflicts(
  table: StoredTable,
  { rows, deleted }: Edit,
  seen: number,
  yielder: Yielder,
): Promise<void> {
  const changed: string[] = [];
  const check = (key: string): void => {
    if ((table.get(key)?.revision ?? 0) > seen) changed.push(key);
  };
  for (const { key } of rows) {
    check(key);
    if (yielder.isOver) await yielder.pause();
  }
  for (const key of deleted) {
    check(key);
    if (yielder.isOver) await yielder.pause();
  }
  if (changed.length > 0)
    throw new ConflictError(
      `Another user has changed these rows: ${changed.slice(0, 10).join(', ')}. Load the rows again, then repeat your changes.`,
    );
}

/**
 * Endpoints of the rows of stored lookup tables: editing, import and export as CSV, and history. They are an extension;
 * the reference server does not have them.
 */
import { endpoint } from './endpoint.js';
import type { CsvImportQuery, RowChanges, RowsQuery, StoredColumn, StoredRow } from './lookup.schema.js';
import { onOne } from './lookup.js';

export interface StoredRows {
  revision: number;
  columns: StoredColumn[];
  /** Number of rows that match the query. */
  total: number;
  /** Number of all rows in the table. */
  all: number;
  rows: StoredRow[];
}
export const storedRows = endpoint<{ query: RowsQuery; answer: StoredRows }>()(
  'GET',
  '/system/lookup/adapters/{idOrName}/rows',
  onOne('read'),
);
/** Changes all the given rows or none; a 409 names up to ten of the rows that have changed since the given revision. */
export const changeStoredRows = endpoint<{ body: RowChanges; answer: { revision: number } }>()(
  'POST',
  '/system/lookup/adapters/{idOrName}/rows',
  onOne('edit'),
);
export type ImportedLineKind = 'new' | 'changed' | 'duplicate' | 'refused';
export interface ImportedLine {
  line: number;
  kind: ImportedLineKind;
  key: string;
  values: string[];
  /** Stored values of the row that has the same key as the line. Null: there is no such row, or the line is refused. */
  before: string[] | null;
  reason: string | null;
}
export interface CsvImportResult {
  /** Column names after the import. */
  columns: string[];
  lines: number;
  created: number;
  changed: number;
  same: number;
  refused: number;
  /** Number of stored rows whose key no line of the file has. */
  missing: number;
  /** Keys that occur on several lines of the file, at most 200. */
  duplicates: { key: string; lines: number[] }[];
  /**
   * Lines of the file that are refused, share their key with another line, or differ from the stored rows; at most 200.
   */
  shown: ImportedLine[];
  /** Reason why nothing was stored; null: the rows were stored, or the preview found no error. */
  problem: string | null;
  revision: number;
}
export const importStoredRows = endpoint<{ query: CsvImportQuery; body: string; answer: CsvImportResult }>()(
  'POST',
  '/system/lookup/adapters/{idOrName}/rows/import',
  onOne('edit'),
  { consumes: 'text' },
);
export const exportStoredRows = endpoint<{ answer: string }>()(
  'GET',
  '/system/lookup/adapters/{idOrName}/rows/csv',
  onOne('read'),
  { produces: 'csv' },
);
export interface RowChange {
  key: string;
  /** Row before the change, null if it was added; `after` is the row after the change, null if it was deleted. */
  before: StoredRow | null;
  after: StoredRow | null;
}
export interface StoredVersion {
  revision: number;
  at: string;
  by: string;
  kind: 'edit' | 'import' | 'rules';
  added: number;
  changed: number;
  removed: number;
  /** The first changes that this version made. */
  changes: RowChange[];
}
/** Lists the latest 50 versions of a table, newest first. */
export const storedHistory = endpoint<{ answer: { versions: StoredVersion[] } }>()(
  'GET',
  '/system/lookup/adapters/{idOrName}/rows/history',
  onOne('read'),
);

/** Defines the documents of stored tables, and the parts of documents that are kept in memory. */
import type { StoredVersion } from '../../../../api/contract/lookup-rows.js';
import type { TableRow } from './stored-table.js';

export const rowsArchive = 'lookup_rows';
export const historyArchive = 'lookup_history';

/** Describes the document with the rows of one shard. */
export interface RowsDocument {
  readonly id: string;
  /** Id of the data adapter. */
  readonly adapter: string;
  readonly rows: readonly TableRow[];
}
export interface RowsHead {
  readonly adapter: string;
}
export interface VersionDocument {
  readonly id: string;
  readonly adapter: string;
  readonly version: StoredVersion;
}

/**
 * The archives of stored tables for `openDocuments`: functions that return the part of a document that is kept in
 * memory.
 */
export const lookupArchives = {
  [rowsArchive]: ({ adapter }: { readonly adapter?: unknown }): RowsHead => ({ adapter: String(adapter) }),
  [historyArchive]: ({ adapter, version }: { readonly adapter?: unknown; readonly version?: unknown }) => ({
    adapter: String(adapter),
    version: { ...(version as StoredVersion), changes: [] },
  }),
};

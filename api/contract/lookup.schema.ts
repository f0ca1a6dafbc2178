/** Bodies and queries of lookup tables, caches and data adapters (contract administration lookup.*). */
import { Type, type Static } from '@sinclair/typebox';
import { PageQuery } from './list.schema.js';

const text = (most: number) => Type.Optional(Type.Union([Type.String({ maxLength: most }), Type.Null()]));
const longestTitle = 1_000;
const longestDescription = 10_000;
/** Maximum number of characters of a key that is looked up. */
export const longestKey = 10_000;
/** Maximum number of characters of a CSV text that is pasted or uploaded. */
export const longestCsv = 16 * 1024 * 1024;

const named = {
  id: text(100),
  _scope: text(100),
  title: text(longestTitle),
  description: text(longestDescription),
  name: text(longestTitle),
  content_pack: text(100),
};
const Config = Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]));

export const LookupTableBody = Type.Object({
  ...named,
  cache_id: text(100),
  data_adapter_id: text(100),
  default_single_value: text(longestDescription),
  default_single_value_type: text(20),
  default_multi_value: text(100_000),
  default_multi_value_type: text(20),
});
export type LookupTableBody = Static<typeof LookupTableBody>;

export const LookupCacheBody = Type.Object({ ...named, config: Config });
export type LookupCacheBody = Static<typeof LookupCacheBody>;

export const DataAdapterBody = Type.Object({
  ...named,
  custom_error_ttl_enabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  custom_error_ttl: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  custom_error_ttl_unit: text(20),
  config: Config,
});
export type DataAdapterBody = Static<typeof DataAdapterBody>;

export const LookupPageQuery = Type.Composite([PageQuery, Type.Object({ resolve: Type.Optional(Type.Boolean()) })]);
export type LookupPageQuery = Static<typeof LookupPageQuery>;
export const ResolveQuery = Type.Object({ resolve: Type.Optional(Type.Boolean()) });
export type ResolveQuery = Static<typeof ResolveQuery>;
export const KeyQuery = Type.Object({ key: Type.String({ maxLength: longestKey }) });
export type KeyQuery = Static<typeof KeyQuery>;
export const PurgeQuery = Type.Object({ key: Type.Optional(Type.String({ maxLength: longestKey })) });
export type PurgeQuery = Static<typeof PurgeQuery>;
export const ExplainQuery = Type.Object({
  key: Type.String({ maxLength: longestKey }),
  /** True bypasses the cache: the adapter is queried, and the result is not cached. */
  without_cache: Type.Optional(Type.Boolean()),
});
export type ExplainQuery = Static<typeof ExplainQuery>;
/**
 * With `rewrite`, a renaming also changes the table's name in all entities that use the table. Without `rewrite`, the
 * renaming of a used table fails. A renaming with `rewrite` fails if the caller may not change one of these entities,
 * or if one of them is provisioned.
 */
export const TableUpdateQuery = Type.Object({ rewrite: Type.Optional(Type.Boolean()) });
export type TableUpdateQuery = Static<typeof TableUpdateQuery>;
export const TestQuery = Type.Object({
  lookup_table_name: Type.String({ maxLength: longestTitle }),
  string: Type.String({ maxLength: longestKey }),
});
export type TestQuery = Static<typeof TestQuery>;

const names = Type.Optional(Type.Union([Type.Array(Type.String(), { maxItems: 10_000 }), Type.Null()]));
export const ErrorStatesBody = Type.Object({ tables: names, data_adapters: names, caches: names });
export type ErrorStatesBody = Static<typeof ErrorStatesBody>;

// Stored tables: their rows are stored on the server and edited in the console. Reference servers do not have them.
const Cell = Type.String({ maxLength: 10_000 });
export const StoredColumn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  type: Type.Union([Type.Literal('text'), Type.Literal('number')]),
});
export type StoredColumn = Static<typeof StoredColumn>;
export const StoredRow = Type.Object({
  key: Type.String({ minLength: 1, maxLength: longestKey }),
  /** Values of the columns in the order of the columns; an empty text is an empty value. */
  values: Type.Array(Cell, { maxItems: 50 }),
  /** Time at which the row expires, in epoch milliseconds; null: never. */
  expires_at: Type.Union([Type.Number(), Type.Null()]),
  note: Type.String({ maxLength: 1_000 }),
  /** Texts that rules of pipelines have stored as a list under the key; null: there is no list. */
  list: Type.Optional(Type.Union([Type.Array(Cell, { maxItems: 1_000 }), Type.Null()])),
});
export type StoredRow = Static<typeof StoredRow>;
export const RowsQuery = Type.Object({
  query: Type.Optional(Type.String({ maxLength: 1_000 })),
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  /** Column by which the rows are sorted: `key`, `expires_at`, `note` or the name of a column. */
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
});
export type RowsQuery = Static<typeof RowsQuery>;
export const RowChanges = Type.Object({
  /** Revision that the user has edited; the whole change is refused if one of its rows has changed since then. */
  revision: Type.Integer({ minimum: 0 }),
  /** New columns of the table; absent: the columns stay. `from` is the previous name of a renamed column. */
  columns: Type.Optional(
    Type.Array(Type.Composite([StoredColumn, Type.Object({ from: Type.Optional(Type.String()) })]), {
      minItems: 1,
      maxItems: 50,
    }),
  ),
  rows: Type.Array(StoredRow, { maxItems: 10_000 }),
  deleted: Type.Array(Type.String(), { maxItems: 100_000 }),
});
export type RowChanges = Static<typeof RowChanges>;
/** Options for parsing a CSV text; the text itself is the request body. */
export const CsvImportQuery = Type.Object({
  separator: Type.String({ minLength: 1, maxLength: 1 }),
  quote: Type.String({ minLength: 1, maxLength: 1 }),
  /**
   * False: each line contains the key and then the values of the table's columns in order. True: the first line
   * contains the column names:
   * – the column `key`, or the first column if there is no `key`, contains the keys
   * – `expires_at` contains the expiries, and `note` the notes
   * – other unknown columns are added to the table
   */
  header: Type.Boolean(),
  /** Selects the line that is imported when several have the same key; `refuse`: none, and the import fails. */
  duplicates: Type.Union([Type.Literal('first'), Type.Literal('last'), Type.Literal('refuse')]),
  delete_missing: Type.Boolean(),
  /** True returns the result that the import would have, and stores nothing. */
  preview: Type.Boolean(),
});
export type CsvImportQuery = Static<typeof CsvImportQuery>;

/**
 * Fields without a column: those of messages that bring far more unknown fields than others, and those beyond an input's share of
 * columns. Their values are in the column `extra`, a JSON object; names and types are kept in the table `rest_fields`, so that
 * searches find the values there.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTypes, type DynamicType } from './columns.js';
import { quoteText } from './database.js';
import type { StoredField } from './types.js';

/** Name of a field that occurs in `extra` → type of its first value. */
export type RestFields = ReadonlyMap<string, DynamicType>;

/** Names kept of an index; further ones are shown with their messages, but not found by name. */
export const mostRestFields = 20_000;

export async function ensureRestFields(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS ${catalog}.rest_fields (name VARCHAR, type VARCHAR)`);
}

const isType = (type: unknown): type is DynamicType => typeof type === 'string' && Object.hasOwn(sqlTypes, type);

export async function readRestFields(connection: DuckDBConnection, catalog: string): Promise<RestFields> {
  const rows = await connection.runAndReadAll(`SELECT name, type FROM ${catalog}.rest_fields`);
  return new Map(rows.getRows().flatMap(([name, type]) => (isType(type) ? [[String(name), type] as const] : [])));
}

/** To be called inside a transaction. @param index name of the index */
export async function writeRestFields(connection: DuckDBConnection, index: string, fields: RestFields): Promise<void> {
  if (fields.size === 0) return;
  const appender = await connection.createAppender('rest_fields', 'main', index);
  for (const [name, type] of fields) {
    appender.appendVarchar(name);
    appender.appendVarchar(type);
    appender.endRow();
  }
  appender.closeSync();
}

/** A field whose "column" is the SQL of its value in `extra`, by a JSON pointer (RFC 6901). */
export function restField(name: string, type: DynamicType): StoredField {
  const pointer = quoteText(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  const text = `json_extract_string(extra, ${pointer})`;
  return { name, type, column: type === 'keyword' ? text : `TRY_CAST(${text} AS ${sqlTypes[type]})` };
}

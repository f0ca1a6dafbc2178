/**
 * Fields without a column: those of messages that bring far more unknown fields than others, and those beyond an input's share of
 * columns. Their values are in the column `extra`, a JSON object; names and types are kept in the table `rest_fields`, so that
 * searches find the values there. Texts that came into a field of numbers or booleans are there, too; the table has such a field with
 * the type `text`.
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

/** Type in the table of a field that holds texts beside the values of its own type. */
const mixedType = 'text';

const isType = (type: unknown): type is DynamicType => typeof type === 'string' && Object.hasOwn(sqlTypes, type);

export async function readRestFields(
  connection: DuckDBConnection,
  catalog: string,
): Promise<{ rest: RestFields; mixed: ReadonlySet<string> }> {
  const read = await connection.runAndReadAll(`SELECT name, type FROM ${catalog}.rest_fields`);
  const rows = read.getRows().map(([name, type]) => [String(name), type] as const);
  return {
    rest: new Map(rows.flatMap(([name, type]) => (isType(type) ? [[name, type] as const] : []))),
    mixed: new Set(rows.flatMap(([name, type]) => (type === mixedType ? [name] : []))),
  };
}

/**
 * To be called inside a transaction.
 * @param index name of the index
 * @param mixed fields that hold texts from now on
 */
export async function writeRestFields(
  connection: DuckDBConnection,
  index: string,
  fields: RestFields,
  mixed: ReadonlySet<string>,
): Promise<void> {
  if (fields.size + mixed.size === 0) return;
  const appender = await connection.createAppender('rest_fields', 'main', index);
  for (const [name, type] of [...fields, ...Array.from(mixed, (name) => [name, mixedType] as const)]) {
    appender.appendVarchar(name);
    appender.appendVarchar(type);
    appender.endRow();
  }
  appender.closeSync();
}

/** SQL of the text of a value in `extra`, by a JSON pointer (RFC 6901). */
const textInRest = (name: string): string =>
  `json_extract_string(extra, ${quoteText(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`;

/** A field whose "column" is the SQL of its value in `extra`. */
export function restField(name: string, type: DynamicType): StoredField {
  const text = textInRest(name);
  return { name, type, column: type === 'keyword' ? text : `TRY_CAST(${text} AS ${sqlTypes[type]})` };
}

/** The texts of a field whose own type is another one; the "column" is their SQL. @param own type of its other values in `extra` */
export function textsOfField(name: string, own: DynamicType | undefined): StoredField {
  const text = textInRest(name);
  const column =
    own === undefined || own === 'keyword' ? text : `CASE WHEN ${restField(name, own).column} IS NULL THEN ${text} END`;
  return { name, type: 'keyword', column };
}

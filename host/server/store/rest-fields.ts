/**
 * Fields without a column. They are
 * - unknown fields of messages that have more than `wideFields` of them,
 * - fields beyond the columns that an input may add (`inputFields`),
 * - and fields beyond the limit of the index (`maxFields`).
 * The column `extra`, a JSON object, has their values. The table `rest_fields` has their names and types, so that
 * searches find the values. Values that do not fit the type of a numeric or boolean field are in `extra`, too, and are
 * searched as texts; the table then contains the field with the type `text`.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlTypes, type DynamicType } from './columns.js';
import { quoteText } from './database.js';
import type { StoredField } from './types.js';

/** Maps the name of each field that occurs in the column `extra` to the type of its first value. */
export type RestFields = ReadonlyMap<string, DynamicType>;

/** Largest number of names stored per index; further fields are shown with their messages, but not found by name. */
export const mostRestFields = 20_000;

export async function ensureRestFields(connection: DuckDBConnection, catalog: string): Promise<void> {
  await connection.run(`CREATE TABLE IF NOT EXISTS ${catalog}.rest_fields (name VARCHAR, type VARCHAR)`);
}

/** Type in `rest_fields` of a field that has values in `extra` which do not fit the field's own type. */
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
 * Writes fields without a column into `rest_fields`. Must be called inside a transaction.
 * @param index name of the index
 * @param mixed fields that from now on have values which do not fit their type
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

/** Returns the SQL expression for the text of a field's value in `extra`, which uses a JSON pointer (RFC 6901). */
const textInRest = (name: string): string =>
  `json_extract_string(extra, ${quoteText(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`;

/** Describes a field without a column; its `column` is the SQL expression for its value in `extra`. */
export function restField(name: string, type: DynamicType): StoredField {
  const text = textInRest(name);
  return { name, type, column: type === 'keyword' ? text : `TRY_CAST(${text} AS ${sqlTypes[type]})` };
}

/**
 * Describes, as texts, the values in `extra` that do not fit the type of a field; `column` is the SQL expression for
 * the text.
 * @param own type of the field's other values in `extra`
 */
export function textsOfField(name: string, own: DynamicType | undefined): StoredField {
  const text = textInRest(name);
  const column =
    own === undefined || own === 'keyword' ? text : `CASE WHEN ${restField(name, own).column} IS NULL THEN ${text} END`;
  return { name, type: 'keyword', column };
}

/**
 * SQL for the words of a text. The words of ASCII texts are not stored: scanning searches compute them in DuckDB by the
 * rule of tokenize.ts. The words of other texts are stored, because DuckDB may classify letters and convert them to
 * lower case differently.
 */
import type { StoredField } from './types.js';

/**
 * Matches a lower-case word of an ASCII text: a dot or an apostrophe joins two letters or digits, a comma only
 * digits.
 */
const plainWord = "(?:[a-z](?:[.''][a-z])*|[0-9](?:[.'',][0-9])*|_)+";

/**
 * Returns the SQL expression for the stored words of a field. It is NULL for a text whose words are not stored. If the
 * field has no column of words, the expression is the field's own column.
 */
export const storedSql = ({ column, tokenColumn = column }: StoredField): string => tokenColumn;

/**
 * Returns the SQL expression for the words of a field in the form ` word word ` of `tokenText`. It is NULL if the field
 * has no text. Its evaluation is slow.
 */
export function wordsSql(field: StoredField): string {
  const words = `regexp_extract_all(lower(${field.column}), '${plainWord}')`;
  return `coalesce(${storedSql(field)}, ' ' || array_to_string(nullif(${words}, []), ' ') || ' ', left(${field.column}, 0))`;
}

/**
 * Returns SQL of a text that contains each word of the field. Its evaluation is fast, so searching this text serves as
 * a prefilter.
 */
export const holdingSql = (field: StoredField): string => `coalesce(${storedSql(field)}, lower(${field.column}))`;

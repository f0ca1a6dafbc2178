/**
 * The words of a text in SQL. Those of plain text are not stored: the engine finds them by the rule of tokenize.ts, for searches that
 * scan. What it would take for a letter elsewhere, or for one in lower case, may not be what we do: there the words are stored.
 */
import type { StoredField } from './types.js';

/** A word of plain text in lower case: what joins stands between two letters, or two digits. */
const plainWord = "(?:[a-z](?:[.''][a-z])*|[0-9](?:[.'',][0-9])*|_)+";

/** SQL: the words that are stored; NULL where they are not. */
export const storedSql = ({ column, tokenColumn = column }: StoredField): string => tokenColumn;

/** SQL: the words as ` word word `, as `tokenText` gives them; NULL where there is no text. It costs much. */
export function wordsSql(field: StoredField): string {
  const words = `regexp_extract_all(lower(${field.column}), '${plainWord}')`;
  return `coalesce(${storedSql(field)}, ' ' || array_to_string(nullif(${words}, []), ' ') || ' ', left(${field.column}, 0))`;
}

/** SQL: a text that has whatever any of its words has, and costs little. */
export const holdingSql = (field: StoredField): string => `coalesce(${storedSql(field)}, lower(${field.column}))`;

/** Finds and renames lookup tables in the source of pipeline rules. */
import { replacedAt, tableReferences } from '../../../api/pipeline-language/index.js';

const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');

/** Tells whether a rule may use a table; a rule without the table's name need not be parsed. */
const mayUse = (source: string, table: string): boolean => source.includes('lookup') && source.includes(escaped(table));

export const usesTable = (source: string, table: string): boolean =>
  mayUse(source, table) && tableReferences(source).some(({ name }) => name === table);

/** Returns the source of a rule with a table's name replaced by a new name. */
export function withTable(source: string, from: string, to: string): string {
  if (!mayUse(source, from)) return source;
  const places = tableReferences(source).filter(({ name }) => name === from);
  return replacedAt(source, places, `"${escaped(to)}"`);
}

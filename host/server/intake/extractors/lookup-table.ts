/** Finds the lookup table that an extractor or converter names. */
import { requiredText } from './config.js';
import { ExtractorConfigError, type Config, type LookupTables } from './extraction.js';

/**
 * Returns the name of the configured table, and the function that looks up trimmed keys in it.
 * @param tables undefined: no tables exist
 * @throws ExtractorConfigError when the configuration names no existing table
 */
export function tableOf(
  config: Config,
  tables: LookupTables | undefined,
): { readonly name: string; readonly value: LookupTables['value'] } {
  const name = requiredText(config, 'lookup_table_name');
  if (!tables?.has(name)) throw new ExtractorConfigError(`There is no lookup table "${name}".`);
  return { name, value: (table, key) => tables.value(table, key.trim()) };
}

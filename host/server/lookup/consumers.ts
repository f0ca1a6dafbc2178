/** Faces of lookup tables for those that know them only by a function: extractors, decorators, event definitions, searches. */
import type { LookupTables } from '../intake/extractors/extraction.js';
import type { Decorate } from '../search/decorators.js';
import type { Lookup } from './lookup.js';
import type { LookupResult } from './result.js';

/** The single value as a text; undefined: nothing was found, or the lookup failed. */
const textOf = ({ single_value: value, has_error: failed }: LookupResult): string | undefined =>
  failed || value === null ? undefined : String(value);

/**
 * Tables for extractors and converters, which cannot wait: a data adapter that asks another server returns nothing for the first message,
 * and the cache has the value for the next ones.
 */
export const extractorTables = (lookup: Pick<Lookup, 'lookup'>): LookupTables => ({
  has: () => true,
  value(table, key) {
    const found = lookup.lookup(table, key);
    return found instanceof Promise ? undefined : textOf(found);
  },
});

/** Waits for data adapters that ask other servers. */
export const lookUpText =
  (lookup: Pick<Lookup, 'lookup'>) =>
  async (table: string, key: string): Promise<string | undefined> =>
    textOf(await lookup.lookup(table, key));

/** Keys of one page of messages that are looked up at the same time. */
const mostAtOnce = 200;

/** Decorator "Lookup Table" (contract search D4): the target field takes the value of the source field. */
export function lookupDecorator(lookup: Pick<Lookup, 'lookup'>): Decorate {
  return async (messages, config) => {
    const [source, target, table] = ['source_field', 'target_field', 'lookup_table_name'].map((name) =>
      String(config[name] ?? ''),
    );
    if (!source || !target || !table) return messages;
    const keys = new Set(messages.flatMap(({ message }) => keyOf(message[source]) ?? []));
    const found = new Map<string, LookupResult['single_value']>();
    const all = [...keys];
    for (let from = 0; from < all.length; from += mostAtOnce) {
      const part = all.slice(from, from + mostAtOnce);
      const results = await Promise.all(part.map(async (key) => lookup.lookup(table, key)));
      for (const [at, result] of results.entries())
        if (!result.has_error && result.single_value !== null) found.set(part[at] ?? '', result.single_value);
    }
    return messages.map((entry) => {
      const value = found.get(keyOf(entry.message[source]) ?? '');
      return value === undefined ? entry : { ...entry, message: { ...entry.message, [target]: value } };
    });
  };
}

const keyOf = (value: unknown): string | undefined =>
  value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);

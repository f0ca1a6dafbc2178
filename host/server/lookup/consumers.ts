/** Adapts the lookup tables to the interfaces that extractors, decorators, event definitions and searches need. */
import type { LookupTables } from '../intake/extractors/extraction.js';
import type { Decorate } from '../search/decorators.js';
import type { Lookup } from './lookup.js';
import type { LookupResult } from './result.js';

/** Returns the single value as text; undefined: no value was found, or the lookup failed. */
const textOf = ({ single_value: value, has_error: failed }: LookupResult): string | undefined =>
  failed || value === null ? undefined : String(value);

/**
 * Adapts the lookup tables to extractors and converters, which are synchronous. If the adapter has to send a request,
 * the first message gets no value; the following messages get the value from the cache. Therefore a table with such an
 * adapter but without a cache never yields a value to extractors and converters.
 */
export const extractorTables = (lookup: Pick<Lookup, 'lookup'>): LookupTables => ({
  has: () => true,
  value(table, key) {
    const found = lookup.lookup(table, key);
    return found instanceof Promise ? undefined : textOf(found);
  },
});

/** Returns a function that looks up a value as text, and waits for the request of the adapter if necessary. */
export const lookUpText =
  (lookup: Pick<Lookup, 'lookup'>) =>
  async (table: string, key: string): Promise<string | undefined> =>
    textOf(await lookup.lookup(table, key));

/** Largest number of keys that are looked up concurrently. */
const mostAtOnce = 200;

/**
 * Creates the decorator "Lookup Table" (contract search D4): it sets the target field to the table's value for the
 * source field.
 */
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

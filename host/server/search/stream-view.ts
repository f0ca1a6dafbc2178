/**
 * Restricts the fields of an index to the fields of certain streams, so that a user learns no fields of other streams.
 */
import { fixedFieldNames } from '../store/columns.js';
import type { StoredIndex } from '../store/types.js';

/**
 * Maps each snapshot of an index to its views: for each list of streams, the index with the fields of these streams.
 */
const seen = new WeakMap<StoredIndex, Map<string, StoredIndex>>();
/** Largest number of sets of streams that are cached per snapshot. */
const remembered = 100;

/**
 * Returns an index without the fields that no message of the streams has. The fixed fields and the fields without a
 * column are not removed.
 */
export function inStreams(index: StoredIndex, streams: readonly string[]): StoredIndex {
  const known = seen.get(index) ?? new Map<string, StoredIndex>();
  seen.set(index, known);
  const key = JSON.stringify(streams);
  let view = known.get(key);
  if (!view) {
    const sets = streams.flatMap((stream) => index.fieldsOfStreams.get(stream) ?? []);
    const kept = [...index.fields].filter(
      ([name]) => fixedFieldNames.has(name) || sets.some((names) => names.has(name)),
    );
    view = kept.length === index.fields.size ? index : Object.freeze({ ...index, fields: new Map(kept) });
    if (known.size >= remembered) known.clear();
    known.set(key, view);
  }
  return view;
}

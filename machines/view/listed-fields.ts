/** Selects the fields that the sidebar lists (spec 2 §2 "Search sidebar"; screens/search.md §5 "Fields"). */
import type { FieldType } from '../../api/contract/searches.js';

/**
 * Set of fields that are listed. `current`: the fields of the searched messages. `all`: all known fields. Both leave
 * out the fields that describe how a message is stored. `reserved`: all known fields including these.
 */
export type FieldSet = 'current' | 'all' | 'reserved';

export interface ListedField {
  readonly name: string;
  readonly type: FieldType['type'];
  /** True if the field occurs in the searched messages. */
  readonly inQuery: boolean;
}

/** Tells whether a field describes how a message is stored and not its content (spec 2 §2). */
export function isReservedField(name: string): boolean {
  return /^(?:_id|_source|_index|streams|stream_ids|gl2_.*)$/.test(name);
}

/** Returns the fields of a set, sorted by name. @param all all known fields; undefined while they are loading */
export function fieldsOfSet(
  set: FieldSet,
  current: readonly FieldType[],
  all: readonly FieldType[] | undefined,
): readonly ListedField[] {
  const listed = new Map<string, ListedField>();
  if (set !== 'current') for (const { name, type } of all ?? []) listed.set(name, { name, type, inQuery: false });
  for (const { name, type } of current) listed.set(name, { name, type, inQuery: true });
  return [...listed.values()]
    .filter(({ name }) => set === 'reserved' || !isReservedField(name))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Returns the fields whose names contain a text, regardless of case. */
export function matchingFields<T extends { readonly name: string }>(fields: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? fields : fields.filter(({ name }) => name.toLowerCase().includes(wanted));
}

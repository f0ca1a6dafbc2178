/** The fields that the sidebar lists (spec 2 §2 "Search sidebar"; screens/search.md §5 "Fields"). */
import type { FieldType } from '../../api/contract/searches.js';

/** Fields of the current query, all known fields, or all including those that only describe a message's storage. */
export type FieldSet = 'current' | 'all' | 'reserved';

export interface ListedField {
  readonly name: string;
  readonly type: FieldType['type'];
  /** True for fields that occur in the searched messages. */
  readonly inQuery: boolean;
}

/** Fields that describe the storage of a message instead of its content (spec 2 §2). */
export function isReservedField(name: string): boolean {
  return /^(?:_id|_source|_index|streams|stream_ids|gl2_.*)$/.test(name);
}

/** Selects the fields of a set, sorted by name; `all` may be undefined while loading. */
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

/** Returns the fields with the text in their name, ignoring case. */
export function matchingFields<T extends { readonly name: string }>(fields: readonly T[], text: string): readonly T[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? fields : fields.filter(({ name }) => name.toLowerCase().includes(wanted));
}

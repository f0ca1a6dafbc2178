/** Renames entities of a content pack before they are installed, and updates the references to their names. */
import type { ConflictChoice } from '../../../../api/contract/content-packs.schema.js';
import { afterRename, type Rename } from '../renames.js';
import { canonical } from '../values.js';
import type { Read } from './read-entity.js';

export interface Renamed {
  readonly all: readonly Read[];
  /** Maps the id of each entity that can be renamed to the number of other entities that refer to it by name. */
  readonly referring: ReadonlyMap<string, number>;
}

/**
 * Tells whether the data of an entity refers to a renamed entity by its name. Most data cannot refer to it and is
 * returned as the same object, so that the slow comparison is rarely needed.
 */
function refersTo({ kind, data }: Read, rename: Omit<Rename, 'to'>): boolean {
  if (!kind) return false;
  const changed = afterRename(kind.type, data, { ...rename, to: 'another-name' });
  return changed !== data && canonical(changed) !== canonical(data);
}

/** Renames the entities for which the user chose a name. @param choiceOf returns the user's choice for an entity */
export function applyRenames(read: readonly Read[], choiceOf: (id: string) => ConflictChoice | undefined): Renamed {
  let all = read;
  const referring = new Map<string, number>();
  for (const one of all) {
    const { id } = one.entity;
    if (!one.kind?.matching) continue;
    const { type, matching } = one.kind;
    const choice = choiceOf(id);
    const rename = { type, from: matching.keyOf(one.data), to: choice?.name?.trim() ?? '' };
    referring.set(id, all.filter((other) => other !== one && refersTo(other, rename)).length);
    if (choice?.action !== 'rename' || rename.to === '') continue;
    all = all.map((other) => {
      if (!other.kind) return other;
      if (other.entity.id === id) return { ...other, data: matching.renamed(other.data, rename.to) };
      return { ...other, data: afterRename(other.kind.type, other.data, rename) };
    });
  }
  return { all, referring };
}

/** Renames entities of a content pack before they are installed, and updates the references to their names. */
import type { ConflictChoice } from '../../../../api/contract/content-packs.schema.js';
import { afterRename } from '../renames.js';
import { canonical } from '../values.js';
import type { Read } from './read-entity.js';

export interface Renamed {
  readonly all: readonly Read[];
  /** Key: id of an entity in the pack; value: number of other entities in the pack that refer to it by name. */
  readonly referring: ReadonlyMap<string, number>;
}

/** Renames the entities for which the user chose a name. @param choiceOf returns the user's choice for an entity */
export function applyRenames(read: readonly Read[], choiceOf: (id: string) => ConflictChoice | undefined): Renamed {
  let all = read;
  const referring = new Map<string, number>();
  for (const one of all) {
    const to = choiceOf(one.entity.id);
    if (!one.kind?.matching) continue;
    const rename = { type: one.kind.type, from: one.kind.matching.keyOf(one.data), to: to?.name?.trim() ?? '' };
    const others = all.filter(
      (other) =>
        other !== one &&
        other.kind &&
        afterRename(other.kind.type, other.data, { ...rename, to: '\u0000' }) !== other.data,
    );
    const count = others.filter(
      (other) =>
        canonical(afterRename(other.kind?.type ?? '', other.data, { ...rename, to: 'another-name' })) !==
        canonical(other.data),
    ).length;
    referring.set(one.entity.id, count);
    if (to?.action !== 'rename' || rename.to === '') continue;
    const { renamed } = one.kind.matching;
    all = all.map((other) => {
      if (!other.kind) return other;
      if (other.entity.id === one.entity.id) return { ...other, data: renamed(other.data, rename.to) };
      return { ...other, data: afterRename(other.kind.type, other.data, rename) };
    });
  }
  return { all, referring };
}

/** Matches the entities of a new revision with those of an installation. */
import type { ContentPack } from '../../../../api/contract/content-packs.schema.js';
import { contentKind } from '../kinds/index.js';
import { unwrapped, type PlainData } from '../values.js';
import type { StoredEntity, Upgraded } from './types.js';

/**
 * Matches entities by id, otherwise by type and title if these are unique.
 * @returns installed entities by their ids in the new revision
 */
export function matchedEntities(
  { entities: revised }: ContentPack,
  { entities: installed, values }: Upgraded,
): ReadonlyMap<string, StoredEntity> {
  const matched = new Map<string, StoredEntity>();
  const free = new Set(installed);
  for (const { id } of revised) {
    const same = installed.find((one) => one.content_pack_entity_id === id);
    if (!same) continue;
    matched.set(id, same);
    free.delete(same);
  }
  for (const { id, type, data } of revised) {
    if (matched.has(id)) continue;
    const kind = contentKind(type.name, type.version);
    const title = kind?.titleOf(unwrapped(data, new Map(values)).data as PlainData);
    const alike = [...free].filter((one) => one.type.name === type.name && one.title === title);
    const [only] = alike;
    if (!only || alike.length > 1) continue;
    matched.set(id, only);
    free.delete(only);
  }
  return matched;
}

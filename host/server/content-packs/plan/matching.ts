/** Matches the entities of a new revision with the entities of an installation. */
import type { ContentPack } from '../../../../api/contract/content-packs.schema.js';
import type { ModelType } from '../../../../api/contract/catalogue.schema.js';
import { contentKind } from '../kinds/index.js';
import { PackError } from '../pack-error.js';
import { unwrapped, type PlainData } from '../values.js';
import type { StoredEntity, Upgraded } from './types.js';

/**
 * Matches entities by id, otherwise by type and title if these are unique.
 * @returns the installed entities, by the ids of the matching entities in the new revision
 */
export function matchedEntities(
  { entities: revised, parameters }: ContentPack,
  { entities: installed, values }: Upgraded,
): ReadonlyMap<string, StoredEntity> {
  // A parameter that only the new revision has gets its default value for the comparison.
  const given = new Map([...parameters.map((one) => [one.name, one.default_value] as const), ...values]);
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
    const title = titleOf(type, data, given);
    const alike = [...free].filter((one) => one.type.name === type.name && one.title === title);
    const [only] = alike;
    if (!only || alike.length > 1) continue;
    matched.set(id, only);
    free.delete(only);
  }
  return matched;
}

/** Returns the title of an entity; undefined: its data is invalid, which the plan reports. */
function titleOf(type: ModelType, data: unknown, values: ReadonlyMap<string, unknown>): string | undefined {
  try {
    return contentKind(type.name, type.version)?.titleOf(unwrapped(data, values).data as PlainData);
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}

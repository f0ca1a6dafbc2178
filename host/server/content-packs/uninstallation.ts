/**
 * Removes the entities of an installation, and tells in advance which of them are removed.
 */
import type { InstalledEntity, Uninstalled, UninstallDetails } from '../../../api/contract/content-packs.schema.js';
import type { Log } from '../log/log.js';
import {
  answeredEntity,
  forRemoval,
  kindOf,
  type InstallationRecord,
  type InstallationRecords,
} from './installation-records.js';
import { isMissing } from './kinds/missing.js';
import type { Api } from './kind.js';
import { sameIds, snapshotOf } from './plan/snapshot.js';
import type { StoredEntity } from './plan/types.js';

type Outcomes = Uninstalled['uninstalled'];

export async function uninstallDetails(
  api: Api,
  records: InstallationRecords,
  record: InstallationRecord,
): Promise<UninstallDetails> {
  const goes = (one: StoredEntity) => !one.found_on_system && !records.isShared(one.id, record.id);
  const changed: string[] = [];
  for (const one of record.entities) {
    const kind = kindOf(one);
    if (!kind || one.snapshot === undefined || !api.serves(kind.needs)) continue;
    const now = await snapshotOf(api, kind, one.id);
    if (now !== undefined && now !== one.snapshot) changed.push(one.id);
  }
  return {
    entities: record.entities.filter(goes).map(answeredEntity),
    kept: record.entities.filter((one) => !goes(one)).map(answeredEntity),
    changed,
  };
}

/**
 * Removes the entities that an installation has created and to which no other installation refers. Entities that
 * existed before stay; data that the installation replaced is restored, unless a user has changed it since. An entity
 * that cannot be removed is reported and stays.
 * @param keep ids, on this server, of entities to keep
 */
export async function removeEntities(
  api: Api,
  records: InstallationRecords,
  record: InstallationRecord,
  keep: readonly string[],
  log: Log,
): Promise<Outcomes> {
  const outcomes = {
    entities: [] as InstalledEntity[],
    failed_entities: [] as InstalledEntity[],
    skipped_entities: [] as InstalledEntity[],
  };
  for (const one of forRemoval(record.entities)) {
    const isKept = keep.includes(one.id) || records.isShared(one.id, record.id);
    outcomes[isKept ? 'skipped_entities' : await removeEntity(api, one, log)].push(answeredEntity(one));
  }
  return outcomes;
}

async function removeEntity(api: Api, one: StoredEntity, log: Log): Promise<keyof Outcomes> {
  const kind = kindOf(one);
  if (!kind || !api.serves(kind.needs)) return 'failed_entities';
  try {
    if (one.found_on_system) {
      // The installation replaced the data of an existing entity. The former data is restored, unless a user has
      // changed the entity since.
      if (one.replaced && (await snapshotOf(api, kind, one.id)) === one.snapshot)
        await kind.update(api, one.id, one.replaced, sameIds);
      return 'skipped_entities';
    }
    await kind.remove(api, one.id);
    return 'entities';
  } catch (error) {
    if (isMissing(error)) return 'entities';
    log.warn('An entity of a content pack could not be removed', { kind: kind.type, entity: one.id, error });
    return 'failed_entities';
  }
}

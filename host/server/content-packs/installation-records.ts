/** Stores the installations of content packs, and tells whether installations have created or share an entity. */
import type {
  ContentPack,
  ContentPackInstallation,
  InstalledEntity,
  ValueReference,
} from '../../../api/contract/content-packs.schema.js';
import { NotFoundError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { contentKind, contentKinds } from './kinds/index.js';
import type { ContentKind } from './kind.js';
import type { StoredEntity } from './plan/types.js';

export interface InstallationRecord {
  readonly id: string;
  readonly content_pack_id: string;
  readonly content_pack_revision: number;
  readonly parameters: Record<string, ValueReference>;
  readonly entities: readonly StoredEntity[];
  readonly comment: string;
  /** Time of the first installation, in the format of ISO 8601; an upgrade keeps it. */
  readonly created_at: string;
  readonly created_by: string;
}

export const kindOf = ({ type }: Pick<InstalledEntity, 'type'>): ContentKind | undefined =>
  contentKind(type.name, type.version) ?? contentKinds.find((kind) => kind.type === type.name);

/** Returns an entity in the form of API responses: without the snapshot and the replaced data. */
export const answeredEntity = ({
  id,
  type,
  content_pack_entity_id,
  title,
  found_on_system,
}: StoredEntity): InstalledEntity => ({
  id,
  type,
  content_pack_entity_id,
  title,
  found_on_system,
});

export const answered = (record: InstallationRecord): ContentPackInstallation => ({
  _id: record.id,
  content_pack_id: record.content_pack_id,
  content_pack_revision: record.content_pack_revision,
  parameters: record.parameters,
  entities: record.entities.map(answeredEntity),
  comment: record.comment,
  created_at: record.created_at,
  created_by: record.created_by,
});

/** Returns the values of a pack's parameters as an installation stores them. */
export const referenced = (pack: ContentPack, values: ReadonlyMap<string, unknown>): Record<string, ValueReference> =>
  Object.fromEntries(pack.parameters.map(({ name, type }) => [name, { '@type': type, '@value': values.get(name) }]));

export const valuesOf = ({ parameters }: InstallationRecord): Map<string, unknown> =>
  new Map(Object.entries(parameters).map(([name, value]) => [name, value['@value']]));

/** Sorts entities for removal: dependent entities first. */
export const forRemoval = (entities: readonly StoredEntity[]): StoredEntity[] =>
  entities
    .toReversed()
    .toSorted(
      (a, b) =>
        contentKinds.findIndex(({ type }) => type === b.type.name) -
        contentKinds.findIndex(({ type }) => type === a.type.name),
    );

export class InstallationRecords {
  readonly #stored: Collection<InstallationRecord>;

  constructor(documents: Documents) {
    this.#stored = documents.collection('content_pack_installations');
  }

  of(packId: string, rev?: number): InstallationRecord[] {
    return this.#stored
      .all()
      .filter((one) => one.content_pack_id === packId && (rev === undefined || one.content_pack_revision === rev));
  }

  /** Returns an installation. @throws NotFoundError if the pack has no installation with this id */
  get(packId: string, id: string): InstallationRecord {
    const record = this.#stored.get(id);
    if (record?.content_pack_id !== packId)
      throw new NotFoundError(`Content pack ${packId} has no installation ${id}.`);
    return record;
  }

  async put(record: InstallationRecord): Promise<void> {
    await this.#stored.put(record);
  }

  async delete(id: string): Promise<void> {
    await this.#stored.delete(id);
  }

  /** Tells whether an installation created an entity. */
  hasCreated(entityId: string): boolean {
    return this.#stored
      .all()
      .some(({ entities }) => entities.some((one) => one.id === entityId && !one.found_on_system));
  }

  /** Tells whether another installation refers to an entity. */
  isShared(entityId: string, installationId: string): boolean {
    return this.#stored
      .all()
      .some((one) => one.id !== installationId && one.entities.some(({ id }) => id === entityId));
  }
}

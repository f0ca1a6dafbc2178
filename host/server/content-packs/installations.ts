/**
 * Installations of content packs: installed, upgraded and removed, each completely or not at all (design content-packs,
 * sections 4 and 5).
 */
import type {
  ContentPack,
  ContentPackInstallation,
  DryRun,
  DryRunRequest,
  InstalledEntity,
  InstallRequest,
  Uninstalled,
  UninstallDetails,
  UpgradeRequest,
  ValueReference,
} from '../../../api/contract/content-packs.schema.js';
import type { Caller } from '../auth/caller.js';
import { NotFoundError, UnavailableError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import type { Log } from '../log/log.js';
import { TakeBackLaterError } from '../store/errors.js';
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Collection, Documents } from '../store/types.js';
import { contentKind, contentKinds } from './kinds/index.js';
import { isMissing } from './kinds/missing.js';
import { isSystemStream, type Api, type ContentKind, type IdOf } from './kind.js';
import { PackError } from './pack-error.js';
import type { Packs } from './packs.js';
import { planOf } from './plan/planner.js';
import { refusal } from './plan/refusal.js';
import { sameIds, snapshotOf } from './plan/snapshot.js';
import type { Plan, Step, StoredEntity, Upgraded } from './plan/types.js';

const installationCollection = 'content_pack_installations';

interface InstallationRecord {
  readonly id: string;
  readonly content_pack_id: string;
  readonly content_pack_revision: number;
  readonly parameters: Record<string, ValueReference>;
  readonly entities: readonly StoredEntity[];
  readonly comment: string;
  readonly created_at: string;
  readonly created_by: string;
}

interface Rooms {
  readonly documents: Documents;
  readonly packs: Packs;
  /**
   * Returns the API in the name of a user, with every permission: a user who may install packs may install all of their
   * entities.
   */
  readonly apiFor: (caller: Caller) => Api;
  readonly log: Log;
}

const kindOf = ({ type }: Pick<InstalledEntity, 'type'>): ContentKind | undefined =>
  contentKind(type.name, type.version) ?? contentKinds.find((kind) => kind.type === type.name);

const shown = ({ id, type, content_pack_entity_id, title, found_on_system }: StoredEntity): InstalledEntity => ({
  id,
  type,
  content_pack_entity_id,
  title,
  found_on_system,
});

const answered = (record: InstallationRecord): ContentPackInstallation => ({
  _id: record.id,
  content_pack_id: record.content_pack_id,
  content_pack_revision: record.content_pack_revision,
  parameters: record.parameters,
  entities: record.entities.map(shown),
  comment: record.comment,
  created_at: record.created_at,
  created_by: record.created_by,
});

const referenced = (pack: ContentPack, values: ReadonlyMap<string, unknown>): Record<string, ValueReference> =>
  Object.fromEntries(pack.parameters.map(({ name, type }) => [name, { '@type': type, '@value': values.get(name) }]));

const valuesOf = ({ parameters }: InstallationRecord): Map<string, unknown> =>
  new Map(Object.entries(parameters).map(([name, value]) => [name, value['@value']]));

/** Sorts entities for removal: dependent ones first. */
const forRemoval = (entities: readonly StoredEntity[]): StoredEntity[] =>
  entities
    .toReversed()
    .toSorted(
      (a, b) =>
        contentKinds.findIndex(({ type }) => type === b.type.name) -
        contentKinds.findIndex(({ type }) => type === a.type.name),
    );

export class Installations {
  readonly #rooms: Rooms;
  readonly #stored: Collection<InstallationRecord>;
  /** Runs installations one after another, because a plan is valid only until the next change. */
  readonly #turns = new KeyedMutex(() => false);

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
    this.#stored = rooms.documents.collection(installationCollection);
  }

  of(packId: string, rev?: number): ContentPackInstallation[] {
    return this.#records(packId, rev).map(answered);
  }

  count(packId: string, rev?: number): number {
    return this.#records(packId, rev).length;
  }

  #records(packId: string, rev?: number): InstallationRecord[] {
    const isOf = (one: InstallationRecord) =>
      one.content_pack_id === packId && (rev === undefined || one.content_pack_revision === rev);
    return this.#stored.all().filter(isOf);
  }

  #get(packId: string, id: string): InstallationRecord {
    const record = this.#stored.get(id);
    if (record?.content_pack_id !== packId)
      throw new NotFoundError(`Content pack ${packId} has no installation ${id}.`);
    return record;
  }

  async dryRun(packId: string, rev: number, request: DryRunRequest, caller: Caller): Promise<DryRun> {
    const pack = await this.#rooms.packs.get(packId, rev);
    const { installation_id: id } = request;
    const upgraded = id === undefined ? undefined : await this.#upgraded(this.#get(packId, id));
    return (await planOf(this.#rooms.apiFor(caller), pack, { ...request, upgraded })).dryRun;
  }

  async #upgraded(record: InstallationRecord): Promise<Upgraded> {
    const pack = await this.#rooms.packs.get(record.content_pack_id, record.content_pack_revision);
    return { entities: record.entities, pack, values: valuesOf(record) };
  }

  /** @throws PackError with the reason, the entity and the path */
  install(packId: string, rev: number, request: InstallRequest, caller: Caller): Promise<ContentPackInstallation> {
    return this.#whole(async () => {
      const pack = await this.#rooms.packs.get(packId, rev);
      const api = this.#rooms.apiFor(caller);
      const plan = await planOf(api, pack, request);
      return this.#apply(api, pack, plan, {
        id: newEntityId(),
        comment: request.comment ?? '',
        created_at: new Date().toISOString(),
        created_by: caller.username,
      });
    });
  }

  upgrade(packId: string, id: string, request: UpgradeRequest, caller: Caller): Promise<ContentPackInstallation> {
    return this.#whole(async () => {
      const record = this.#get(packId, id);
      const pack = await this.#rooms.packs.get(packId, request.revision);
      const api = this.#rooms.apiFor(caller);
      const plan = await planOf(api, pack, { ...request, upgraded: await this.#upgraded(record) });
      const facts = {
        id,
        comment: request.comment ?? record.comment,
        created_at: record.created_at,
        created_by: record.created_by,
      };
      return this.#apply(api, pack, plan, facts, new Set(request.remove ?? []));
    });
  }

  /** Runs the work as an undoable unit: a crash leaves no trace of it. */
  #whole<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take('installations', async () => {
      try {
        return await this.#rooms.documents.undoable(work);
      } catch (error) {
        if (!(error instanceof TakeBackLaterError)) throw error;
        throw new UnavailableError(error.message);
      }
    });
  }

  /** @throws PackError; then all changes are undone */
  async #apply(
    api: Api,
    pack: ContentPack,
    plan: Plan,
    facts: Pick<InstallationRecord, 'id' | 'comment' | 'created_at' | 'created_by'>,
    removed: ReadonlySet<string> = new Set(),
  ): Promise<ContentPackInstallation> {
    const [problem, ...more] = plan.dryRun.problems;
    if (problem !== undefined) {
      const rest = more.length > 0 ? ` (and ${more.length} more: a dry run lists them)` : '';
      throw new PackError(`${problem}${rest}`);
    }
    const undo: (() => Promise<unknown>)[] = [];
    const entities: StoredEntity[] = [];
    const ids = new Map<string, string>();
    const idOf: IdOf = (type, id) => ids.get(id) ?? (type === 'stream' && isSystemStream(id) ? id : undefined);
    try {
      for (const step of plan.steps) {
        if (step.twin !== undefined) ids.set(step.entity.id, ids.get(step.twin) ?? '');
        if (step.act === undefined) continue;
        try {
          entities.push(await this.#do(api, step, idOf, undo));
        } catch (error) {
          throw refusal(error, step);
        }
        ids.set(step.entity.id, entities.at(-1)?.id ?? '');
      }
      for (const one of forRemoval(plan.gone)) {
        if (removed.has(one.content_pack_entity_id)) await this.#removeGone(api, one, facts.id, undo);
        else entities.push(one);
      }
      const record: InstallationRecord = {
        ...facts,
        content_pack_id: pack.id,
        content_pack_revision: pack.rev,
        parameters: referenced(pack, plan.values),
        entities,
      };
      await this.#stored.put(record);
      this.#rooms.log.info('A content pack was installed', {
        pack: pack.id,
        revision: pack.rev,
        entities: entities.length,
        by: facts.created_by,
      });
      return answered(record);
    } catch (error) {
      await this.#takeBack(undo);
      throw error;
    }
  }

  async #takeBack(undo: readonly (() => Promise<unknown>)[]): Promise<void> {
    let left = 0;
    for (const action of undo.toReversed()) {
      try {
        await action();
      } catch (error) {
        if (isMissing(error)) continue;
        left += 1;
        this.#rooms.log.error('A part of an installation that failed could not be taken back', { error });
      }
    }
    if (left > 0)
      throw new TakeBackLaterError(
        `The installation failed, and ${left} of its entities could not be removed now. They go at the next start of the server.`,
      );
  }

  async #do(api: Api, step: Step, idOf: IdOf, undo: (() => Promise<unknown>)[]): Promise<StoredEntity> {
    const { entity, kind, data, planned, act, existing, was } = step;
    const about = {
      type: { name: kind.type, version: kind.version },
      content_pack_entity_id: entity.id,
      title: planned.title,
    };
    if (act === 'create') {
      const id = await kind.create(api, data, idOf);
      undo.push(() => kind.remove(api, id));
      return this.#withSnapshot(api, kind, { ...about, id, found_on_system: false });
    }
    if (!existing) throw new Error(`Nothing is there to ${String(act)}.`);
    const { id } = existing;
    if (was && (act === 'unchanged' || act === 'keep')) return { ...was, ...about, id };
    const found = was ? was.found_on_system : !this.#isInstalled(id);
    const kept: StoredEntity = { ...(was ?? {}), ...about, id, found_on_system: found };
    if (act === 'reuse' || act === 'keep') return was ? kept : this.#withSnapshot(api, kind, kept);
    const before = (await kind.read(api, id))?.data(sameIds);
    if (before) undo.push(() => kind.update(api, id, before, sameIds));
    await kind.update(api, id, data, idOf);
    return this.#withSnapshot(api, kind, { ...kept, ...(act === 'take' && before && { replaced: before }) });
  }

  async #withSnapshot(api: Api, kind: ContentKind, entity: StoredEntity): Promise<StoredEntity> {
    const snapshot = await snapshotOf(api, kind, entity.id);
    return { ...entity, ...(snapshot !== undefined && { snapshot }) };
  }

  /** Tells whether an installation created an entity. */
  #isInstalled(id: string): boolean {
    return this.#stored.all().some(({ entities }) => entities.some((one) => one.id === id && !one.found_on_system));
  }

  #isShared(id: string, installation: string): boolean {
    return this.#stored.all().some((one) => one.id !== installation && one.entities.some((entity) => entity.id === id));
  }

  async #removeGone(
    api: Api,
    one: StoredEntity,
    installation: string,
    undo: (() => Promise<unknown>)[],
  ): Promise<void> {
    const kind = kindOf(one);
    if (!kind || this.#isShared(one.id, installation)) return;
    const before = (await kind.read(api, one.id))?.data(sameIds);
    if (!before) return;
    try {
      await kind.remove(api, one.id);
    } catch (error) {
      throw new PackError(
        `${kind.title} ${JSON.stringify(one.title)} cannot be removed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    undo.push(() => kind.create(api, before, sameIds));
  }

  async uninstallDetails(packId: string, id: string, caller: Caller): Promise<UninstallDetails> {
    const record = this.#get(packId, id);
    const api = this.#rooms.apiFor(caller);
    const goes = (one: StoredEntity) => !one.found_on_system && !this.#isShared(one.id, id);
    const changed: string[] = [];
    for (const one of record.entities) {
      const kind = kindOf(one);
      if (!kind || one.snapshot === undefined || !api.serves(kind.needs)) continue;
      const now = await snapshotOf(api, kind, one.id);
      if (now !== undefined && now !== one.snapshot) changed.push(one.id);
    }
    return {
      entities: record.entities.filter(goes).map(shown),
      kept: record.entities.filter((one) => !goes(one)).map(shown),
      changed,
    };
  }

  /** @param keep ids, on this server, of entities to keep */
  uninstall(packId: string, id: string, keep: readonly string[], caller: Caller): Promise<Uninstalled> {
    return this.#whole(async () => {
      const record = this.#get(packId, id);
      const pack = await this.#rooms.packs.get(packId, record.content_pack_revision);
      const api = this.#rooms.apiFor(caller);
      const lists = {
        entities: [] as InstalledEntity[],
        failed_entities: [] as InstalledEntity[],
        skipped_entities: [] as InstalledEntity[],
      };
      for (const one of forRemoval(record.entities)) {
        const outcome = await this.#uninstallOne(api, one, id, keep);
        lists[outcome].push(shown(one));
      }
      await this.#stored.delete(id);
      this.#rooms.log.info('A content pack was uninstalled', { pack: packId, installation: id, by: caller.username });
      return { content_pack: pack, uninstalled: lists };
    });
  }

  async #uninstallOne(
    api: Api,
    one: StoredEntity,
    installation: string,
    keep: readonly string[],
  ): Promise<keyof Uninstalled['uninstalled']> {
    const kind = kindOf(one);
    if (keep.includes(one.id) || this.#isShared(one.id, installation)) return 'skipped_entities';
    if (!kind || !api.serves(kind.needs)) return 'failed_entities';
    try {
      if (one.found_on_system) {
        // The pack's text has replaced another one, which is restored unless a user has changed the entity since.
        if (one.replaced && (await snapshotOf(api, kind, one.id)) === one.snapshot)
          await kind.update(api, one.id, one.replaced, sameIds);
        return 'skipped_entities';
      }
      await kind.remove(api, one.id);
      return 'entities';
    } catch (error) {
      if (isMissing(error)) return 'entities';
      this.#rooms.log.warn('An entity of a content pack could not be removed', {
        kind: kind.type,
        entity: one.id,
        error,
      });
      return 'failed_entities';
    }
  }
}

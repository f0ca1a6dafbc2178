/**
 * Installs, upgrades and uninstalls content packs. An installation or upgrade happens completely or not at all; an
 * uninstallation reports the entities that it cannot remove, and they stay.
 */
import type {
  ContentPack,
  ContentPackInstallation,
  DryRun,
  DryRunRequest,
  InstallRequest,
  Uninstalled,
  UninstallDetails,
  UpgradeRequest,
} from '../../../api/contract/content-packs.schema.js';
import type { Caller } from '../auth/caller.js';
import { UnavailableError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import type { Log } from '../log/log.js';
import { TakeBackLaterError } from '../store/errors.js';
import { KeyedMutex } from '../store/keyed-mutex.js';
import type { Documents } from '../store/types.js';
import {
  answered,
  InstallationRecords,
  referenced,
  valuesOf,
  type InstallationRecord,
} from './installation-records.js';
import type { Api } from './kind.js';
import { PackError } from './pack-error.js';
import type { Packs } from './packs.js';
import { planOf } from './plan/planner.js';
import type { Plan, Upgraded } from './plan/types.js';
import { PlanExecution } from './plan-execution.js';
import { removeEntities, uninstallDetails } from './uninstallation.js';

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

type Facts = Pick<InstallationRecord, 'id' | 'comment' | 'created_at' | 'created_by'>;

export class Installations {
  readonly #rooms: Rooms;
  readonly #records: InstallationRecords;
  /** Runs installations, upgrades and uninstallations in turn, because a plan is valid only until the next change. */
  readonly #turns = new KeyedMutex(() => false);

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
    this.#records = new InstallationRecords(rooms.documents);
  }

  of(packId: string, rev?: number): ContentPackInstallation[] {
    return this.#records.of(packId, rev).map(answered);
  }

  count(packId: string, rev?: number): number {
    return this.#records.of(packId, rev).length;
  }

  async dryRun(packId: string, rev: number, request: DryRunRequest, caller: Caller): Promise<DryRun> {
    const pack = await this.#rooms.packs.get(packId, rev);
    const { installation_id: id } = request;
    const upgraded = id === undefined ? undefined : await this.#upgraded(this.#records.get(packId, id));
    return (await planOf(this.#rooms.apiFor(caller), pack, { ...request, upgraded })).dryRun;
  }

  async #upgraded(record: InstallationRecord): Promise<Upgraded> {
    const pack = await this.#rooms.packs.get(record.content_pack_id, record.content_pack_revision);
    return { entities: record.entities, pack, values: valuesOf(record) };
  }

  /**
   * Installs a revision of a pack.
   * @throws PackError with the reason and, if known, the entity and the path of the wrong value in it; NotFoundError
   * for an unknown revision; UnavailableError when the installation failed and its changes can be undone only at the
   * next start
   */
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
      const record = this.#records.get(packId, id);
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

  /**
   * Runs the work when all earlier work has ended. After a crash in the middle, the next start undoes its changes; work
   * that throws must have undone its changes itself.
   * @throws UnavailableError when the work failed and its changes can be undone only at the next start
   */
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

  /**
   * Executes a plan and stores the installation.
   * @throws PackError; then all changes are undone. TakeBackLaterError when some of them could not be undone now
   */
  async #apply(
    api: Api,
    pack: ContentPack,
    plan: Plan,
    facts: Facts,
    removed: ReadonlySet<string> = new Set(),
  ): Promise<ContentPackInstallation> {
    const [problem, ...more] = plan.dryRun.problems;
    if (problem !== undefined) {
      const rest = more.length > 0 ? ` (and ${more.length} more: a dry run lists them)` : '';
      throw new PackError(`${problem}${rest}`, plan.places.get(problem));
    }
    const { log } = this.#rooms;
    const execution = new PlanExecution(api, this.#records, log, facts.id);
    try {
      const entities = await execution.run(plan, removed);
      const record: InstallationRecord = {
        ...facts,
        content_pack_id: pack.id,
        content_pack_revision: pack.rev,
        parameters: referenced(pack, plan.values),
        entities,
      };
      await this.#records.put(record);
      log.info('A content pack was installed', {
        pack: pack.id,
        revision: pack.rev,
        entities: entities.length,
        by: facts.created_by,
      });
      return answered(record);
    } catch (error) {
      await execution.takeBack(error);
      throw error;
    }
  }

  uninstallDetails(packId: string, id: string, caller: Caller): Promise<UninstallDetails> {
    return uninstallDetails(this.#rooms.apiFor(caller), this.#records, this.#records.get(packId, id));
  }

  /** Removes an installation. @param keep ids, on this server, of entities to keep */
  uninstall(packId: string, id: string, keep: readonly string[], caller: Caller): Promise<Uninstalled> {
    return this.#whole(async () => {
      const record = this.#records.get(packId, id);
      const pack = await this.#rooms.packs.get(packId, record.content_pack_revision);
      const { log } = this.#rooms;
      const uninstalled = await removeEntities(this.#rooms.apiFor(caller), this.#records, record, keep, log);
      await this.#records.delete(id);
      log.info('A content pack was uninstalled', { pack: packId, installation: id, by: caller.username });
      return { content_pack: pack, uninstalled };
    });
  }
}

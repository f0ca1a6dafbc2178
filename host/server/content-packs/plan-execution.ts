/**
 * Executes the plan of an installation or upgrade: entities are created, changed and removed, and all changes are
 * undone when one of them fails.
 */
import type { Log } from '../log/log.js';
import { TakeBackLaterError } from '../store/errors.js';
import { forRemoval, kindOf, type InstallationRecords } from './installation-records.js';
import { isSystemStream, type Api, type ContentKind, type IdOf } from './kind.js';
import { PackError } from './pack-error.js';
import { refusal } from './plan/refusal.js';
import { sameIds, snapshotOf } from './plan/snapshot.js';
import { errorOf } from '../foundation/caught.js';
import type { Plan, Step, StoredEntity } from './plan/types.js';
import { unlessMissing } from './kinds/missing.js';
import { leftText, undoAll, withReason } from './undo-all.js';

async function withSnapshot(api: Api, kind: ContentKind, entity: StoredEntity): Promise<StoredEntity> {
  const snapshot = await snapshotOf(api, kind, entity.id);
  return { ...entity, ...(snapshot !== undefined && { snapshot }) };
}

export class PlanExecution {
  readonly #api: Api;
  readonly #records: InstallationRecords;
  readonly #log: Log;
  readonly #installationId: string;
  /** Actions that undo the changes, in the order of the changes. */
  readonly #undo: (() => Promise<unknown>)[] = [];

  constructor(api: Api, records: InstallationRecords, log: Log, installationId: string) {
    this.#api = api;
    this.#records = records;
    this.#log = log;
    this.#installationId = installationId;
  }

  /**
   * Executes a plan without problems.
   * @param removed ids (in the pack) of entities to remove; only entities that the new revision lacks are removed
   * @returns the entities of the installation
   * @throws PackError that names the entity, or TakeBackLaterError if the entity is left half-made; `takeBack` must be
   * called then
   */
  async run(plan: Plan, removed: ReadonlySet<string>): Promise<StoredEntity[]> {
    const entities: StoredEntity[] = [];
    const ids = new Map<string, string>();
    const idOf: IdOf = (type, id) => ids.get(id) ?? (type === 'stream' && isSystemStream(id) ? id : undefined);
    for (const step of plan.steps) {
      if (step.twin !== undefined) ids.set(step.entity.id, ids.get(step.twin) ?? '');
      if (step.act === undefined) continue;
      try {
        const done = await this.#do(step, idOf);
        entities.push(done);
        ids.set(step.entity.id, done.id);
      } catch (error) {
        throw withReason(error, (reason) => refusal(reason, step));
      }
    }
    for (const one of forRemoval(plan.gone)) {
      if (removed.has(one.content_pack_entity_id)) await this.#removeGone(one);
      else entities.push(one);
    }
    return entities;
  }

  /**
   * Undoes all changes, the last change first.
   * @param cause error of `run`
   * @throws TakeBackLaterError if a change could not be undone now
   */
  async takeBack(cause: unknown): Promise<void> {
    const left = await undoAll(cause, this.#undo, (error) =>
      this.#log.error('A part of an installation that failed could not be taken back', { error }),
    );
    if (left === 0) return;
    throw new TakeBackLaterError(`${errorOf(cause).message} The installation failed, ${leftText(left)}`, left, {
      cause,
    });
  }

  async #do(step: Step, idOf: IdOf): Promise<StoredEntity> {
    const { entity, kind, data, planned, act, existing, was } = step;
    const api = this.#api;
    const about = {
      type: { name: kind.type, version: kind.version },
      content_pack_entity_id: entity.id,
      title: planned.title,
    };
    if (act === 'create') {
      const id = await kind.create(api, data, idOf);
      // An entity that somebody has deleted meanwhile need not be removed.
      this.#undo.push(() => unlessMissing(kind.remove(api, id)));
      return withSnapshot(api, kind, { ...about, id, found_on_system: false });
    }
    if (!existing) throw new Error(`Nothing is there to ${String(act)}.`);
    const { id } = existing;
    if (was && (act === 'unchanged' || act === 'keep')) return { ...was, ...about, id };
    const found = was ? was.found_on_system : !this.#records.hasCreated(id);
    const kept: StoredEntity = { ...(was ?? {}), ...about, id, found_on_system: found };
    if (act === 'reuse' || act === 'keep') return was ? kept : withSnapshot(api, kind, kept);
    const before = (await kind.read(api, id))?.data(sameIds);
    if (before) this.#undo.push(() => kind.update(api, id, before, sameIds));
    await kind.update(api, id, data, idOf);
    return withSnapshot(api, kind, { ...kept, ...(act === 'take' && before && { replaced: before }) });
  }

  async #removeGone(one: StoredEntity): Promise<void> {
    const kind = kindOf(one);
    const api = this.#api;
    if (!kind || this.#records.isShared(one.id, this.#installationId)) return;
    const before = (await kind.read(api, one.id))?.data(sameIds);
    if (!before) return;
    try {
      await kind.remove(api, one.id);
    } catch (error) {
      throw new PackError(`${kind.title} ${JSON.stringify(one.title)} cannot be removed: ${errorOf(error).message}`);
    }
    this.#undo.push(() => kind.create(api, before, sameIds));
  }
}

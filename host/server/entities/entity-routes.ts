/**
 * Implements the operations that are common to the kinds of stored entities, except searches and dashboards: reading,
 * creating, changing and deleting, with all consequences.
 */
import type { BulkAnswer, BulkRequest } from '../../../api/contract/list.schema.js';
import type { Caller } from '../auth/caller.js';
import { ApiError, BadRequestError, NotFoundError } from '../foundation/errors.js';
import type { Collection, Documents } from '../store/types.js';
import { entityScopes, findEntity, type Entities } from './catalogue.js';
import { entityCollection, kinds, type EntityType } from '../documents/kinds.js';

interface Stored {
  readonly id: string;
  readonly _scope?: string;
}

export interface EntityFacts<T> {
  readonly type: Exclude<EntityType, 'dashboard' | 'search'>;
  /** Returns the error message for an id that does not exist. */
  readonly missing: (id: string) => string;
  /** Check before an entity is changed or deleted. @throws ApiError for an entity that permits neither */
  readonly checkMutable?: (entity: T) => void;
  /** Check before an entity is deleted. @throws ApiError if it may not be deleted */
  readonly leave?: (entity: T, caller: Caller) => unknown;
}

/**
 * Manages the entities of one kind, which are all in memory. There must be only one instance per kind, because each
 * registers itself with the catalogue as the deleter of the kind.
 */
export class StoredEntities<T extends Stored> {
  readonly #documents: Documents;
  readonly #entities: Entities;
  readonly #facts: EntityFacts<T>;
  readonly #stored: Collection<T>;

  constructor(documents: Documents, entities: Entities, facts: EntityFacts<T>) {
    this.#documents = documents;
    this.#entities = entities;
    this.#facts = facts;
    this.#stored = entityCollection<T>(documents, facts.type);
    entities.handle([facts.type], (id, caller) => this.remove(id, caller));
  }

  all(): readonly T[] {
    return this.#stored.all();
  }

  /** Returns an entity by its id. @throws NotFoundError when none has the id */
  get(id: string): T {
    const entity = this.#stored.get(id);
    if (!entity) throw new NotFoundError(this.#facts.missing(id));
    return entity;
  }

  /**
   * Returns an entity that may be changed.
   * @throws NotFoundError for an unknown id; ApiError when it may not be changed
   */
  mutable(id: string): T {
    const entity = this.get(id);
    checkScope(entity, 'is_mutable');
    this.#facts.checkMutable?.(entity);
    return entity;
  }

  async create(entity: T, caller: Caller): Promise<T> {
    await this.#stored.put(entity);
    await this.#entities.created(this.#facts.type, entity.id, caller);
    return entity;
  }

  /** Changes an entity. @throws NotFoundError for an unknown id; ApiError when the entity may not be changed */
  async update(id: string, change: (entity: T) => T, caller: Caller): Promise<T> {
    const changed = await this.change(id, change);
    await this.#entities.updated(this.#facts.type, id, caller);
    return changed;
  }

  /**
   * Changes internal state of an entity without an activity entry and without calling the catalogue's listeners.
   * @throws NotFoundError for an unknown id; ApiError when the entity may not be changed
   */
  async change(id: string, change: (entity: T) => T): Promise<T> {
    this.mutable(id);
    const changed = await this.#stored.update(id, change);
    if (!changed) throw new NotFoundError(this.#facts.missing(id));
    return changed;
  }

  /** Deletes an entity. @throws NotFoundError for an unknown id; ApiError when the entity may not be deleted */
  async remove(id: string, caller: Caller): Promise<void> {
    const entity = this.mutable(id);
    checkScope(entity, 'is_deletable');
    await this.#facts.leave?.(entity, caller);
    const title = findEntity(this.#documents, kinds[this.#facts.type].collection, id)?.title ?? '';
    if (await this.#stored.delete(id)) await this.#entities.removed(this.#facts.type, id, title, caller);
  }
}

function checkScope({ _scope: scope = 'DEFAULT' }: Stored, needed: 'is_mutable' | 'is_deletable'): void {
  const facts = Object.hasOwn(entityScopes, scope) ? entityScopes[scope] : undefined;
  const refused = needed === 'is_mutable' ? 'changed' : 'deleted';
  if (!facts?.[needed]) throw new BadRequestError(`This entity belongs to the system and cannot be ${refused}.`);
}

/**
 * Runs an action for each id of a request in turn. An ApiError of one id is reported and does not stop the others.
 * @throws BadRequestError when the request names no id
 */
export async function inBulk({ entity_ids: ids }: BulkRequest, action: (id: string) => unknown): Promise<BulkAnswer> {
  if (!ids || ids.length === 0) throw new BadRequestError('No IDs provided in the request');
  const failures: BulkAnswer['failures'] = [];
  for (const id of ids) {
    try {
      await action(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.push({ entity_id: id, failure_explanation: error.message });
    }
  }
  return { successfully_performed: ids.length - failures.length, failures };
}

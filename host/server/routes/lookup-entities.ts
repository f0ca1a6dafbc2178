/** Common parts of the routes for lookup tables, caches and data adapters: finding, validating, storing, listing. */
import type { ValidationResult } from '../../../api/contract/lookup.js';
import type { LookupPageQuery } from '../../../api/contract/lookup.schema.js';
import { authorize, permissionOn, type Caller } from '../auth/caller.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities, type EntityFacts } from '../entities/entity-routes.js';
import { BadRequestError, NotFoundError, ValidationResultError } from '../foundation/errors.js';
import { newEntityId } from '../foundation/ids.js';
import { EntityList, text } from '../lists/entity-list.js';
import { validation, type FieldErrors } from '../lookup/checks.js';
import type { Documents } from '../store/types.js';

/** Largest number of lookup tables; the same limit applies to caches and to data adapters. */
const mostEntities = 500;

interface LookupEntity {
  readonly id: string;
  readonly _scope: string;
  readonly title: string;
  readonly description: string;
  readonly name: string;
}

interface Body {
  readonly id?: string | null;
  readonly name?: string | null;
}

export interface LookupKind<T, B> {
  readonly type: Extract<EntityFacts<T>['type'], `lookup_${string}`>;
  /** Name of the kind in error messages. */
  readonly noun: string;
  /** Returns the problems of a body by field. @param id id of the stored entity; undefined: the entity is new */
  readonly errors: (body: B, id: string | undefined) => FieldErrors | Promise<FieldErrors>;
  /** Returns the entity to store. @param stored the present entity; absent: the entity is new */
  readonly made: (body: B, id: string, stored?: T) => T;
  /** Called before an entity is deleted. @throws ApiError when it must not be deleted */
  readonly leave?: (entity: T, caller: Caller) => unknown;
  /** Called after an entity was deleted. */
  readonly gone?: (entity: T) => unknown;
  /** Called after an entity of this kind was created, updated or deleted. */
  readonly onChange: () => void;
}

export class LookupEntities<T extends LookupEntity, B extends Body> {
  readonly stored: StoredEntities<T>;
  readonly #kind: LookupKind<T, B>;
  readonly #list = new EntityList<T>(
    [
      text('id', ({ id }) => id),
      text('title', ({ title }) => title),
      text('description', ({ description }) => description),
      text('name', ({ name }) => name),
    ],
    'title',
    ({ id }) => id,
  );

  constructor(documents: Documents, entities: Entities, kind: LookupKind<T, B>) {
    this.#kind = kind;
    this.stored = new StoredEntities<T>(documents, entities, {
      type: kind.type,
      missing: (id) => `There is no ${kind.noun} with the id or name ${JSON.stringify(id)}.`,
      ...(kind.leave && { leave: kind.leave }),
    });
  }

  /** Returns an entity by its id or its name. @throws NotFoundError when there is none */
  find(idOrName: string): T {
    const all = this.stored.all();
    const found = all.find(({ id }) => id === idOrName) ?? all.find(({ name }) => name === idOrName);
    if (!found)
      throw new NotFoundError(`There is no ${this.#kind.noun} with the id or name ${JSON.stringify(idOrName)}.`);
    return found;
  }

  /**
   * Returns an entity on which the caller may perform an action. For an unknown name, a caller without the permission
   * gets a ForbiddenError, too, so that names are not revealed.
   * @throws ForbiddenError without the permission, NotFoundError when there is no such entity
   */
  allowed(caller: Caller, action: 'read' | 'edit' | 'delete', idOrName: string): T {
    const all = this.stored.all();
    const found = all.find(({ id }) => id === idOrName) ?? all.find(({ name }) => name === idOrName);
    authorize(caller, permissionOn(`lookuptables:${action}`, found?.id ?? idOrName));
    return this.find(idOrName);
  }

  /** Returns a page of the list; the order is descending by default (contract). */
  page(query: LookupPageQuery) {
    const { items, body } = this.#list.page(this.stored.all(), { ...query, order: query.order ?? 'desc' });
    return { items, body: { query: query.query ?? '', ...body } };
  }

  /** Returns a page that contains only the given entity. */
  single(entity: T) {
    return { items: [entity], body: { query: '', total: 1, count: 1, page: 1, per_page: 1 } };
  }

  async validate(body: B): Promise<ValidationResult> {
    return validation(await this.#kind.errors(body, body.id ?? undefined));
  }

  /**
   * Creates an entity.
   * @throws ValidationResultError with the problems by field, BadRequestError when there are too many
   */
  async create(body: B, caller: Caller): Promise<T> {
    if (this.stored.all().length >= mostEntities)
      throw new BadRequestError(`There are at most ${mostEntities} entities of this kind. Delete one of them first.`);
    await this.#check(body, undefined);
    const made = await this.stored.create(this.#kind.made(body, newEntityId()), caller);
    this.#kind.onChange();
    return made;
  }

  /** Checks a change. @throws BadRequestError when path and body name different entities, or the entity is immutable */
  checkPlace(old: T, idOrName: string, body: B): void {
    if (body.id !== idOrName && body.name !== idOrName)
      throw new BadRequestError(`URL parameter <${idOrName}> does not match parameter in request body.`);
    if (body.id && body.id !== old.id) throw new BadRequestError(`The body has the id of another ${this.#kind.noun}.`);
    this.stored.mutable(old.id);
  }

  /** Replaces an entity. @throws the errors of `checkPlace`; ValidationResultError with the problems by field */
  async update(old: T, idOrName: string, body: B, caller: Caller): Promise<T> {
    this.checkPlace(old, idOrName, body);
    await this.#check(body, old.id);
    const changed = await this.stored.update(old.id, (stored) => this.#kind.made(body, old.id, stored), caller);
    this.#kind.onChange();
    return changed;
  }

  async remove(entity: T, caller: Caller): Promise<T> {
    await this.stored.remove(entity.id, caller);
    this.#kind.onChange();
    await this.#kind.gone?.(entity);
    return entity;
  }

  async #check(body: B, id: string | undefined): Promise<void> {
    const errors = await this.#kind.errors(body, id);
    if (Object.keys(errors).length > 0) throw new ValidationResultError(errors);
  }
}

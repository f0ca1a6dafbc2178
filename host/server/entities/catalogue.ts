/**
 * Provides the catalogue of entities of all kinds: finds entities, their titles and permissions, and applies the
 * consequences of their creation, change and deletion.
 */
import type { Activity } from './activity.js';
import type { Bookmarks } from './bookmarks.js';
import { allows } from '../../../api/permissions.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { grn, parseGrn, type Grants } from '../auth/grants.js';
import { rootUserId, type Users } from '../auth/users.js';
import { ForbiddenError } from '../foundation/errors.js';
import type { Log } from '../log/log.js';
import type { Documents } from '../store/types.js';
import { entityKinds, kinds, type EntityDocument, type EntityKind, type EntityType } from '../documents/kinds.js';
import type { ViewRecord } from './views.js';

/**
 * Tells for each entity scope whether its entities may be changed and deleted. An entity without a scope has the scope
 * `DEFAULT`.
 */
export const entityScopes: Readonly<Record<string, { readonly is_mutable: boolean; readonly is_deletable: boolean }>> =
  {
    DEFAULT: { is_mutable: true, is_deletable: true },
    SYSTEM_NOTIFICATION_EVENT: { is_mutable: true, is_deletable: false },
  };

export interface Entity {
  readonly kind: EntityKind;
  readonly document: EntityDocument;
  readonly title: string;
}

export const unknownTitle = (text: string): string => `Unknown entity: ${text}`;

export type TitleOf = (grn: string) => string;

export function mayRead(caller: Caller, { kind, document }: Pick<Entity, 'kind' | 'document'>): boolean {
  return holdsAny(caller, kind.read, kind, document);
}
export function mayRemove(caller: Caller, { kind, document }: Pick<Entity, 'kind' | 'document'>): boolean {
  return holdsAny(caller, kind.remove, kind, document);
}
function holdsAny(caller: Caller, permissions: readonly string[], kind: EntityKind, document: EntityDocument): boolean {
  const names = (kind.named ?? ['id']).map((property) => String(document[property]));
  return permissions.some((permission) => names.some((name) => can(caller, permissionOn(permission, name))));
}

/** Tells whether a caller may read every entity of a kind. */
export const mayReadAll = (caller: Caller, { read }: EntityKind): boolean =>
  read.some((permission) => allows(caller.permissions, `${permission}:*`));

function titleOf({ titles, titled }: EntityKind, document: EntityDocument): string {
  if (titled) return titled(document);
  const title = titles.map((name) => document[name]).find((text) => typeof text === 'string' && text.trim() !== '');
  return typeof title === 'string' ? title : '';
}

/** Returns all entities of a collection; undefined: no kind of entity is stored in it. */
export function entitiesOf(documents: Documents, collection: string): Entity[] | undefined {
  const found = entityKinds.filter((kind) => kind.collection === collection);
  if (found.length === 0) return undefined;
  const all = documentsOf(documents, collection);
  return found.flatMap((kind) =>
    all.filter((document) => kind.has?.(document) ?? true).map((document) => entityOf(kind, document)),
  );
}

const entityOf = (kind: EntityKind, document: EntityDocument): Entity => ({
  kind,
  document,
  title: titleOf(kind, document),
});

function documentsOf(documents: Documents, collection: string): readonly EntityDocument[] {
  return collection === 'views'
    ? documents.archive<ViewRecord, EntityDocument>('views').heads()
    : documents.collection<EntityDocument>(collection).all();
}

/** Finds an entity by its id among the entities of the given kinds. */
function findIn(documents: Documents, candidates: readonly EntityKind[], id: string): Entity | undefined {
  for (const kind of candidates) {
    const document =
      kind.collection === 'views'
        ? documents.archive<ViewRecord, EntityDocument>('views').head(id)
        : documents.collection<EntityDocument>(kind.collection).get(id);
    if (document && (kind.has?.(document) ?? true)) return entityOf(kind, document);
  }
  return undefined;
}

/** Finds an entity by its collection and id; undefined: none exists. @param collection name of the collection */
export const findEntity = (documents: Documents, collection: string, id: string): Entity | undefined =>
  findIn(
    documents,
    entityKinds.filter((kind) => kind.collection === collection),
    id,
  );

/**
 * Finds an entity by its resource name (GRN); undefined: the text is no GRN of a stored kind, or no such entity exists.
 * The built-in administrator is not found, because its id contains a colon, which is not allowed in a GRN (contract,
 * GRN).
 */
export function namedEntity(documents: Documents, text: string): Entity | undefined {
  const entity = parseGrn(text);
  const candidates = entity ? entityKinds.filter((kind) => kind.grn === entity.type) : [];
  return entity && findIn(documents, candidates, entity.id);
}

/**
 * Returns a function that reads the present title of an entity by its resource name (GRN); for an unknown entity or an
 * empty title it returns `unknownTitle`.
 */
export function titlesOf(documents: Documents): TitleOf {
  return (text) => namedEntity(documents, text)?.title || unknownTitle(text);
}

function nameOf(type: EntityType, id: string): string | undefined {
  const { grn: grnType } = kinds[type];
  return grnType === null ? undefined : grn(grnType, id);
}

const ownedName = (type: EntityType, id: string): string | undefined =>
  kinds[type].owned ? nameOf(type, id) : undefined;

export interface EntityEvent {
  readonly change: 'created' | 'updated' | 'removed';
  readonly type: EntityType;
  readonly id: string;
  readonly actor: Caller;
  /** Title of a removed entity. */
  readonly title?: string;
}
/** Ids of entities by kind of change. */
export type EntityChanges = Readonly<Record<EntityEvent['change'], readonly string[]>>;
const activities = { created: 'create', updated: 'update', removed: 'delete' } as const;
type Listener = (event: EntityEvent) => void | Promise<void>;

interface Rooms {
  readonly documents: Documents;
  readonly grants: Grants;
  readonly users: Users;
  readonly activity: Activity;
  readonly bookmarks: Bookmarks;
  readonly log: Log;
}

/** Applies the consequences of a change of an entity: grants, activity, favourites, listeners. */
export class Entities {
  readonly #rooms: Rooms;
  readonly #listeners: Listener[] = [];
  readonly #removers = new Map<EntityType, (id: string, caller: Caller) => Promise<unknown>>();
  readonly #givers = new Map<EntityType, (id: string, from: string, to: string) => Promise<unknown>>();

  constructor(rooms: Rooms) {
    this.#rooms = rooms;
  }

  /** Registers a listener, which is called after all other effects of a change. */
  on(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /**
   * Registers how entities of a kind are deleted and handed over.
   * @param remove deletes an entity
   * @param give replaces the name of the former owner in an entity by the name of the new owner; the catalogue changes
   * the grants
   */
  handle(
    types: readonly EntityType[],
    remove: (id: string, caller: Caller) => Promise<unknown>,
    give?: (id: string, from: string, to: string) => Promise<unknown>,
  ): void {
    for (const type of types) {
      this.#removers.set(type, remove);
      if (give) this.#givers.set(type, give);
    }
  }

  /**
   * Applies the consequences of a creation. For kinds with owners the creator becomes the owner, except the built-in
   * administrator, who needs no grant.
   */
  async created(type: EntityType, id: string, caller: Caller): Promise<void> {
    const name = ownedName(type, id);
    if (name !== undefined && caller.id !== rootUserId)
      await this.#rooms.grants.give(grn('user', caller.id), 'own', name, caller.username);
    await this.#tell({ change: 'created', type, id, actor: caller });
  }

  async updated(type: EntityType, id: string, caller: Caller): Promise<void> {
    await this.#tell({ change: 'updated', type, id, actor: caller });
  }

  /**
   * Applies the consequences of a deletion: removes the grants, favourites, recently opened entries and start-page
   * settings of the entity.
   * @param title last title of the entity
   */
  async removed(type: EntityType, id: string, title: string, caller: Caller): Promise<void> {
    const { grants, bookmarks, users } = this.#rooms;
    const name = nameOf(type, id);
    if (name !== undefined) {
      await grants.dropEntity(name);
      await bookmarks.dropEntity(name);
    }
    if (ownedName(type, id) !== undefined) {
      for (const user of users.all()) {
        if (user.startpage?.id === id) await users.update(user.id, (kept) => ({ ...kept, startpage: null }));
      }
    }
    await this.#tell({ change: 'removed', type, id, actor: caller, title });
  }

  /** Applies the consequences of changing many entities at once; their kind must be one without owners. */
  async imported(type: EntityType, changes: EntityChanges, actor: Caller): Promise<void> {
    const all = Object.entries(changes) as [keyof EntityChanges, readonly string[]][];
    const counts = Object.fromEntries(all.map(([change, ids]) => [change, ids.length]));
    this.#rooms.log.info('Entities were imported', { kind: type, ...counts, by: actor.username });
    for (const [change, ids] of all) for (const id of ids) await this.#notify({ change, type, id, actor });
  }

  /**
   * Lists the existing entities that a user owns by grants, ordered by kind and title; `others` tells whether an entity
   * has further owners.
   */
  ownedBy(userId: string): (Entity & { readonly grn: string; readonly others: boolean })[] {
    const { grants, documents } = this.#rooms;
    const owner = grn('user', userId);
    const others = new Set(
      grants
        .all()
        .filter(({ capability, grantee }) => capability === 'own' && grantee !== owner)
        .map(({ target }) => target),
    );
    return grants
      .heldBy(owner)
      .filter(({ capability }) => capability === 'own')
      .flatMap(({ target }) => {
        const entity = namedEntity(documents, target);
        if (!entity) return [];
        return [{ ...entity, grn: target, others: others.has(target) }];
      })
      .sort((a, b) => a.kind.type.localeCompare(b.kind.type) || a.title.localeCompare(b.title, 'en'));
  }

  /**
   * Deletes an entity on behalf of a caller.
   * @throws ForbiddenError if the caller lacks the permission; the ApiError with which the route that deletes such
   * entities would refuse; Error for a kind without a registered deletion
   */
  async remove({ kind, document }: Pick<Entity, 'kind' | 'document'>, caller: Caller): Promise<void> {
    const remove = this.#removers.get(kind.type);
    if (!remove) throw new Error(`Nothing deletes an entity of the kind ${kind.type}.`);
    if (!mayRemove(caller, { kind, document })) throw new ForbiddenError();
    await remove(document.id, caller);
  }

  /**
   * Makes a user an owner of an entity; the grants of the former owner stay. Entities of kinds without resource names
   * (GRNs) stay unchanged.
   * @param from username of the former owner
   */
  async handOver(
    { kind, document }: Pick<Entity, 'kind' | 'document'>,
    from: string,
    to: { readonly id: string; readonly username: string },
    caller: Caller,
  ): Promise<void> {
    const name = nameOf(kind.type, document.id);
    if (name === undefined) return;
    await this.#givers.get(kind.type)?.(document.id, from, to.username);
    await this.#rooms.grants.give(grn('user', to.id), 'own', name, caller.username);
  }

  /** Records a change in the recent activity or, for kinds without owners, in the log; calls the listeners. */
  async #tell(event: EntityEvent): Promise<void> {
    const { change, type, id, actor, title } = event;
    const { activity, log } = this.#rooms;
    const name = ownedName(type, id);
    if (name === undefined) log.info(`An entity was ${change}`, { kind: type, entity: id, by: actor.username });
    else
      await activity.record({
        type: activities[change],
        grn: name,
        actor: actor.username,
        ...(title !== undefined && { title }),
      });
    await this.#notify(event);
  }

  async #notify(event: EntityEvent): Promise<void> {
    for (const listener of this.#listeners) await listener(event);
  }
}

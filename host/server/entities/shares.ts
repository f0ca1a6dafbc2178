/**
 * Prepares, checks and stores shares (contract dashboards-sharing-alerts, PREPARE, OWNERLESS CHECK, MISSING
 * DEPENDENCIES).
 */
import type { SharingConfig } from '../../../api/contract/cluster-config.schema.js';
import type { EventDefinition } from '../../../api/contract/event-definitions.schema.js';
import type { Search } from '../../../api/contract/searches.schema.js';
import type { Capability, EntityDescriptor, Grantee, ShareAnswer } from '../../../api/contract/shares.schema.js';
import type { Auth } from '../auth/auth.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { everyone, grn, parseGrn, type Grant } from '../auth/grants.js';
import { sidecarUsername, type UserRecord } from '../auth/users.js';
import { BadRequestError } from '../foundation/errors.js';
import { Turns } from '../foundation/turns.js';
import { streamsOfSearch } from '../search/index.js';
import type { Documents } from '../store/types.js';
import type { Activity } from './activity.js';
import { titlesOf } from './catalogue.js';
import { entityCollection } from '../documents/kinds.js';
import { isHistoryEntry, type SearchHistoryStore } from './search-history.js';
import { searchesAllStreams, streamLimits } from './stream-limits.js';
import type { ViewHead, ViewRecord } from './views.js';

export type Selection = Readonly<Record<string, Capability>>;

const allCapabilities: ShareAnswer['available_capabilities'] = [
  { id: 'view', title: 'Viewer' },
  { id: 'manage', title: 'Manager' },
  { id: 'own', title: 'Owner' },
];
/** Returns the capabilities that an entity can be shared with: an entry of the search history has only viewers. */
const capabilitiesOn = (target: string): ShareAnswer['available_capabilities'] =>
  isHistoryEntry(target) ? allCapabilities.filter(({ id }) => id === 'view') : allCapabilities;

const globalGrantee: Grantee = { id: everyone, type: 'global', title: 'Everyone' };
const selectionKey = 'selected_grantee_capabilities';

export class Shares {
  /** Updates run one after another: each is checked against the result of the preceding one. */
  readonly #turns = new Turns();

  constructor(
    private readonly documents: Documents,
    private readonly auth: Auth,
    private readonly activity: Activity,
    private readonly history: SearchHistoryStore,
    private readonly config: () => SharingConfig,
  ) {}

  /**
   * Returns the state of an entity's shares, with the result of checking a selection.
   * @param target resource name (GRN) of the entity
   * @param chosen selected capability of each grantee; undefined: the present shares are the selection
   * @throws BadRequestError for a capability that entities of this type do not have
   */
  async prepare(target: string, caller: Caller, chosen: Selection | undefined): Promise<ShareAnswer> {
    const capabilities = capabilitiesOn(target);
    const unknown = Object.values(chosen ?? {}).find((capability) => !capabilities.some(({ id }) => id === capability));
    if (unknown !== undefined)
      throw new BadRequestError(`${target} cannot be shared with the capability "${unknown}".`);
    const { available, active } = this.#state(target, caller);
    const selected = chosen ?? Object.fromEntries(active.map(({ grantee, capability }) => [grantee, capability]));
    const removed = chosen ? removedOwners(this.auth.grants.on(target), active, available, chosen) : [];
    const failed = removed.length > 0;
    return {
      entity: target,
      sharing_user: grn('user', caller.id),
      available_grantees: available,
      available_capabilities: capabilities,
      active_shares: active.map(({ id, grantee, capability }) => ({ grant: grn('grant', id), grantee, capability })),
      selected_grantee_capabilities: { ...selected },
      missing_permissions_on_dependencies: await this.#missing(target, caller, Object.keys(selected)),
      ...(await this.#limits(target, caller, Object.keys(selected))),
      validation_result: {
        failed,
        errors: failed ? { [selectionKey]: [this.#ownerlessText(removed)] } : {},
        error_context: failed ? { [selectionKey]: removed } : {},
      },
    };
  }

  /**
   * Stores the selection for the grantees that the caller may choose; the caller's own grant stays.
   * @param allowed checks the permission directly before the update; it throws when the caller no longer has it
   * @returns the state afterwards; if validation failed, the present state with the selection of the request
   */
  update(target: string, caller: Caller, chosen: Selection | undefined, allowed: () => void): Promise<ShareAnswer> {
    const store = async (): Promise<ShareAnswer> => {
      allowed();
      const judged = await this.prepare(target, caller, chosen);
      if (judged.validation_result.failed || !chosen) return judged;
      await this.#store(target, caller, chosen);
      return this.prepare(target, caller, undefined);
    };
    return this.#turns.take(() => this.history.whileSharing(target, store));
  }

  async #store(target: string, caller: Caller, chosen: Selection): Promise<void> {
    const { available, active } = this.#state(target, caller);
    const before = new Map(active.map(({ grantee, capability }) => [grantee, capability]));
    const given = available
      .flatMap(({ id }) => {
        const capability = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
        return capability && before.get(id) !== capability ? [{ id, capability }] : [];
      })
      // New owners come first, so that the entity always has an owner, even after an interruption.
      .sort((left, right) => Number(right.capability === 'own') - Number(left.capability === 'own'));
    const removed = [...before.keys()].filter((id) => !Object.hasOwn(chosen, id));
    for (const { id, capability } of given) await this.auth.grants.give(id, capability, target, caller.username);
    for (const id of removed) await this.auth.grants.revoke(id, target);
    // Sharing an entry of the search history is not recorded. Otherwise the recent activity would show its query to
    // grantees who may not read the searched streams.
    if (isHistoryEntry(target)) return;
    const tell = (type: 'share' | 'unshare', grantee: string) =>
      this.activity.record({ type, grn: target, actor: caller.username, grantee });
    for (const { id } of given) if (!before.has(id)) await tell('share', id);
    for (const id of removed) await tell('unshare', id);
  }

  /** Returns the grantees that the caller may choose, and the current grants to them. */
  #state(target: string, caller: Caller): { available: Grantee[]; active: Grant[] } {
    const own = grn('user', caller.id);
    const others = this.auth.grants.on(target).filter(({ grantee }) => grantee !== own);
    const available = this.#available(caller, new Set(others.map(({ grantee }) => grantee)));
    const shown = new Set(available.map(({ id }) => id));
    return { available, active: others.filter(({ grantee }) => shown.has(grantee)) };
  }

  /**
   * Returns the users that the caller may see, and the grantee "everyone". Each of them is left out unless sharing with
   * this kind of grantee is permitted, or the entity is shared with the grantee already.
   */
  #available(caller: Caller, active: ReadonlySet<string>): Grantee[] {
    const { allow_sharing_with_everyone: toEveryone, allow_sharing_with_users: toUsers } = this.config();
    const seesAll = can(caller, 'users:list');
    const users = this.auth.users
      .all()
      .filter((user) => user.id !== caller.id && user.username !== sidecarUsername && user.account_status !== 'deleted')
      .filter(({ username }) => seesAll || can(caller, permissionOn('users:read', username)))
      .map(userGrantee)
      .filter(({ id }) => toUsers || active.has(id))
      .sort((left, right) => byTitle.compare(left.title, right.title));
    return toEveryone || active.has(everyone) ? [...users, globalGrantee] : users;
  }

  #ownerlessText(removed: readonly string[]): string {
    const names = removed.map((one) => this.#granteeOf(one)?.title ?? one);
    return `Removing the following owners <${names.join(', ')}> will leave the entity ownerless.`;
  }

  /**
   * Returns, by grantee, streams that a search, dashboard, event definition or entry of the search history uses and
   * that the caller may read. Only streams are returned on which neither the grantee nor everyone has a grant.
   */
  async #missing(
    target: string,
    caller: Caller,
    grantees: readonly string[],
  ): Promise<Record<string, EntityDescriptor[]>> {
    const streams = (await this.#streamsOf(target))
      .filter((id) => can(caller, permissionOn('streams:read', id)))
      .map((id) => {
        const grants = this.auth.grants.on(grn('stream', id));
        return { stream: this.describe(grn('stream', id)), holders: new Set(grants.map(({ grantee }) => grantee)) };
      });
    const missing: Record<string, EntityDescriptor[]> = {};
    for (const grantee of grantees) {
      // Every capability on a stream includes reading.
      const lacking = streams.filter(({ holders }) => !holders.has(grantee) && !holders.has(everyone));
      if (lacking.length > 0) missing[grantee] = lacking.map(({ stream }) => stream);
    }
    return missing;
  }

  /**
   * Returns the grantees who may read only some of the streams, for a search, dashboard or history entry over all
   * streams.
   */
  async #limits(
    target: string,
    caller: Caller,
    grantees: readonly string[],
  ): Promise<Pick<ShareAnswer, 'stream_limits'>> {
    if (grantees.length === 0) return {};
    const entry = this.history.named(target);
    const search = (await this.#viewOf(target))?.search;
    if (entry ? entry.streams.length > 0 : !search || !searchesAllStreams(search)) return {};
    return { stream_limits: streamLimits(this.documents, this.auth, caller, grantees, (id) => this.describe(id)) };
  }

  /** Reads a search or dashboard and its stored search; undefined for other or missing entities. */
  async #viewOf(target: string) {
    const entity = parseGrn(target);
    if (entity?.type !== 'search' && entity?.type !== 'dashboard') return undefined;
    const view = await this.documents.archive<ViewRecord, ViewHead>('views').read(entity.id);
    if (!view) return undefined;
    const search = await this.documents.archive<Search & { id: string }, object>('searches').read(view.search_id);
    return { view, search };
  }

  async #streamsOf(target: string): Promise<string[]> {
    const entity = parseGrn(target);
    if (entity?.type === 'event_definition') {
      const definition = entityCollection<EventDefinition>(this.documents, 'event_definition').get(entity.id);
      return definition?.config.type === 'aggregation-v1' ? [...definition.config.streams].sort() : [];
    }
    const entry = this.history.named(target);
    if (entry) return [...entry.streams];
    const found = await this.#viewOf(target);
    if (!found) return [];
    const { view, search } = found;
    const ofWidgets = Object.values(view.state).flatMap(({ widgets }) =>
      widgets.flatMap(({ streams }) => streams ?? []),
    );
    return [...new Set([...(search ? streamsOfSearch(search) : []), ...ofWidgets])].sort();
  }

  /** Describes an entity: its type, title and owners. @param target resource name (GRN) of the entity */
  describe(target: string): EntityDescriptor {
    const owners = this.auth.grants.on(target).filter(({ capability }) => capability === 'own');
    return {
      id: target,
      type: parseGrn(target)?.type ?? '',
      title: titlesOf(this.documents)(target),
      owners: owners.flatMap(({ grantee }) => this.#granteeOf(grantee) ?? []),
    };
  }

  #granteeOf(target: string): Grantee | undefined {
    if (target === everyone) return globalGrantee;
    // The target is not parsed, because the built-in administrator's id has a colon (contract, GRN).
    const user = target.startsWith(userPrefix) ? this.auth.users.get(target.slice(userPrefix.length)) : undefined;
    return user && userGrantee(user);
  }
}

const userPrefix = grn('user', '');
const byTitle = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const userGrantee = ({ id, full_name: name, username }: UserRecord): Grantee => ({
  id: grn('user', id),
  type: 'user',
  title: name.trim() === '' ? username : name,
});

/**
 * Returns the owners that a selection removes if the entity would then have no owner; otherwise an empty list. A
 * selected owner counts only if the caller may choose that grantee.
 */
function removedOwners(
  grants: readonly Grant[],
  modifiable: readonly Grant[],
  available: readonly Grantee[],
  selection: Selection,
): string[] {
  const owners = grants.filter(({ capability }) => capability === 'own');
  const touched = new Set(modifiable.map(({ grantee }) => grantee));
  if (owners.length === 0 || owners.some(({ grantee }) => !touched.has(grantee))) return [];
  if (available.some(({ id }) => Object.hasOwn(selection, id) && selection[id] === 'own')) return [];
  return owners.map(({ grantee }) => grantee);
}

/** What may be shared with whom, and what a selection of shares would mean (contract dashboards-sharing-alerts, PREPARE, OWNERLESS CHECK, MISSING DEPENDENCIES). */
import type { SharingConfig } from '../../../api/contract/cluster-config.schema.js';
import type { Search } from '../../../api/contract/searches.schema.js';
import type { Capability, EntityDescriptor, Grantee, ShareAnswer } from '../../../api/contract/shares.schema.js';
import type { Auth } from '../auth/auth.js';
import { can, permissionOn, type Caller } from '../auth/caller.js';
import { everyone, grn, parseGrn, permissionsOf, type Grant } from '../auth/grants.js';
import { sidecarUsername, type UserRecord } from '../auth/users.js';
import { streamsOfSearch } from '../search/index.js';
import type { Documents } from '../store/types.js';
import { titlesOf } from './titles.js';
import type { ViewRecord } from './views.js';

export type Selection = Readonly<Record<string, Capability>>;

const capabilities: ShareAnswer['available_capabilities'] = [
  { id: 'view', title: 'Viewer' },
  { id: 'manage', title: 'Manager' },
  { id: 'own', title: 'Owner' },
];
const globalGrantee: Grantee = { id: everyone, type: 'global', title: 'Everyone' };

export class Shares {
  constructor(
    private readonly documents: Documents,
    private readonly auth: Auth,
    private readonly config: () => SharingConfig,
  ) {}

  /** @param chosen undefined: not chosen yet */
  prepare(target: string, caller: Caller, chosen: Selection | undefined): ShareAnswer {
    const grants = this.auth.grants.on(target);
    const own = grn('user', caller.id);
    const others = grants.filter(({ grantee }) => grantee !== own);
    const available = this.#available(caller, new Set(others.map(({ grantee }) => grantee)));
    const shown = new Set(available.map(({ id }) => id));
    const active = others.filter(({ grantee }) => shown.has(grantee));
    const selected = chosen ?? Object.fromEntries(active.map(({ grantee, capability }) => [grantee, capability]));
    const removed = chosen ? removedOwners(grants, active, chosen) : [];
    const key = 'selected_grantee_capabilities';
    return {
      entity: target,
      sharing_user: own,
      available_grantees: available,
      available_capabilities: capabilities,
      active_shares: active.map(({ id, grantee, capability }) => ({ grant: grn('grant', id), grantee, capability })),
      selected_grantee_capabilities: { ...selected },
      missing_permissions_on_dependencies: this.#missing(target, caller, Object.keys(selected)),
      validation_result: {
        failed: removed.length > 0,
        errors: removed.length > 0 ? { [key]: [this.#ownerlessText(removed)] } : {},
        error_context: removed.length > 0 ? { [key]: removed } : {},
      },
    };
  }

  /** Users that the caller may see, and everyone, as far as sharing with them is allowed or has been done already. */
  #available(caller: Caller, active: ReadonlySet<string>): Grantee[] {
    const { allow_sharing_with_everyone: toEveryone, allow_sharing_with_users: toUsers } = this.config();
    const seen = ({ username }: UserRecord): boolean =>
      can(caller, 'users:list') || can(caller, permissionOn('users:read', username));
    const users = this.auth.users
      .all()
      .filter((user) => user.id !== caller.id && user.username !== sidecarUsername && user.account_status !== 'deleted')
      .filter(seen)
      .map(userGrantee)
      .filter(({ id }) => toUsers || active.has(id))
      .sort((left, right) => left.title.localeCompare(right.title, 'en'));
    return toEveryone || active.has(everyone) ? [...users, globalGrantee] : users;
  }

  #ownerlessText(removed: readonly string[]): string {
    const titleOf = titlesOf(this.documents);
    const names = removed.map((one) => (one === everyone ? globalGrantee.title : titleOf(one)));
    return `Removing the following owners <${names.join(', ')}> will leave the entity ownerless.`;
  }

  /** Streams that a search or dashboard uses, the caller may read and a grantee may not by a grant. */
  #missing(target: string, caller: Caller, grantees: readonly string[]): Record<string, EntityDescriptor[]> {
    const streams = this.#streamsOf(target).filter((id) => can(caller, permissionOn('streams:read', id)));
    const missing: Record<string, EntityDescriptor[]> = {};
    for (const grantee of grantees) {
      const granted = new Set(
        this.auth.grants
          .all()
          .filter((grant) => grant.grantee === grantee || grant.grantee === everyone)
          .flatMap(permissionsOf),
      );
      const lacking = streams.filter((id) => !granted.has(permissionOn('streams:read', id)));
      if (lacking.length > 0) missing[grantee] = lacking.map((id) => this.#describe(grn('stream', id)));
    }
    return missing;
  }

  #streamsOf(target: string): string[] {
    const entity = parseGrn(target);
    if (entity?.type !== 'search' && entity?.type !== 'dashboard') return [];
    const view = this.documents.collection<ViewRecord>('views').get(entity.id);
    if (!view) return [];
    const search = this.documents.collection<Search & { id: string }>('searches').get(view.search_id);
    const ofWidgets = Object.values(view.state).flatMap(({ widgets }) =>
      widgets.flatMap(({ streams }) => streams ?? []),
    );
    return [...new Set([...(search ? streamsOfSearch(search) : []), ...ofWidgets])].sort();
  }

  #describe(target: string): EntityDescriptor {
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
    const id = parseGrn(target)?.id;
    const user = id === undefined ? undefined : this.auth.users.get(id);
    return user && userGrantee(user);
  }
}

const userGrantee = ({ id, full_name: name, username }: UserRecord): Grantee => ({
  id: grn('user', id),
  type: 'user',
  title: name.trim() === '' ? username : name,
});

/** Owners that a selection removes, when it leaves none. */
function removedOwners(grants: readonly Grant[], modifiable: readonly Grant[], selection: Selection): string[] {
  const owners = grants.filter(({ capability }) => capability === 'own');
  const touched = new Set(modifiable.map(({ grantee }) => grantee));
  if (owners.length === 0 || Object.values(selection).includes('own')) return [];
  if (owners.some(({ grantee }) => !touched.has(grantee))) return [];
  return owners.map(({ grantee }) => grantee);
}

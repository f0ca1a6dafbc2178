/**
 * Stores grants (which grantee has which capability on which entity), and computes the resulting permissions (contract
 * dashboards-sharing-alerts CAPABILITIES).
 */
import type { Collection, Documents } from '../store/types.js';
import { newEntityId } from '../foundation/ids.js';
import { isPermissionPart } from './names.js';

export type Capability = 'view' | 'manage' | 'own';

export interface Grant {
  id: string;
  /** Resource name (GRN) of the grantee: `grn::::user:{id}`, or `everyone`. */
  grantee: string;
  capability: Capability;
  /** Resource name (GRN) of the entity: `grn::::dashboard:{id}`, `grn::::search:{id}` … */
  target: string;
  created_by: string;
  created_at: string;
  updated_by: string;
  updated_at: string;
  expires_at: string | null;
}

export const everyone = 'grn::::builtin-team:everyone';

/**
 * Prefixes of the permissions that apply to an entity, by the entity type of its resource name (GRN). The permissions
 * of views also apply to dashboards.
 */
const grnTypes = {
  collection: 'collections:',
  dashboard: 'dashboards:',
  event_definition: 'eventdefinitions:',
  notification: 'eventnotifications:',
  grant: 'grants:',
  output: 'outputs:',
  role: 'roles:',
  search: 'view:',
  stream: 'streams:',
  team: 'teams:',
  user: 'users:',
  search_filter: 'search_filters:',
  favorite: 'favorites:',
  last_opened: 'last_opened:',
  report: 'report:',
  // A grant on an entry of the search history gives no permission: the route that lists the history reads the grants,
  // because it also compares the streams of the entry with those that the grantee may read.
  earlier_query: '',
  'builtin-team': '',
} as const;
export type GrnType = keyof typeof grnTypes;

export const grn = (type: GrnType, id: string) => `grn::::${type}:${id}`;

/**
 * Parses a resource name (GRN), which has six tokens separated by colons, and converts it to lower case.
 * @returns undefined when the text is no GRN of a known type
 */
export function parseGrn(text: string): { type: GrnType; id: string; grn: string } | undefined {
  const tokens = text.toLowerCase().split(':');
  const [scheme, , , , type = '', id = ''] = tokens;
  if (tokens.length !== 6 || scheme !== 'grn' || id === '' || !Object.hasOwn(grnTypes, type)) return undefined;
  return { type: type as GrnType, id, grn: grn(type as GrnType, id) };
}

const read = [
  'streams:read',
  'stream_outputs:read',
  'dashboards:read',
  'view:read',
  'eventdefinitions:read',
  'eventnotifications:read',
  'outputs:read',
  'search_filters:read',
];
const manage = [
  ...read,
  'streams:edit',
  'streams:changestate',
  'stream_outputs:create',
  'dashboards:edit',
  'view:edit',
  'eventdefinitions:edit',
  'eventnotifications:edit',
  'outputs:edit',
  'search_filters:edit',
];
const own = [
  ...manage,
  'stream_outputs:delete',
  'view:delete',
  'eventdefinitions:delete',
  'eventnotifications:delete',
  'outputs:terminate',
  'search_filters:delete',
];
const capabilityPermissions: Readonly<Record<Capability, readonly string[]>> = { view: read, manage, own };

/**
 * Returns the permissions of one grant: `<permission>:<entity id>`, and `entity:own:<GRN>` for an owner; none if the
 * target is no GRN, or its id cannot be part of a permission.
 */
export function permissionsOf({ capability, target }: Pick<Grant, 'capability' | 'target'>): string[] {
  const entity = parseGrn(target);
  if (!entity || !isPermissionPart(entity.id)) return [];
  const prefixes = entity.type === 'dashboard' ? ['dashboards:', 'view:'] : [grnTypes[entity.type]];
  const applicable = capabilityPermissions[capability].filter((permission) =>
    prefixes.some((prefix) => prefix !== '' && permission.startsWith(prefix)),
  );
  const permissions = applicable.map((permission) => `${permission}:${entity.id}`);
  return capability === 'own' ? [...permissions, `entity:own:${entity.grn}`] : permissions;
}

export class Grants {
  readonly #stored: Collection<Grant>;

  constructor(documents: Documents) {
    this.#stored = documents.collection<Grant>('grants');
  }

  all(): readonly Grant[] {
    return this.#stored.all();
  }

  /** Returns the grants to a user and those to everyone. */
  of(userId: string): Grant[] {
    const grantee = grn('user', userId);
    return this.#stored.all().filter((grant) => grant.grantee === grantee || grant.grantee === everyone);
  }

  /** Returns the grants to a grantee, without those to everyone. @param grantee resource name (GRN) of the grantee */
  heldBy(grantee: string): Grant[] {
    return this.#stored.all().filter((grant) => grant.grantee === grantee);
  }

  /** Returns the grants on an entity. @param target resource name (GRN) of the entity */
  on(target: string): Grant[] {
    return this.#stored.all().filter((grant) => grant.target === target);
  }

  /**
   * Creates or changes the capability of a grantee on an entity.
   * @param target resource name (GRN) of the entity
   * @param by name of the user who gives the capability
   */
  async give(grantee: string, capability: Capability, target: string, by: string): Promise<void> {
    const now = new Date().toISOString();
    const held = this.#stored.find((grant) => grant.grantee === grantee && grant.target === target);
    const created = held ?? { id: newEntityId(), created_by: by, created_at: now, expires_at: null };
    await this.#stored.put({ ...created, grantee, capability, target, updated_by: by, updated_at: now });
  }

  async revoke(grantee: string, target: string): Promise<void> {
    await this.#deleteWhere((grant) => grant.grantee === grantee && grant.target === target);
  }

  /** Deletes all grants on an entity. */
  async dropEntity(target: string): Promise<void> {
    await this.#deleteWhere((grant) => grant.target === target);
  }

  /** Deletes all grants to a user. */
  async dropUser(userId: string): Promise<void> {
    const grantee = grn('user', userId);
    await this.#deleteWhere((grant) => grant.grantee === grantee);
  }

  async #deleteWhere(matches: (grant: Grant) => boolean): Promise<void> {
    const doomed = this.#stored.all().filter(matches);
    await Promise.all(doomed.map(({ id }) => this.#stored.delete(id)));
  }
}

/**
 * Stores user accounts. The root user is an account with a fixed id; the routes refuse changes of its permanent
 * properties.
 */
import { entityCollection } from '../documents/kinds.js';
import type { Collection, Documents } from '../store/types.js';
import { newEntityId } from '../foundation/ids.js';
import { comparableName } from './names.js';
import { adminRole, readerRole, selfPermissions } from './permission-list.js';
import type { Grants } from './grants.js';
import { permissionsOf } from './grants.js';
import type { Roles } from './roles.js';

export const rootUserId = 'local:admin';
/** Default timeout of sessions: 8 hours (contract administration). */
export const defaultSessionTimeoutMs = 28_800_000;
export const sidecarUsername = 'sidecar-system';

export type AccountStatus = 'enabled' | 'disabled' | 'deleted';

export interface UserRecord {
  id: string;
  username: string;
  /** The result of `hashPassword`; null: the account has no password to sign in with. */
  password_hash: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string;
  /** Permissions that are stored with the account, without implicit permissions and those from roles or grants. */
  permissions: string[];
  preferences: Record<string, unknown>;
  timezone: string | null;
  session_timeout_ms: number;
  startpage: { type: string; id: string } | null;
  role_ids: string[];
  account_status: AccountStatus;
  external: boolean;
  /** Authentication service by which the owner of an external account signed in last. */
  auth_service_id?: string | null;
  /** Directory or provider that the account is bound to (`services/issuers.ts`), together with `auth_service_uid`. */
  auth_service_issuer?: string | null;
  /** Id of the user at the directory or provider. */
  auth_service_uid?: string | null;
  service_account: boolean;
  created_at: string;
}

const defaultPreferences = { updateUnfocussed: false, enableSmartSearch: true } as const;

export interface EffectivePermissions {
  /** All permissions except ownership permissions: implicit, stored, and the permissions of roles and grants. */
  readonly permissions: string[];
  /** Ownership permissions in the form `entity:own:<resource name>`. */
  readonly grnPermissions: string[];
}

export class Users {
  readonly #stored: Collection<UserRecord>;
  readonly #roles: Roles;
  readonly #grants: Grants;
  /** Normalised names of accounts that are being created. */
  readonly #making = new Set<string>();

  constructor(documents: Documents, roles: Roles, grants: Grants) {
    this.#stored = entityCollection<UserRecord>(documents, 'user');
    this.#roles = roles;
    this.#grants = grants;
  }

  get(id: string): UserRecord | undefined {
    return this.#stored.get(id);
  }

  named(username: string): UserRecord | undefined {
    return this.#stored.find((user) => user.username === username);
  }

  /**
   * Returns the account whose name users would confuse with the given name, because their normalised forms are equal.
   */
  similarlyNamed(username: string): UserRecord | undefined {
    const name = comparableName(username);
    return this.#stored.find((user) => comparableName(user.username) === name);
  }

  root(): UserRecord | undefined {
    return this.#stored.get(rootUserId);
  }

  /** Returns all accounts, the root user first. */
  all(): UserRecord[] {
    const others = this.#stored.all().filter((user) => user.id !== rootUserId);
    const root = this.root();
    return root ? [root, ...others] : [...others];
  }

  /** Creates the built-in administrator on the first start. @param passwordHash result of `hashPassword` */
  async createRoot(passwordHash: string): Promise<void> {
    await this.#stored.put({
      ...this.#blank('admin', rootUserId),
      password_hash: passwordHash,
      full_name: 'Administrator',
      permissions: ['*'],
      role_ids: [this.#roles.named(adminRole)?.id].filter((id) => id !== undefined),
    });
  }

  /**
   * Creates the account that registered sidecars use, unless it exists. It has no password, so nobody can sign in with
   * it.
   */
  async ensureSidecarAccount(): Promise<void> {
    if (this.named(sidecarUsername)) return;
    const roles = ['Sidecar System (Internal)', readerRole].map((name) => this.#roles.named(name)?.id);
    await this.#stored.put({
      ...this.#blank(sidecarUsername),
      email: 'sidecar@localhost',
      first_name: 'Sidecar',
      last_name: 'System User (built-in)',
      full_name: 'Sidecar System User (built-in)',
      role_ids: roles.filter((id) => id !== undefined),
      service_account: true,
    });
  }

  /** Tells whether a name is taken: an account has the name or a confusable one, or is being created with the name. */
  isTaken(username: string): boolean {
    return this.#making.has(comparableName(username)) || this.similarlyNamed(username) !== undefined;
  }

  /**
   * Creates an account. Its name is reserved from the beginning of the call.
   * @param details returns the members of the account that differ from the defaults
   * @returns undefined when the name is taken
   */
  async create(
    username: string,
    details: () => Partial<UserRecord> | Promise<Partial<UserRecord>>,
  ): Promise<UserRecord | undefined> {
    if (this.isTaken(username)) return undefined;
    const name = comparableName(username);
    this.#making.add(name);
    try {
      const record = { ...this.#blank(username), ...(await details()) };
      await this.#stored.put(record);
      return record;
    } finally {
      this.#making.delete(name);
    }
  }

  async update(id: string, change: (user: UserRecord) => UserRecord): Promise<UserRecord | undefined> {
    return this.#stored.update(id, change);
  }

  async delete(id: string): Promise<boolean> {
    return this.#stored.delete(id);
  }

  /** Returns all permissions that a user has at present. */
  effective(user: UserRecord): EffectivePermissions {
    // The built-in administrator has every permission; grants and roles add none.
    if (user.id === rootUserId) return { permissions: ['*'], grnPermissions: [] };
    const grants = this.#grants.of(user.id).flatMap(permissionsOf);
    const permissions = [
      ...(user.service_account ? [] : selfPermissions(user.username)),
      ...user.permissions,
      ...this.#roles.permissionsOf(user.role_ids),
      ...grants.filter((permission) => !permission.startsWith('entity:own:')),
    ];
    return {
      permissions: [...new Set(permissions)],
      grnPermissions: [...new Set(grants.filter((permission) => permission.startsWith('entity:own:')))],
    };
  }

  #blank(username: string, id = newEntityId()): UserRecord {
    return {
      id,
      username,
      password_hash: null,
      email: '',
      first_name: null,
      last_name: null,
      full_name: username,
      permissions: [],
      preferences: { ...defaultPreferences },
      timezone: null,
      session_timeout_ms: defaultSessionTimeoutMs,
      startpage: null,
      role_ids: [],
      account_status: 'enabled',
      external: false,
      service_account: false,
      created_at: new Date().toISOString(),
    };
  }
}

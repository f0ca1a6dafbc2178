/** Shapes of user accounts, their preferences, tokens and roles (contract administration). */
import { Type, type Static } from '@sinclair/typebox';
import type { PagedBody } from './list.schema.js';
import { orNull } from './nullable.schema.js';

export interface UserPreferences {
  updateUnfocussed?: boolean;
  enableSmartSearch?: boolean;
  themeMode?: 'teint' | 'noir';
  searchSidebarIsPinned?: boolean;
  dashboardSidebarIsPinned?: boolean;
  /** Columns and density of message lists by streams; only this console reads them (`machines/view/list-memory.ts`). */
  messageLists?: unknown;
  [key: string]: unknown;
}

export type AccountStatus = 'enabled' | 'disabled' | 'deleted';
export type StartPageType = 'dashboard' | 'stream' | 'search';

export interface User {
  id: string;
  username: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  /** Effective permissions of the user; the list is empty when the caller may not see them. */
  permissions: string[];
  /** Permissions on single entities, for example `entity:own:grn::::dashboard:{id}`. */
  grn_permissions: string[];
  preferences: UserPreferences | null;
  timezone: string | null;
  session_timeout_ms: number;
  read_only: boolean;
  /**
   * The console's queries add this member (`withStoredSettings`); no request or answer contains it. It is true on the
   * built-in administrator of the embedded server: the account is read-only, but the server stores its preferences,
   * time zone and start page.
   */
  keeps_settings?: true;
  external: boolean;
  startpage: { type: StartPageType; id: string } | null;
  /** Names of the user's roles. */
  roles: string[];
  session_active: boolean;
  /** Time of the last activity, for example `2020-01-01T10:40:05.376+0000`. */
  last_activity: string | null;
  client_address: string | null;
  account_status: AccountStatus;
  service_account: boolean;
}

export interface UserOverview {
  id: string;
  auth_service_id: string | null;
  auth_service_uid: string | null;
  username: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  external_user: boolean;
  roles: string[];
  read_only: boolean;
  /** True while the user has a session, otherwise null. */
  session_active: true | null;
  last_activity: string | null;
  client_address: string | null;
  account_status: AccountStatus;
  service_account: boolean;
}
export interface PagedUsers extends PagedBody {
  users: UserOverview[];
  context?: { admin_user: UserOverview | null };
}

export const UserListQuery = Type.Object({
  include_permissions: Type.Optional(Type.Boolean()),
  include_sessions: Type.Optional(Type.Boolean()),
});
export type UserListQuery = Static<typeof UserListQuery>;

const startpage = Type.Optional(
  orNull(Type.Object({ type: Type.Optional(orNull(Type.String())), id: Type.Optional(orNull(Type.String())) })),
);

/** Longest session timeout in milliseconds (ten years); it is also the lifetime of sessions that never time out. */
export const longestSessionTimeoutMs = 315_360_000_000;
/** Session timeout of users whose sessions never time out (screens/administration.md A3). */
export const neverTimeoutMs = -1;
const timeoutMs = Type.Union([
  Type.Literal(neverTimeoutMs),
  Type.Integer({ minimum: 1, maximum: longestSessionTimeoutMs }),
]);

export const CreateUserRequest = Type.Object({
  username: Type.String(),
  password: Type.String(),
  email: Type.String(),
  first_name: Type.Optional(orNull(Type.String())),
  last_name: Type.Optional(orNull(Type.String())),
  permissions: Type.Optional(orNull(Type.Array(Type.String()))),
  timezone: Type.Optional(orNull(Type.String())),
  session_timeout_ms: Type.Optional(orNull(timeoutMs)),
  startpage,
  roles: Type.Optional(orNull(Type.Array(Type.String()))),
  service_account: Type.Optional(orNull(Type.Boolean())),
});
export type CreateUserRequest = Static<typeof CreateUserRequest>;

/**
 * Changes of a user. The stored value of a missing member stays unchanged. The time zone is an exception: if it is
 * missing, the stored time zone is cleared, unless the start page is the only member of the body.
 */
export const ChangeUserRequest = Type.Object({
  email: Type.Optional(orNull(Type.String())),
  first_name: Type.Optional(orNull(Type.String())),
  last_name: Type.Optional(orNull(Type.String())),
  permissions: Type.Optional(orNull(Type.Array(Type.String()))),
  timezone: Type.Optional(orNull(Type.String())),
  session_timeout_ms: Type.Optional(orNull(Type.Union([Type.Literal(0), timeoutMs]))),
  startpage,
  roles: Type.Optional(orNull(Type.Array(Type.String()))),
  service_account: Type.Optional(orNull(Type.Boolean())),
});
export type ChangeUserRequest = Static<typeof ChangeUserRequest>;

export const ChangePasswordRequest = Type.Object({
  old_password: Type.Optional(orNull(Type.String())),
  password: Type.String({ minLength: 1 }),
});
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>;

export const PreferencesRequest = Type.Object({ preferences: Type.Record(Type.String(), Type.Unknown()) });
export type PreferencesRequest = Static<typeof PreferencesRequest>;

export const PermissionsRequest = Type.Object({ permissions: Type.Array(Type.String()) });
export type PermissionsRequest = Static<typeof PermissionsRequest>;

/** Schema of endpoints that ignore their body: it accepts any body, or none. */
export const IgnoredBody = Type.Optional(Type.Unknown());

/**
 * `expires_at` is the ISO instant at which a new token expires; when it is absent or null the token never expires. Only
 * the embedded server reads this body, other servers ignore it.
 */
export const TokenRequest = Type.Optional(
  Type.Object({ expires_at: Type.Optional(orNull(Type.String({ maxLength: 40 }))) }),
);
export type TokenRequest = Static<typeof TokenRequest> | undefined;

export interface TokenSummary {
  id: string;
  name: string;
  /** Time of the last use as an ISO instant; the epoch if never used. */
  last_access: string;
  /** ISO instant at which the token expires; null: it never expires. Only the embedded server sends this member. */
  expires_at?: string | null;
  /**
   * Address of the last call that used the token; null while no call has used it. Only the embedded server sends it.
   */
  last_address?: string | null;
  /** Creation time as an ISO instant; null for tokens from older versions. Only the embedded server sends it. */
  created_at?: string | null;
}
export interface Token extends TokenSummary {
  /** The secret token itself; the server returns it only in the answer to its creation. */
  token: string;
}

/** A session of a user; only the embedded server lists sessions. */
export interface UserSession {
  /** Id that identifies the session in lists; nobody can sign in with it. */
  id: string;
  /** Browser or client, for example `Firefox` or `curl`; null: unknown. */
  browser: string | null;
  /** Operating system, for example `Windows` or `Android`; null: unknown. */
  system: string | null;
  address: string;
  /** Creation time as an ISO instant; `last_activity` and `expires_at` are ISO instants too. */
  created_at: string;
  last_activity: string;
  expires_at: string;
  /** True for the session that made this call. */
  current: boolean;
}
/** `keep_current`: true ends all sessions of the user except the session of this call. */
export const EndSessionsQuery = Type.Object({ keep_current: Type.Optional(Type.Boolean()) });
export type EndSessionsQuery = Static<typeof EndSessionsQuery>;

/** Source from which a user has a permission. */
export type PermissionSource =
  /** The user is the built-in administrator, who has all permissions. */
  | { type: 'administrator' }
  /** Every user except service accounts has the permission on their own account. */
  | { type: 'own_account' }
  /** The permission is granted directly to the account. */
  | { type: 'account' }
  | { type: 'role'; id: string; name: string }
  | {
      type: 'grant';
      capability: 'view' | 'manage' | 'own';
      /**
       * GRN (see api/grn.ts) of the shared entity; `target_title` is its title, null if it is deleted or the caller may
       * not read it.
       */
      target: string;
      target_title: string | null;
      /** True if this grant shares the entity with everyone, false if it names the user. */
      everyone: boolean;
    };
export interface PermissionReason {
  permission: string;
  sources: PermissionSource[];
}
export interface PermissionReasons {
  /** All permissions of the user, sorted by name, each with its sources. */
  permissions: PermissionReason[];
  /**
   * Answer for the permission in the query: whether the user has it, and the permissions that include it. It is null
   * when the query names no permission.
   */
  asked: { permission: string; allowed: boolean; reasons: PermissionReason[] } | null;
}
export const PermissionReasonsQuery = Type.Object({
  permission: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PermissionReasonsQuery = Static<typeof PermissionReasonsQuery>;

/** An entity that a user owns, alone or with others. */
export interface OwnedEntity {
  /** GRN (see api/grn.ts) of the entity. */
  id: string;
  /** Entity type: `dashboard`, `search`, `stream` … */
  type: string;
  title: string;
  /** True if the entity keeps another owner when this user is deleted. */
  shared_ownership: boolean;
}
export interface OwnedEntities {
  /** Owned entities sorted by type and title, at most 500. */
  entities: OwnedEntity[];
  total: number;
}

/**
 * Decides about the entities that only the deleted user owns: they are handed over to the user with the id
 * `hand_over_to`, or deleted (`delete_owned`). Without either member they stay without an owner, so that only
 * administrators can share them. Only the embedded server reads this query.
 */
export const DeleteUserQuery = Type.Object({
  hand_over_to: Type.Optional(Type.String()),
  delete_owned: Type.Optional(Type.Boolean()),
});
export type DeleteUserQuery = Static<typeof DeleteUserQuery>;

/** Facts about a new server by which the console decides what it offers to the administrator. Embedded server only. */
export interface FirstStart {
  /**
   * True until the administrator has answered or closed the questions of the first start; always false on servers whose
   * first password was not generated.
   */
  ask: boolean;
  /** True while the administrator still uses the generated password. */
  password_generated: boolean;
  /** True if there is an account besides the built-in administrator and service accounts. */
  has_users: boolean;
}

export const RoleBody = Type.Object({
  name: Type.String(),
  description: Type.Optional(orNull(Type.String())),
  permissions: Type.Array(Type.String()),
  read_only: Type.Optional(Type.Boolean()),
});
export interface Role {
  name: string;
  description: string | null;
  permissions: string[];
  read_only: boolean;
}
export interface AuthzRole extends Role {
  id: string;
}
export interface PagedRoles extends PagedBody {
  roles: AuthzRole[];
  /** Members of each role, by role id. */
  context?: { users: Record<string, { id: string; username: string }[]> };
}

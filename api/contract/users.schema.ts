/** Shapes of user accounts, their preferences, tokens and roles (contract/administration.json). */
import { Type, type Static } from '@sinclair/typebox';
import type { PagedBody } from './list.schema.js';

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);

export interface UserPreferences {
  updateUnfocussed?: boolean;
  enableSmartSearch?: boolean;
  themeMode?: 'teint' | 'noir';
  searchSidebarIsPinned?: boolean;
  dashboardSidebarIsPinned?: boolean;
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
  /** Effective permissions; empty when the caller may not see them. */
  permissions: string[];
  /** Permissions on entities, `entity:own:grn::::dashboard:{id}` … */
  grn_permissions: string[];
  preferences: UserPreferences | null;
  timezone: string | null;
  session_timeout_ms: number;
  read_only: boolean;
  /**
   * Added by our queries and never sent (`withStoredSettings`): true on the built-in administrator of the embedded
   * server, whose account is read-only but whose preferences, time zone and start page are stored.
   */
  keeps_settings?: true;
  external: boolean;
  startpage: { type: StartPageType; id: string } | null;
  /** Names of the roles. */
  roles: string[];
  session_active: boolean;
  /** Time of the last activity, `2020-01-01T10:40:05.376+0000`. */
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
  /** True, or null without a session. */
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

/** Longest session timeout: ten years, the largest representable time. */
export const longestSessionTimeoutMs = 315_360_000_000;
/** Value for sessions that never time out (screens/administration.md A3). */
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

/** Changes of a user; missing fields stay unchanged, except the time zone. */
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

/** Body of calls that ignore it. */
export const IgnoredBody = Type.Optional(Type.Unknown());

/** Expiry of a new token as an instant; absent or null: never. Embedded server only, others ignore the body. */
export const TokenRequest = Type.Optional(
  Type.Object({ expires_at: Type.Optional(orNull(Type.String({ maxLength: 40 }))) }),
);
export type TokenRequest = Static<typeof TokenRequest> | undefined;

export interface TokenSummary {
  id: string;
  name: string;
  /** Time of the last use as an ISO instant; the epoch if never used. */
  last_access: string;
  /** Expiry as an ISO instant; null: never. Embedded server only, like the next members. */
  expires_at?: string | null;
  /** Address of the last call that used the token; null while it was never used. */
  last_address?: string | null;
  /** Creation time; null for tokens from older versions. */
  created_at?: string | null;
}
export interface Token extends TokenSummary {
  /** The token itself; returned only when it is created. */
  token: string;
}

/** A session of a user. Embedded server only. */
export interface UserSession {
  /** Id that identifies the session in lists; it cannot be used to sign in. */
  id: string;
  /** Browser or client, `Firefox`, `curl`; null: unknown. */
  browser: string | null;
  /** Operating system, `Windows`, `Android`; null: unknown. */
  system: string | null;
  address: string;
  /** Creation time as an ISO instant; `last_access` likewise. */
  created_at: string;
  last_activity: string;
  expires_at: string;
  /** True for the session or token that made this call. */
  current: boolean;
}
/** `keep_current`: true keeps the session of this call. */
export const EndSessionsQuery = Type.Object({ keep_current: Type.Optional(Type.Boolean()) });
export type EndSessionsQuery = Static<typeof EndSessionsQuery>;

/** Possible sources of a permission. */
export type PermissionSource =
  /** The user is the built-in administrator, who has all permissions. */
  | { type: 'administrator' }
  /** Permission that every user has on their own account. */
  | { type: 'own_account' }
  /** Permission granted directly to the account. */
  | { type: 'account' }
  | { type: 'role'; id: string; name: string }
  | {
      type: 'grant';
      capability: 'view' | 'manage' | 'own';
      /** GRN of the shared entity; `title` is null when the caller may not read it. */
      target: string;
      target_title: string | null;
      /** True if the entity is shared with everyone and not with this user. */
      everyone: boolean;
    };
export interface PermissionReason {
  permission: string;
  sources: PermissionSource[];
}
export interface PermissionReasons {
  /** Permissions of the user by name, with their sources. */
  permissions: PermissionReason[];
  /** Answer for the requested permission: true or false, with its sources; null when no permission was requested. */
  asked: { permission: string; allowed: boolean; reasons: PermissionReason[] } | null;
}
export const PermissionReasonsQuery = Type.Object({
  permission: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PermissionReasonsQuery = Static<typeof PermissionReasonsQuery>;

/** An entity that a user owns. */
export interface OwnedEntity {
  /** GRN of the entity. */
  id: string;
  /** Entity type: `dashboard`, `search`, `stream` … */
  type: string;
  title: string;
  /** True if another owner remains. */
  shared_ownership: boolean;
}
export interface OwnedEntities {
  /** Owned entities sorted by type and title, at most 500. */
  entities: OwnedEntity[];
  total: number;
}

/**
 * Decides about entities with no other owner: they are handed over to the named user, or deleted. Without either they
 * stay and are accessible to administrators only. Embedded server only.
 */
export const DeleteUserQuery = Type.Object({
  hand_over_to: Type.Optional(Type.String()),
  delete_owned: Type.Optional(Type.Boolean()),
});
export type DeleteUserQuery = Static<typeof DeleteUserQuery>;

/** First-start questions to the administrator of a new server. Embedded server only. */
export interface FirstStart {
  /** True until the administrator has started or declined the tour. */
  ask: boolean;
  /** True while the generated password is still in use. */
  password_generated: boolean;
  /** True if there is another account besides the built-in administrator. */
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
  /** Users by role id. */
  context?: { users: Record<string, { id: string; username: string }[]> };
}

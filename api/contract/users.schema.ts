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
  /** Effective ones; empty when the caller may not see them. */
  permissions: string[];
  /** `entity:own:grn::::dashboard:{id}` … */
  grn_permissions: string[];
  preferences: UserPreferences | null;
  timezone: string | null;
  session_timeout_ms: number;
  read_only: boolean;
  external: boolean;
  startpage: { type: StartPageType; id: string } | null;
  /** Names. */
  roles: string[];
  session_active: boolean;
  /** `2020-01-01T10:40:05.376+0000`. */
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

/** Ten years; longer times could not be represented. */
export const longestSessionTimeoutMs = 315_360_000_000;
/** Sessions do not time out (screens/administration.md A3). */
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

/** Fields that are left out stay unchanged, except the time zone. */
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

/** Some calls carry a body that means nothing. */
export const IgnoredBody = Type.Optional(Type.Unknown());

/** An instant until which the token is good; absent or null: for ever. Embedded server only, others ignore the body. */
export const TokenRequest = Type.Optional(
  Type.Object({ expires_at: Type.Optional(orNull(Type.String({ maxLength: 40 }))) }),
);
export type TokenRequest = Static<typeof TokenRequest> | undefined;

export interface TokenSummary {
  id: string;
  name: string;
  /** ISO instant; the epoch while never used. */
  last_access: string;
  /** ISO instant; null: never. Embedded server only, as the next ones. */
  expires_at?: string | null;
  /** Address of the last call that used the token; null while it was never used. */
  last_address?: string | null;
  /** Null for a token of old. */
  created_at?: string | null;
}
export interface Token extends TokenSummary {
  /** The token itself; returned only when it is created. */
  token: string;
}

/** One session of a user. Embedded server only. */
export interface UserSession {
  /** To name it by; nobody can sign in with it. */
  id: string;
  /** `Firefox`, `curl`; null: not known. */
  browser: string | null;
  /** `Windows`, `Android`; null: not known. */
  system: string | null;
  address: string;
  /** ISO instants. */
  created_at: string;
  last_activity: string;
  expires_at: string;
  /** True for the session or token that made this call. */
  current: boolean;
}
/** `keep_current`: not the one that this call is made with. */
export const EndSessionsQuery = Type.Object({ keep_current: Type.Optional(Type.Boolean()) });
export type EndSessionsQuery = Static<typeof EndSessionsQuery>;

/** The sources that can give a permission. */
export type PermissionSource =
  /** The built-in administrator may do everything. */
  | { type: 'administrator' }
  /** Permission that everybody has on their own account. */
  | { type: 'own_account' }
  /** Given to the account itself. */
  | { type: 'account' }
  | { type: 'role'; id: string; name: string }
  | {
      type: 'grant';
      capability: 'view' | 'manage' | 'own';
      /** GRN of what was shared, and its title; null when the caller may not read it. */
      target: string;
      target_title: string | null;
      /** Shared with everyone, not with this user. */
      everyone: boolean;
    };
export interface PermissionReason {
  permission: string;
  sources: PermissionSource[];
}
export interface PermissionReasons {
  /** Permissions of the user, by name, with their reasons. */
  permissions: PermissionReason[];
  /** Tells whether the user has the asked permission and which sources give it; null when no permission was asked for. */
  asked: { permission: string; allowed: boolean; reasons: PermissionReason[] } | null;
}
export const PermissionReasonsQuery = Type.Object({
  permission: Type.Optional(Type.String({ maxLength: 500 })),
});
export type PermissionReasonsQuery = Static<typeof PermissionReasonsQuery>;

/** An entity that a user owns. */
export interface OwnedEntity {
  /** GRN */
  id: string;
  /** `dashboard`, `search`, `stream` … */
  type: string;
  title: string;
  /** Somebody else owns it too, and keeps it. */
  shared_ownership: boolean;
}
export interface OwnedEntities {
  /** Owned entities sorted by type and title, at most 500. */
  entities: OwnedEntity[];
  total: number;
}

/**
 * Decides about entities that only this user owns: they are handed over to the user of this id, or deleted. Without either they stay and
 * belong to the administrators. Only the embedded server has it.
 */
export const DeleteUserQuery = Type.Object({
  hand_over_to: Type.Optional(Type.String()),
  delete_owned: Type.Optional(Type.Boolean()),
});
export type DeleteUserQuery = Static<typeof DeleteUserQuery>;

/** Questions that the administrator of a new server answers once. Only the embedded server has them. */
export interface FirstStart {
  /** True while nobody has answered the offer of the tour. */
  ask: boolean;
  /** The password that the server made up is still in use. */
  password_generated: boolean;
  /** True when there is another account beside the built-in administrator. */
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
  /** Role id → who holds it. */
  context?: { users: Record<string, { id: string; username: string }[]> };
}

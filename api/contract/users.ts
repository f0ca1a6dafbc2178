/** Endpoints of users, their preferences, passwords and access tokens (contract administration users.*). */
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';
import type {
  ChangePasswordRequest,
  ChangeUserRequest,
  CreateUserRequest,
  DeleteUserQuery,
  EndSessionsQuery,
  FirstStart,
  OwnedEntities,
  PagedUsers,
  PermissionReasons,
  PermissionReasonsQuery,
  PermissionsRequest,
  PreferencesRequest,
  Token,
  TokenRequest,
  TokenSummary,
  User,
  UserListQuery,
  UserPreferences,
  UserSession,
} from './users.schema.js';

export type * from './users.schema.js';

const nothing = { produces: 'nothing' } as const;
const ofNamedUser = (permission: string) => ({ needs: `users:${permission}:{username}` }) as const;
/** Permission rule of paths with a user's id: the handler looks up the username, which is part of the permission. */
const ofUserId = (permission: string) => ({ handler: `users:${permission}:{username of that user}` }) as const;

export const listUsers = endpoint<{ query: UserListQuery; answer: { users: User[] } }>()('GET', '/users', {
  needs: 'users:list',
});
export const pagedUsers = endpoint<{ query: PageQuery; answer: PagedUsers }>()('GET', '/users/paginated', {
  needs: 'users:list',
});
export const getUserById = endpoint<{ answer: User }>()('GET', '/users/id/{userId}', ofUserId('edit'));
export const createUser = endpoint<{ body: CreateUserRequest; answer: undefined }>()(
  'POST',
  '/users',
  { needs: 'users:create' },
  { ...nothing, status: 201 },
);
export const updateUser = endpoint<{ body: ChangeUserRequest; answer: undefined }>()(
  'PUT',
  '/users/{userId}',
  ofUserId('edit'),
  nothing,
);
export const deleteUser = endpoint<{ query: DeleteUserQuery; answer: undefined }>()(
  'DELETE',
  '/users/{username}',
  { needs: 'users:edit' },
  nothing,
);
export const deleteUserById = endpoint<{ query: DeleteUserQuery; answer: undefined }>()(
  'DELETE',
  '/users/id/{userId}',
  { needs: 'users:edit' },
  nothing,
);
export const changePassword = endpoint<{ body: ChangePasswordRequest; answer: undefined }>()(
  'PUT',
  '/users/{userId}/password',
  ofUserId('passwordchange'),
  nothing,
);
export const setUserStatus = endpoint<{ body: unknown; answer: undefined }>()(
  'PUT',
  '/users/{userId}/status/{newStatus}',
  ofUserId('edit'),
  { ...nothing, status: 200 },
);

export const listTokens = endpoint<{ answer: { tokens: TokenSummary[] } }>()(
  'GET',
  '/users/{userId}/tokens',
  ofUserId('tokenlist'),
);
export const createToken = endpoint<{ body: TokenRequest; answer: Token }>()(
  'POST',
  '/users/{userId}/tokens/{tokenName}',
  ofUserId('tokencreate'),
);
export const deleteToken = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/users/{userId}/tokens/{tokenIdOrValue}',
  ofUserId('tokenremove'),
  nothing,
);

export const setUserPermissions = endpoint<{ body: PermissionsRequest; answer: undefined }>()(
  'PUT',
  '/users/{username}/permissions',
  { needs: 'users:permissionsedit' },
  nothing,
);
export const clearUserPermissions = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/users/{username}/permissions',
  { needs: 'users:permissionsedit' },
  nothing,
);
/** Replaces all stored preferences of the user. */
export const savePreferences = endpoint<{ body: PreferencesRequest; answer: undefined }>()(
  'PUT',
  '/users/{username}/preferences',
  ofNamedUser('edit'),
  nothing,
);
export const getPreferences = endpoint<{ answer: { preferences: UserPreferences } }>()(
  'GET',
  '/users/{username}/preferences',
  ofNamedUser('edit'),
);

/**
 * Lists the sessions of a user, the one used last first. Only the embedded server has endpoints for sessions of users.
 */
export const userSessions = endpoint<{ answer: { sessions: UserSession[] } }>()(
  'GET',
  '/users/{userId}/sessions',
  ofUserId('edit'),
);
export const endUserSession = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/users/{userId}/sessions/{sessionId}',
  ofUserId('edit'),
  nothing,
);
export const endUserSessions = endpoint<{ query: EndSessionsQuery; answer: undefined }>()(
  'DELETE',
  '/users/{userId}/sessions',
  ofUserId('edit'),
  nothing,
);
/** Explains which permissions a user has and where they come from. Embedded server only. */
export const permissionReasons = endpoint<{ query: PermissionReasonsQuery; answer: PermissionReasons }>()(
  'GET',
  '/users/{userId}/permissions/why',
  { handler: 'the own account, or users:permissionsedit:{username of that user}' },
);
/** Lists the entities that a user owns, alone or with others. Embedded server only. */
export const ownedEntities = endpoint<{ answer: OwnedEntities }>()('GET', '/users/{userId}/owned', ofUserId('edit'));

/** Tells whether the console should ask the administrator for a new password and a first user. Embedded server only. */
export const firstStart = endpoint<{ answer: FirstStart }>()('GET', '/system/first_start', { needs: '*' });
/** Stores that the administrator has answered or closed the questions of the first start, which are asked only once. */
export const firstStartDone = endpoint<{ answer: undefined }>()(
  'POST',
  '/system/first_start/done',
  { needs: '*' },
  nothing,
);

/** Queries and mutations of user accounts (contract administration users.*). */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import { getUser } from '../contract/current-user.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import type { SharedEntitiesQuery } from '../contract/shares.js';
import { sharedWithUser } from '../contract/shares.js';
import {
  changePassword,
  createUser,
  deleteUserById,
  getUserById,
  ownedEntities,
  pagedUsers,
  permissionReasons,
  savePreferences,
  setUserStatus,
  updateUser,
  type ChangePasswordRequest,
  type ChangeUserRequest,
  type CreateUserRequest,
  type DeleteUserQuery,
  type User,
  type UserPreferences,
} from '../contract/users.js';
import { hasList } from './has-list.js';
import { currentUserKey } from './current-user.js';
import { unlessMissing } from './missing.js';
import { firstStartKey, rolesKey, usersKey, sessionsKey } from './people-keys.js';
import { withStoredSettings } from './server-root.js';

/** Columns of the list of users, because the endpoint does not describe its attributes. */
const attributes: readonly EntityAttribute[] = [
  { id: 'full_name', title: 'Full name', type: 'STRING', sortable: true, searchable: true },
  { id: 'username', title: 'Username', type: 'STRING', sortable: true, searchable: true },
  { id: 'email', title: 'E-Mail Address', type: 'STRING', sortable: true, searchable: true },
  { id: 'client_address', title: 'Client Address', type: 'STRING' },
  { id: 'account_status', title: 'Enabled', type: 'STRING' },
  { id: 'roles', title: 'Role', type: 'STRING' },
];

/**
 * Reads one page of users in the format of the overview tables; `admin` is the built-in administrator, whom no page
 * contains.
 */
export function usersPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...usersKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { users, total, context } = await client.call(pagedUsers, { query, signal, check: hasList('users') });
      return { elements: users, total, attributes, admin: context?.admin_user ?? null };
    },
    placeholderData: keepPreviousData,
  });
}

const userKey = (userId: string) => [...usersKey, 'one', userId] as const;

export function userQuery(client: Client, userId: string) {
  return queryOptions({
    queryKey: userKey(userId),
    queryFn: async ({ signal, client: queryClient }) =>
      withStoredSettings(await client.call(getUserById, { params: { userId }, signal }), client, queryClient),
  });
}

/** Tells whether a username is taken. Results are not kept, because each pause in the typing sends another query. */
export function nameTakenQuery(client: Client, username: string) {
  return queryOptions({
    queryKey: [...usersKey, 'named', username],
    queryFn: ({ signal }) =>
      unlessMissing(
        client.call(getUser, { params: { username }, signal }).then(() => true),
        false,
      ),
    enabled: username !== '' && !/^\.+$/.test(username),
    gcTime: 0,
    retry: false,
  });
}

const sharedAttributes: readonly EntityAttribute[] = [
  { id: 'title', title: 'Entity Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'type', title: 'Entity Type', type: 'STRING' },
  { id: 'owners', title: 'Owner', type: 'STRING' },
  { id: 'capability', title: 'Capability', type: 'STRING' },
];

/** Reads one page of the entities that are shared with a user, in the format of the overview tables. */
export function sharedEntitiesPageQuery(
  client: Client,
  userId: string,
  { filters: _none, ...query }: SharedEntitiesQuery,
) {
  return queryOptions({
    queryKey: [...userKey(userId), 'shares', query],
    queryFn: async ({ signal }) => {
      const answer = await client.call(sharedWithUser, { params: { userId }, query, signal });
      const held = answer.context?.grantee_capabilities ?? {};
      const elements = answer.entities.map((entity) => ({ ...entity, capability: held[entity.id] }));
      return { elements, total: answer.total, attributes: sharedAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads the entities that a user owns, which the console lists before it deletes the account. */
export function ownedEntitiesQuery(client: Client, userId: string) {
  return queryOptions({
    queryKey: [...userKey(userId), 'owned'],
    queryFn: ({ signal }) => client.call(ownedEntities, { params: { userId }, signal }),
    staleTime: 0,
  });
}

/** Reads where a user's permissions come from. @param permission undefined: the answer covers all permissions */
export function permissionReasonsQuery(client: Client, userId: string, permission?: string) {
  return queryOptions({
    queryKey: [...userKey(userId), 'why', permission],
    queryFn: ({ signal }) =>
      client.call(permissionReasons, {
        params: { userId },
        query: permission === undefined ? {} : { permission },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * Invalidates the data about an account: lists, the account itself, the users of roles, and the signed-in user if the
 * account is theirs.
 */
const changed = (queryClient: QueryClient, username?: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: usersKey }),
    queryClient.invalidateQueries({ queryKey: rolesKey }),
    username !== undefined && queryClient.invalidateQueries({ queryKey: currentUserKey(username) }),
  ]);

export function createUserMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (body: CreateUserRequest) => client.call(createUser, { body }),
    onSuccess: () => changed(queryClient),
  });
}

export type UserChange = { readonly user: Pick<User, 'id' | 'username' | 'timezone'> } & {
  readonly body: ChangeUserRequest;
};

/**
 * Changes an account. The server clears the time zone of the account in an update without one (contract administration
 * users.update). So the present time zone is sent, unless the body contains another one. A time zone of null in the
 * body clears it.
 */
export function updateUserMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ user, body }: UserChange) => {
      const { timezone = user.timezone, ...rest } = body;
      return client.call(updateUser, { params: { userId: user.id }, body: timezone ? { ...rest, timezone } : rest });
    },
    onSuccess: (_answer, { user }) => changed(queryClient, user.username),
  });
}

export function deleteUserMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ userId, ...query }: { readonly userId: string } & Readonly<DeleteUserQuery>) =>
      client.call(deleteUserById, { params: { userId }, query }),
    // Entities of any kind may now have a new owner or may have been deleted.
    onSuccess: (_answer, { hand_over_to: heir, delete_owned: isOwnedGone }) =>
      heir != null || isOwnedGone === true ? queryClient.invalidateQueries() : changed(queryClient),
  });
}

export function setUserStatusMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ userId, status }: { readonly userId: string; readonly status: 'enabled' | 'disabled' }) =>
      client.call(setUserStatus, { params: { userId, newStatus: status } }),
    // Disabling an account also ends its sessions.
    onSuccess: (_answer, { userId }) =>
      Promise.all([changed(queryClient), queryClient.invalidateQueries({ queryKey: sessionsKey(userId) })]),
  });
}

/**
 * Changes a password. `old_password` is needed for one's own account, and by users who may not change every account.
 */
export function changePasswordMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ userId, ...body }: { readonly userId: string } & Readonly<ChangePasswordRequest>) =>
      client.call(changePassword, { params: { userId }, body }),
    // The server ends the other sessions of the account.
    onSuccess: (_answer, { userId }) =>
      Promise.all([
        changed(queryClient),
        ...[firstStartKey, sessionsKey(userId)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ]),
  });
}

/**
 * Replaces all preferences of any account; `savePreferencesMutation` saves those of the signed-in user.
 */
export function saveUserPreferencesMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ username, preferences }: { readonly username: string; readonly preferences: UserPreferences }) =>
      client.call(savePreferences, { params: { username }, body: { preferences } }),
    onSuccess: (_answer, { username }) => changed(queryClient, username),
  });
}

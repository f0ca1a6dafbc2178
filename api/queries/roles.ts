/**
 * Queries and mutations of roles, their users and the available permissions (contract administration roles.*,
 * authzRoles.*).
 */
import type { QueryClient } from '@tanstack/react-query';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../client.js';
import type { EntityAttribute, PageQuery } from '../contract/list.schema.js';
import {
  addRoleAssignees,
  allPermissions,
  createRole,
  getRole,
  deleteAuthzRole,
  getAuthzRole,
  pagedRoles,
  removeRoleAssignee,
  roleAssignees,
  updateRole,
  type RoleInput,
} from '../contract/roles.js';
import type { AuthzRole } from '../contract/users.js';
import { permissionCatalogue } from '../permission-catalogue.js';
import { hasList } from './has-list.js';
import { allCurrentUsersKey, currentUserKey } from './current-user.js';
import { rolesKey, usersKey } from './people-keys.js';
import { keepingUnknown } from './keep-unknown.js';

/** Columns of the list of roles, because the endpoint does not describe its attributes. */
const attributes: readonly EntityAttribute[] = [
  { id: 'name', title: 'Name', type: 'STRING', sortable: true, searchable: true },
  { id: 'description', title: 'Description', type: 'STRING', sortable: true, searchable: true },
  { id: 'permissions', title: 'Permissions', type: 'STRING' },
  { id: 'users', title: 'Users', type: 'STRING' },
];

const assigneeAttributes: readonly EntityAttribute[] = [
  { id: 'full_name', title: 'Full name', type: 'STRING', sortable: true, searchable: true },
  { id: 'username', title: 'Username', type: 'STRING', sortable: true, searchable: true },
  { id: 'email', title: 'E-Mail Address', type: 'STRING', sortable: true, searchable: true },
];

/** A role in the overview, with the users who have it. */
export interface RoleWithUsers extends AuthzRole {
  readonly users: readonly { readonly id: string; readonly username: string }[];
}

/** Reads one page of roles with their users, in the format of the overview tables. */
export function rolesPageQuery(client: Client, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...rolesKey, 'page', query],
    queryFn: async ({ signal }) => {
      const { roles, total, context } = await client.call(pagedRoles, { query, signal, check: hasList('roles') });
      const elements = roles.map((role): RoleWithUsers => ({ ...role, users: context?.users?.[role.id] ?? [] }));
      return { elements, total, attributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads all roles, sorted by name, for lists from which the user selects. */
export function allRolesQuery(client: Client) {
  return queryOptions({
    queryKey: [...rolesKey, 'all'],
    queryFn: async ({ signal }) =>
      (await client.call(pagedRoles, { query: { per_page: 0 }, signal, check: hasList('roles') })).roles,
  });
}

export function roleQuery(client: Client, roleId: string) {
  return queryOptions({
    queryKey: [...rolesKey, 'one', roleId],
    queryFn: ({ signal }) => client.call(getAuthzRole, { params: { roleId }, signal }),
  });
}

/** Reads one page of the users who have a role. */
export function roleAssigneesQuery(client: Client, roleId: string, { filters: _none, ...query }: PageQuery) {
  return queryOptions({
    queryKey: [...rolesKey, 'one', roleId, 'assignees', query],
    queryFn: async ({ signal }) => {
      const answer = await client.call(roleAssignees, { params: { roleId }, query, signal, check: hasList('users') });
      return { elements: answer.users, total: answer.total, attributes: assigneeAttributes };
    },
    placeholderData: keepPreviousData,
  });
}

/** Reads all permissions of the server with descriptions, by resource. They change only with the server's version. */
export function permissionCatalogueQuery(client: Client) {
  return queryOptions({
    queryKey: ['permissionCatalogue'],
    queryFn: async ({ signal }) => permissionCatalogue((await client.call(allPermissions, { signal })).permissions),
    staleTime: Infinity,
  });
}

/**
 * Invalidates roles and accounts after a change of a role or its users, which may affect the signed-in user.
 * @param usernames usernames of the accounts whose roles changed; absent: the role changed, which may affect any
 * account
 */
const changed = (queryClient: QueryClient, usernames?: readonly string[]) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: rolesKey }),
    queryClient.invalidateQueries({ queryKey: usersKey }),
    ...(usernames?.map(currentUserKey) ?? [allCurrentUsersKey]).map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);

/** Creates a role, or updates the role with the name `formerName`. */
export function saveRoleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: async ({ formerName, role }: { readonly formerName?: string; readonly role: RoleInput }) => {
      if (formerName === undefined) return client.call(createRole, { body: role });
      const params = { roleName: formerName };
      return client.call(updateRole, { params, body: await keepingUnknown(client.call(getRole, { params }), role) });
    },
    onSuccess: () => changed(queryClient),
  });
}

export function deleteRoleMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: (roleId: string) => client.call(deleteAuthzRole, { params: { roleId } }),
    onSuccess: () => changed(queryClient),
  });
}

export function addAssigneesMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ roleId, usernames }: { readonly roleId: string; readonly usernames: readonly string[] }) =>
      client.call(addRoleAssignees, { params: { roleId }, body: [...usernames] }),
    onSuccess: (_answer, { usernames }) => changed(queryClient, usernames),
  });
}

export function removeAssigneeMutation(client: Client, queryClient: QueryClient) {
  return mutationOptions({
    mutationFn: ({ roleId, username }: { readonly roleId: string; readonly username: string }) =>
      client.call(removeRoleAssignee, { params: { roleId, username } }),
    onSuccess: (_answer, { username }) => changed(queryClient, [username]),
  });
}

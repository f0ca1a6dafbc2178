/**
 * Endpoints of roles, their users, and the list of all permissions (contract administration roles.*,
 * authzRoles.*).
 */
import { endpoint } from './endpoint.js';
import type { PageQuery } from './list.schema.js';
import type { AuthzRole, PagedRoles, PagedUsers, Role, User } from './users.schema.js';

const nothing = { produces: 'nothing' } as const;

/** Request body that creates or replaces a role. The embedded server ignores `read_only`. */
export interface RoleInput {
  name: string;
  description?: string | null;
  permissions: string[];
  read_only?: boolean;
}

export const listRoles = endpoint<{ answer: { roles: Role[]; total: number } }>()('GET', '/roles', {
  needs: 'roles:read',
});
export const getRole = endpoint<{ answer: Role }>()('GET', '/roles/{roleName}', { needs: 'roles:read:{roleName}' });
export const createRole = endpoint<{ body: RoleInput; answer: Role }>()(
  'POST',
  '/roles',
  { needs: 'roles:create' },
  { status: 201 },
);
export const updateRole = endpoint<{ body: RoleInput; answer: Role }>()('PUT', '/roles/{roleName}', {
  needs: 'roles:edit:{roleName}',
});
/** Deletes a role, also from the users that have it; the server refuses this for the roles of the system. */
export const deleteRole = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/roles/{roleName}',
  { needs: 'roles:delete:{roleName}' },
  nothing,
);
export const roleMembers = endpoint<{ answer: { role: string; users: User[] } }>()('GET', '/roles/{roleName}/members', {
  handler: 'users:list and roles:read',
});
export const addRoleMember = endpoint<{ body: unknown; answer: undefined }>()(
  'PUT',
  '/roles/{roleName}/members/{username}',
  { handler: 'users:edit:{username} and roles:edit:{roleName}' },
  nothing,
);
export const removeRoleMember = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/roles/{roleName}/members/{username}',
  { handler: 'users:edit:{username} and roles:edit:{roleName}' },
  nothing,
);

export const pagedRoles = endpoint<{ query: PageQuery; answer: PagedRoles }>()('GET', '/authz/roles', {
  needs: 'roles:read',
});
export const getAuthzRole = endpoint<{ answer: AuthzRole }>()('GET', '/authz/roles/{roleId}', {
  needs: 'roles:read:{roleId}',
});
export const deleteAuthzRole = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/authz/roles/{roleId}',
  { needs: 'roles:edit' },
  nothing,
);
export const roleAssignees = endpoint<{ query: PageQuery; answer: PagedUsers }>()(
  'GET',
  '/authz/roles/{roleId}/assignees',
  { needs: 'users:list' },
);
export const addRoleAssignees = endpoint<{ body: string[]; answer: undefined }>()(
  'PUT',
  '/authz/roles/{roleId}/assignees',
  { handler: 'users:rolesedit:{username} for each' },
  nothing,
);
export const removeRoleAssignee = endpoint<{ answer: undefined }>()(
  'DELETE',
  '/authz/roles/{roleId}/assignee/{username}',
  { needs: 'users:rolesedit:{username}' },
  nothing,
);
export const rolesOfUser = endpoint<{ query: PageQuery; answer: PagedRoles }>()('GET', '/authz/roles/user/{username}', {
  needs: 'roles:read',
});

/** Lists all permissions as actions by resource. */
export const allPermissions = endpoint<{ answer: { permissions: Record<string, string[]> } }>()(
  'GET',
  '/system/permissions',
  'public',
);
/** Lists the permissions that every user except service accounts has on their own account. */
export const readerPermissions = endpoint<{ answer: { permissions: string[] } }>()(
  'GET',
  '/system/permissions/reader/{username}',
  'public',
);

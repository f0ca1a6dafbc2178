/**
 * Routes of roles and their members, and of the list of all permissions (contract administration roles.*,
 * authzRoles.*).
 */
import { Type } from '@sinclair/typebox';
import * as endpoints from '../../../api/contract/roles.js';
import { PageQuery, type PageQuery as PageQueryShape } from '../../../api/contract/list.schema.js';
import {
  IgnoredBody,
  RoleBody,
  type AuthzRole,
  type PagedRoles,
  type Role,
} from '../../../api/contract/users.schema.js';
import { apiPrefix } from '../http/api.js';
import { newEntityId } from '../foundation/ids.js';
import { authorize, type Caller, permissionOn } from '../auth/caller.js';
import { permissionActions, selfPermissions } from '../auth/permission-list.js';
import type { RoleRecord } from '../auth/roles.js';
import { rootUserId } from '../auth/users.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { checkHolds, checkMayGive } from '../entities/administrators.js';
import { logRights } from '../auth/rights-log.js';
import { accountAttributes, maySeePermissions, userAnswer, userOverview } from '../entities/user-answers.js';
import { checkNewName, findUser } from '../entities/user-input.js';
import { ApiError, BadRequestError, NotFoundError } from '../foundation/errors.js';
import { EntityList, text } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';

const roleList = new EntityList<RoleRecord>(
  [text('id', ({ id }) => id), text('name', ({ name }) => name), text('description', (role) => role.description)],
  'name',
  ({ name }) => name,
);
const assigneeList = new EntityList(accountAttributes, 'username', ({ id }) => id);

const roleAnswer = ({ name, description, permissions, read_only }: RoleRecord): Role => ({
  name,
  description,
  permissions,
  read_only,
});
const authzAnswer = (role: RoleRecord): AuthzRole => ({ id: role.id, ...roleAnswer(role) });

export function registerRoles(
  registry: Registry,
  { auth, options, documents, log }: Needs<'auth' | 'options' | 'documents' | 'log'>,
  entities: Entities,
): void {
  const byName = (name: string): RoleRecord => {
    const role = auth.roles.named(name);
    if (!role) throw new NotFoundError(`Couldn't find role ${name}`);
    return role;
  };
  const holders = (roleId: string) => auth.users.all().filter(({ role_ids }) => role_ids.includes(roleId));
  const editable = (role: RoleRecord): RoleRecord => {
    if (role.read_only) throw new BadRequestError(`Cannot update read only system role ${role.name}`);
    return role;
  };

  async function assign(caller: Caller, role: RoleRecord, username: string, held: boolean): Promise<void> {
    const user = findUser(auth, { username });
    if (user.id === rootUserId) throw new BadRequestError(`Cannot modify read-only user ${username}`);
    checkMayGive(caller, role.permissions);
    const updated = await auth.users.update(user.id, (kept) => {
      const others = kept.role_ids.filter((id) => id !== role.id);
      return { ...kept, role_ids: held ? [...others, role.id] : others };
    });
    if (updated) logRights({ roles: auth.roles, log }, caller.username, updated, user);
  }

  const roles = new StoredEntities<RoleRecord>(documents, entities, {
    type: 'role',
    missing: (id) => `Couldn't find role with ID <${id}>`,
    leave: async (role, caller) => {
      if (role.read_only) throw new ApiError(405, `Cannot delete read only system role ${role.name}`);
      checkMayGive(caller, role.permissions);
      for (const user of holders(role.id)) await assign(caller, role, user.username, false);
    },
  });

  function pageOf(among: readonly RoleRecord[], query: PageQueryShape): PagedRoles {
    const { items, body } = roleList.page(among, query);
    return { ...body, query: query.query ?? '', roles: items.map(authzAnswer) };
  }

  registry.serve(endpoints.listRoles, {}, () => {
    const { items } = roleList.page(roles.all(), { per_page: 0 });
    return { roles: items.map(roleAnswer), total: items.length };
  });
  registry.serve(endpoints.getRole, {}, ({ params }) => roleAnswer(byName(params.roleName)));
  registry.serve(endpoints.createRole, { body: RoleBody }, async ({ body, reply, user }) => {
    checkNewName(body.name, 'name');
    checkHolds(user, body.permissions);
    if (auth.roles.named(body.name)) throw new BadRequestError(`Role ${body.name} already exists.`);
    const role = {
      id: newEntityId(),
      name: body.name,
      description: body.description ?? null,
      permissions: body.permissions,
      read_only: false,
    };
    await roles.create(role, user);
    void reply.header('Location', `${apiPrefix(options.basePath)}/roles/${encodeURIComponent(role.name)}`);
    return roleAnswer(role);
  });
  registry.serve(endpoints.updateRole, { body: RoleBody }, async ({ params, body, user }) => {
    const role = editable(byName(params.roleName));
    // A name that only earlier versions allowed may stay, so that such a role can still be changed.
    if (body.name !== role.name) checkNewName(body.name, 'name');
    checkMayGive(user, role.permissions);
    checkHolds(user, body.permissions, role.permissions);
    const namesake = auth.roles.named(body.name);
    if (namesake && namesake.id !== role.id) throw new BadRequestError(`Role ${body.name} already exists.`);
    const { name, description = null, permissions } = body;
    return roleAnswer(await roles.update(role.id, (kept) => ({ ...kept, name, description, permissions }), user));
  });
  registry.serve(endpoints.deleteRole, {}, async ({ params, user }) => {
    await roles.remove(editable(byName(params.roleName)).id, user);
    return undefined;
  });
  registry.serve(endpoints.roleMembers, {}, ({ params, user: caller }) => {
    authorize(caller, 'users:list', 'roles:read');
    const role = byName(params.roleName);
    const users = holders(role.id).map((user) =>
      userAnswer(auth, user, { permissions: maySeePermissions(caller, user), sessions: true }),
    );
    return { role: role.name, users };
  });
  const requireMember = (caller: Caller, roleName: string, username: string) =>
    authorize(caller, permissionOn('users:edit', username), permissionOn('roles:edit', roleName));
  registry.serve(endpoints.addRoleMember, { body: IgnoredBody }, async ({ params, user }) => {
    requireMember(user, params.roleName, params.username);
    await assign(user, byName(params.roleName), params.username, true);
    return undefined;
  });
  registry.serve(endpoints.removeRoleMember, {}, async ({ params, user }) => {
    requireMember(user, params.roleName, params.username);
    await assign(user, byName(params.roleName), params.username, false);
    return undefined;
  });

  registry.serve(endpoints.pagedRoles, { query: PageQuery }, ({ query }) => {
    const page = pageOf(roles.all(), query);
    const users = page.roles.map(({ id }) => [
      id,
      holders(id).map((user) => ({ id: user.id, username: user.username })),
    ]);
    return { ...page, context: { users: Object.fromEntries(users) } };
  });
  registry.serve(endpoints.getAuthzRole, {}, ({ params }) => authzAnswer(roles.get(params.roleId)));
  registry.serve(endpoints.deleteAuthzRole, {}, async ({ params, user }) => {
    await roles.remove(params.roleId, user);
    return undefined;
  });
  registry.serve(endpoints.roleAssignees, { query: PageQuery }, ({ params, query }) => {
    const { items, body } = assigneeList.page(holders(roles.get(params.roleId).id), query);
    return {
      ...body,
      query: query.query ?? '',
      users: items.map((user) => userOverview(auth, user)),
    };
  });
  registry.serve(endpoints.addRoleAssignees, { body: Type.Array(Type.String()) }, async ({ params, body, user }) => {
    authorize(user, ...body.map((username) => permissionOn('users:rolesedit', username)));
    const role = roles.get(params.roleId);
    for (const username of body) await assign(user, role, username, true);
    return undefined;
  });
  registry.serve(endpoints.removeRoleAssignee, {}, async ({ params, user }) => {
    await assign(user, roles.get(params.roleId), params.username, false);
    return undefined;
  });
  registry.serve(endpoints.rolesOfUser, { query: PageQuery }, ({ params, query }) => {
    const user = findUser(auth, { username: params.username });
    return pageOf(
      roles.all().filter(({ id }) => user.role_ids.includes(id)),
      query,
    );
  });

  registry.serve(endpoints.allPermissions, {}, () => ({
    permissions: Object.fromEntries(Object.entries(permissionActions).map(([name, actions]) => [name, [...actions]])),
  }));
  registry.serve(endpoints.readerPermissions, {}, ({ params }) => ({
    permissions: selfPermissions(params.username).sort(),
  }));
}

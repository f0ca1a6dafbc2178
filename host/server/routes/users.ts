/** Routes of user accounts (contract administration users.*). */
import { getUser } from '../../../api/contract/current-user.js';
import * as endpoints from '../../../api/contract/users.js';
import { PageQuery } from '../../../api/contract/list.schema.js';
import {
  ChangePasswordRequest,
  ChangeUserRequest,
  CreateUserRequest,
  DeleteUserQuery,
  IgnoredBody,
  PermissionReasonsQuery,
  PermissionsRequest,
  PreferencesRequest,
  UserListQuery,
} from '../../../api/contract/users.schema.js';
import { apiPrefix } from '../http/api.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { originOf } from '../auth/auth.js';
import { hashPassword } from '../auth/passwords.js';
import { adminRole } from '../auth/permission-list.js';
import { defaultSessionTimeoutMs, rootUserId, type UserRecord } from '../auth/users.js';
import type { Needs } from '../context.js';
import { setAccountStatus } from '../entities/account-status.js';
import { checkHolds, checkMayChange, checkMayGive } from '../entities/administrators.js';
import { mayRemove, type Entities } from '../entities/catalogue.js';
import { changeRootSettings } from '../entities/root-settings.js';
import { permissionReasons } from '../entities/permission-reasons.js';
import { logRights } from '../auth/rights-log.js';
import type { Searches } from '../entities/searches.js';
import { accountAttributes, maySeePermissions, userAnswer, userOverview } from '../entities/user-answers.js';
import {
  checkNames,
  checkNewName,
  checkPassword,
  findUser,
  roleIds,
  startpageOf,
  storablePermissions,
  timezoneOf,
} from '../entities/user-input.js';
import { bytesOf, checkSize, quotas } from '../entities/quotas.js';
import { BadRequestError, ForbiddenError, NotFoundError } from '../foundation/errors.js';
import { FirstStartQuestion } from '../first-start.js';
import { EntityList } from '../lists/entity-list.js';
import type { Registry } from '../http/registry.js';

const list = new EntityList(accountAttributes, 'full_name', ({ username }) => username);

const mostOwned = 500;

const isOwner = (caller: Caller, { grn }: { readonly grn: string }): boolean => can(caller, `entity:own:${grn}`);

export function registerUsers(
  registry: Registry,
  { auth, options, documents, log }: Needs<'auth' | 'options' | 'documents' | 'log'>,
  entities: Entities,
  searches: Searches,
): void {
  const firstStart = new FirstStartQuestion(documents);
  registry.serve(endpoints.listUsers, { query: UserListQuery }, ({ query, user: caller }) => ({
    users: auth.users.all().map((user) =>
      userAnswer(auth, user, {
        permissions: (query.include_permissions ?? true) && maySeePermissions(caller, user),
        sessions: query.include_sessions ?? true,
      }),
    ),
  }));

  registry.serve(endpoints.pagedUsers, { query: PageQuery }, ({ query }) => {
    const others = auth.users.all().filter((user) => user.id !== rootUserId);
    const { items, body } = list.page(others, query);
    const root = auth.users.root();
    return {
      ...body,
      query: query.query ?? '',
      users: items.map((user) => userOverview(auth, user)),
      context: { admin_user: root ? userOverview(auth, root) : null },
    };
  });

  registry.serve(getUser, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { username: params.username });
    return userAnswer(auth, user, { permissions: maySeePermissions(caller, user), sessions: true });
  });
  registry.serve(endpoints.getUserById, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    return userAnswer(auth, user, { permissions: maySeePermissions(caller, user), sessions: true });
  });

  registry.serve(endpoints.createUser, { body: CreateUserRequest }, async ({ body, reply, user: caller }) => {
    checkNames(body);
    checkNewName(body.username, 'username');
    checkPassword(body.password);
    const taken = () => new BadRequestError(`Cannot create user ${body.username}. Username is already taken.`);
    if (auth.users.isTaken(body.username)) throw taken();
    const roles = roleIds(auth, body.roles ?? []);
    if (body.service_account && roles.includes(auth.roles.named(adminRole)?.id ?? '')) {
      throw new BadRequestError('A service account cannot hold the Admin role.');
    }
    // Callers can give a new account only permissions that they hold themselves.
    const given = body.permissions ?? [];
    if (roles.length > 0) authorize(caller, permissionOn('users:rolesedit', body.username));
    if (given.length > 0) authorize(caller, permissionOn('users:permissionsedit', body.username));
    checkMayGive(caller, auth.roles.permissionsOf(roles));
    checkHolds(caller, given);
    const [first, last] = [body.first_name ?? null, body.last_name ?? null];
    const account = await auth.users.create(body.username, async () => ({
      password_hash: await hashPassword(body.password),
      email: body.email,
      first_name: first,
      last_name: last,
      full_name: first !== null && last !== null ? `${first} ${last}` : body.username,
      permissions: given,
      timezone: timezoneOf(body.timezone) ?? null,
      session_timeout_ms: body.session_timeout_ms ?? defaultSessionTimeoutMs,
      startpage: startpageOf(body.startpage),
      role_ids: roles,
      service_account: body.service_account ?? false,
    }));
    if (!account) throw taken();
    await entities.created('user', account.id, caller);
    logRights({ roles: auth.roles, log }, caller.username, account);
    void reply.header('Location', `${apiPrefix(options.basePath)}/users/${encodeURIComponent(body.username)}`);
    return undefined;
  });

  registry.serve(endpoints.updateUser, { body: ChangeUserRequest }, async ({ params, body, user: caller }) => {
    const target = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    if (target.id === rootUserId) {
      checkMayChange(auth, caller, target);
      await changeRootSettings(auth.users, target, body);
      await entities.updated('user', target.id, caller);
      return undefined;
    }
    checkNames({ ...body, username: target.username });
    const named = typeof body.first_name === 'string' && typeof body.last_name === 'string' && !target.external;
    const mayRoles = body.roles && can(caller, permissionOn('users:rolesedit', target.username));
    const roles = mayRoles ? roleIds(auth, body.roles ?? []) : target.role_ids;
    checkMayChange(auth, caller, target);
    const service = body.service_account ?? target.service_account;
    if (service && roles.includes(auth.roles.named(adminRole)?.id ?? '')) {
      throw new BadRequestError('A service account cannot hold the Admin role.');
    }
    const mayPermissions = body.permissions && can(caller, permissionOn('users:permissionsedit', target.username));
    checkMayGive(caller, auth.roles.permissionsOf(roles.filter((id) => !target.role_ids.includes(id))));
    if (mayPermissions)
      checkHolds(caller, storablePermissions(auth, target, body.permissions ?? []), target.permissions);
    const timeout = body.session_timeout_ms || target.session_timeout_ms;
    const timeoutChanged = can(caller, '*') && timeout !== target.session_timeout_ms;
    const timezone = body.timezone ? (timezoneOf(body.timezone) ?? target.timezone) : null;
    // A body with only a start page is a partial update; in any other body, an absent time zone clears the stored time
    // zone.
    const startpageOnly = Object.keys(body).length === 1 && body.startpage !== undefined;
    const updated = await auth.users.update(target.id, (user) => ({
      ...user,
      ...(typeof body.email === 'string' && !user.external ? { email: body.email } : {}),
      ...(named
        ? {
            first_name: body.first_name ?? null,
            last_name: body.last_name ?? null,
            full_name: `${body.first_name} ${body.last_name}`,
          }
        : {}),
      timezone: startpageOnly ? user.timezone : timezone,
      ...(body.startpage === undefined ? {} : { startpage: startpageOf(body.startpage) }),
      role_ids: roles,
      ...(mayPermissions ? { permissions: storablePermissions(auth, user, body.permissions ?? []) } : {}),
      ...(timeoutChanged ? { session_timeout_ms: timeout } : {}),
      service_account: can(caller, '*') ? service : user.service_account,
    }));
    await entities.updated('user', target.id, caller);
    if (updated) logRights({ roles: auth.roles, log }, caller.username, updated, target);
    // A service account must not sign in to the console, so its sessions end, too.
    const becameService = can(caller, '*') && service && !target.service_account;
    if (timeoutChanged || becameService) await auth.sessions.endAllOf(target.id);
    return undefined;
  });

  /**
   * Returns the user who inherits the entities of a deleted user.
   * @throws BadRequestError unless the id belongs to another user whose account is enabled
   */
  function heirOf(user: UserRecord, id: string): UserRecord {
    if (id === rootUserId)
      throw new BadRequestError('Everything belongs to the built-in administrator anyway: leave out "hand_over_to".');
    const heir = auth.users.get(id);
    if (!heir || heir.id === user.id || heir.account_status !== 'enabled')
      throw new BadRequestError('"hand_over_to" must be the id of another user whose account is enabled.');
    return heir;
  }

  /**
   * Hands over or deletes the entities whose only owner is a user who will be deleted. All checks come before the first
   * change. If a change fails, entities that were already handed over stay with their new owner.
   * @throws BadRequestError when the query is contradictory or names no possible owner; ForbiddenError when the caller
   * may not hand over or delete one of the entities
   */
  async function leave(user: UserRecord, { hand_over_to, delete_owned }: DeleteUserQuery, caller: Caller) {
    if (hand_over_to === undefined && !delete_owned) return;
    if (hand_over_to !== undefined && delete_owned)
      throw new BadRequestError('"hand_over_to" and "delete_owned" exclude each other.');
    const sole = entities.ownedBy(user.id).filter(({ others }) => !others);
    const may = hand_over_to === undefined ? mayRemove : isOwner;
    const forbidden = sole.find((entity) => !may(caller, entity));
    if (forbidden)
      throw new ForbiddenError(
        `Not authorized: you may not ${delete_owned ? 'delete' : 'hand over'} everything that ${user.username} owns, such as ${forbidden.grn}.`,
      );
    const heir = hand_over_to === undefined ? undefined : heirOf(user, hand_over_to);
    for (const entity of sole)
      await (heir ? entities.handOver(entity, user.username, heir, caller) : entities.remove(entity, caller));
  }

  /** Removes an account with its sessions and tokens, after its entities were handed over or deleted as requested. */
  async function remove(user: UserRecord, query: DeleteUserQuery, caller: Caller): Promise<undefined> {
    checkMayChange(auth, caller, user);
    if (user.id === rootUserId) throw new BadRequestError('The built-in administrator cannot be removed.');
    await leave(user, query, caller);
    await auth.users.delete(user.id);
    await auth.sessions.endAllOf(user.id);
    await auth.tokens.deleteAllOf(user.id);
    await auth.grants.dropUser(user.id);
    await searches.disown(user.username, user.id);
    await entities.removed('user', user.id, user.full_name, caller);
    return undefined;
  }

  registry.serve(endpoints.deleteUser, { query: DeleteUserQuery }, ({ params, query, user }) =>
    remove(findUser(auth, { username: params.username }), query, user),
  );
  registry.serve(endpoints.deleteUserById, { query: DeleteUserQuery }, ({ params, query, user }) => {
    const account = auth.users.get(params.userId);
    if (!account) throw new NotFoundError(`Couldn't find user with ID <${params.userId}>`);
    return remove(account, query, user);
  });

  registry.serve(endpoints.ownedEntities, {}, ({ params, user: caller }) => {
    const user = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    const owned = entities.ownedBy(user.id);
    return {
      entities: owned.slice(0, mostOwned).map(({ grn: id, kind, title, others }) => ({
        id,
        type: kind.type,
        title,
        shared_ownership: others,
      })),
      total: owned.length,
    };
  });

  registry.serve(endpoints.permissionReasons, { query: PermissionReasonsQuery }, ({ params, query, user: caller }) => {
    const own = caller.id === params.userId;
    const user = own ? auth.users.get(caller.id) : undefined;
    const requested = user ?? findUser(auth, { id: params.userId, caller, permission: 'permissionsedit' });
    return permissionReasons({ auth, documents }, requested, caller, query.permission);
  });

  registry.serve(
    endpoints.changePassword,
    { body: ChangePasswordRequest },
    async ({ params, body, user: caller, raw }) => {
      const target = findUser(auth, { id: params.userId, caller, permission: 'passwordchange' });
      if (target.id === rootUserId && caller.id !== rootUserId) {
        throw new ForbiddenError('Only the built-in administrator can change the own password.');
      }
      checkMayChange(auth, caller, target);
      if (target.external) throw new ForbiddenError('The password of an external user is kept elsewhere.');
      const needsOld = caller.id === target.id || !can(caller, 'users:passwordchange:*');
      const isOwners = async (password: string): Promise<boolean> =>
        (await auth.checkPassword({ username: target.username, password }, originOf(raw)))?.id === target.id;
      if (needsOld && !(body.old_password && (await isOwners(body.old_password)))) {
        throw new BadRequestError('Old password is missing or incorrect.');
      }
      checkPassword(body.password);
      const password_hash = await hashPassword(body.password);
      await auth.users.update(target.id, (user) => ({ ...user, password_hash }));
      if (target.id === rootUserId) await firstStart.passwordChanged();
      // Sessions opened with the old password end, except the one that sends this request. Tokens do not depend on the
      // password and stay.
      await auth.sessions.endAllOf(target.id, caller.id === target.id ? caller.sessionKey : undefined);
      log.info('The password of a user was changed', { user: target.username, by: caller.username });
      return undefined;
    },
  );

  registry.serve(endpoints.setUserStatus, { body: IgnoredBody }, async ({ params, user: caller, reply }) => {
    const target = findUser(auth, { id: params.userId, caller, permission: 'edit' });
    const status = params.newStatus.toLowerCase();
    if (status !== 'enabled' && status !== 'disabled' && status !== 'deleted') {
      throw new BadRequestError(`Unknown account status ${params.newStatus}`);
    }
    if (!(await setAccountStatus({ auth, log }, caller, target, status))) void reply.code(304);
    return undefined;
  });

  const setPermissions = async (
    caller: Caller,
    username: string,
    permissions: readonly string[],
  ): Promise<undefined> => {
    const target = findUser(auth, { username });
    if (target.id === rootUserId) throw new BadRequestError(`Cannot modify read-only user ${username}`);
    checkMayChange(auth, caller, target);
    checkHolds(caller, permissions, target.permissions);
    const updated = await auth.users.update(target.id, (user) => ({ ...user, permissions: [...permissions] }));
    if (updated) logRights({ roles: auth.roles, log }, caller.username, updated, target);
    return undefined;
  };
  registry.serve(endpoints.setUserPermissions, { body: PermissionsRequest }, ({ params, body, user }) =>
    setPermissions(user, params.username, body.permissions),
  );
  registry.serve(endpoints.clearUserPermissions, {}, ({ params, user }) => setPermissions(user, params.username, []));

  registry.serve(endpoints.getPreferences, {}, ({ params }) => ({
    preferences: findUser(auth, { username: params.username }).preferences,
  }));
  registry.serve(endpoints.savePreferences, { body: PreferencesRequest }, async ({ params, body }) => {
    const user = findUser(auth, { username: params.username });
    const advice = 'Reset the settings that are not needed.';
    checkSize('The preferences', bytesOf(body.preferences), quotas.preferencesBytes, advice);
    await auth.users.update(user.id, (kept) => ({ ...kept, preferences: { ...body.preferences } }));
    return undefined;
  });

  registry.serve(endpoints.firstStart, {}, () => {
    const { ask, passwordGenerated } = firstStart.state;
    const isPerson = ({ id, service_account }: UserRecord): boolean => id !== rootUserId && !service_account;
    return { ask, password_generated: passwordGenerated, has_users: auth.users.all().some(isPerson) };
  });
  registry.serve(endpoints.firstStartDone, {}, async () => {
    await firstStart.done();
    return undefined;
  });
}

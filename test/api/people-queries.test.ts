/** Queries and mutations about users and roles, with a fake client that answers in memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { Forbidden, NotFound } from '../../api/failures.js';
import { currentUserKey } from '../../api/queries/current-user.js';
import { permissionCatalogueQuery, rolesPageQuery, saveRoleMutation } from '../../api/queries/roles.js';
import { createTokenMutation } from '../../api/queries/tokens.js';
import { deleteUserMutation, nameTakenQuery, updateUserMutation, usersPageQuery } from '../../api/queries/users.js';
import { fakeClient } from '../fake-client.js';

const failure = { method: 'GET', url: '/users/x' } as const;

test('an update of a user keeps the time zone unless it contains one', async () => {
  const { client, calls } = fakeClient(() => undefined);
  const queryClient = new QueryClient();
  const observer = new MutationObserver(queryClient, updateUserMutation(client, queryClient));
  const user = { id: 'u1', username: 'jane', timezone: 'Europe/Berlin' };
  queryClient.setQueryData(currentUserKey('jane'), {});
  for (const body of [{ email: 'a@b.c' }, { timezone: 'UTC' }, { timezone: null }])
    await observer.mutate({ user, body });
  assert.deepEqual(
    calls.map(({ body }) => body),
    [{ email: 'a@b.c', timezone: 'Europe/Berlin' }, { timezone: 'UTC' }, {}],
  );
  assert.equal(queryClient.getQueryState(currentUserKey('jane'))?.isInvalidated, true);
});

test('the check of a username reports it as taken or free, and fails without the permission', async () => {
  const queryClient = new QueryClient();
  const isTaken = (answer: () => unknown) => queryClient.fetchQuery(nameTakenQuery(fakeClient(answer).client, 'jane'));
  assert.equal(await isTaken(() => ({ username: 'jane' })), true);
  queryClient.clear();
  assert.equal(await isTaken(() => Promise.reject(new NotFound({ ...failure, status: 404 }))), false);
  queryClient.clear();
  await assert.rejects(
    isTaken(() => Promise.reject(new Forbidden({ ...failure, status: 403 }))),
    Forbidden,
  );
  assert.equal(nameTakenQuery(fakeClient(() => undefined).client, '..').enabled, false);
});

test('pages of users contain the built-in administrator, and pages of roles the users of each role', async () => {
  const queryClient = new QueryClient();
  const { client, calls } = fakeClient(({ name }) =>
    name === 'GET /users/paginated'
      ? { users: [{ id: 'u1' }], total: 7, context: { admin_user: { id: 'local:admin' } } }
      : { roles: [{ id: 'r1' }], total: 1 },
  );
  const users = await queryClient.fetchQuery(usersPageQuery(client, { page: 2, query: 'a', filters: ['x:y'] }));
  assert.deepEqual([users.elements, users.total, users.admin], [[{ id: 'u1' }], 7, { id: 'local:admin' }]);
  const roles = await queryClient.fetchQuery(rolesPageQuery(client, {}));
  assert.deepEqual(roles.elements, [{ id: 'r1', users: [] }]);
  // The requests contain no filters, because the endpoints do not support them.
  assert.deepEqual(
    calls.map(({ query }) => query),
    [{ page: 2, query: 'a' }, {}],
  );
});

test('the console creates a role or changes it under its former name, and requests a token with its expiry', async () => {
  const { client, calls } = fakeClient(() => ({ permissions: { streams: ['read'] } }));
  const queryClient = new QueryClient();
  const role = { name: 'New', description: '', permissions: ['streams:read'] };
  const save = new MutationObserver(queryClient, saveRoleMutation(client, queryClient));
  await save.mutate({ role });
  await save.mutate({ formerName: 'Old', role });
  const token = new MutationObserver(queryClient, createTokenMutation(client, queryClient, 'u1'));
  await token.mutate({ name: 'a/b' });
  await token.mutate({ name: 'a/b', expiresAt: '2030-01-01T00:00:00.000Z' });
  const remove = new MutationObserver(queryClient, deleteUserMutation(client, queryClient));
  await remove.mutate({ userId: 'u1', hand_over_to: 'u2' });
  assert.deepEqual(calls, [
    { name: 'POST /roles', body: role },
    { name: 'GET /roles/{roleName}', params: { roleName: 'Old' } },
    { name: 'PUT /roles/{roleName}', params: { roleName: 'Old' }, body: role },
    { name: 'POST /users/{userId}/tokens/{tokenName}', params: { userId: 'u1', tokenName: 'a/b' }, body: {} },
    {
      name: 'POST /users/{userId}/tokens/{tokenName}',
      params: { userId: 'u1', tokenName: 'a/b' },
      body: { expires_at: '2030-01-01T00:00:00.000Z' },
    },
    { name: 'DELETE /users/id/{userId}', params: { userId: 'u1' }, query: { hand_over_to: 'u2' } },
  ]);
  const [group] = await queryClient.fetchQuery(permissionCatalogueQuery(client));
  assert.deepEqual(
    [group?.title, group?.permissions[0]?.description],
    ['Streams', 'See every stream and search its messages'],
  );
});

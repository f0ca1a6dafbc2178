import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Grants } from '../../../../host/server/auth/grants.js';
import { builtinRoles } from '../../../../host/server/auth/permission-list.js';
import { Roles, type RoleRecord } from '../../../../host/server/auth/roles.js';
import { Users } from '../../../../host/server/auth/users.js';
import { entityCollection } from '../../../../host/server/documents/kinds.js';
import { memoryDocuments } from '../intake/recording-sink.js';

const role = (id: string, permissions: string[]): RoleRecord => ({
  id,
  name: `Role ${id}`,
  description: null,
  permissions,
  read_only: false,
});

test('a user has the permissions of every role of the account and of the account itself, and none of deleted roles', async () => {
  const documents = memoryDocuments();
  const roles = entityCollection<RoleRecord>(documents, 'role');
  for (const one of [role('a', ['streams:read:1']), role('b', ['inputs:read', 'streams:read:1']), role('c', ['*'])])
    await roles.put(one);
  const users = new Users(documents, new Roles(documents), new Grants(documents));
  const user = await users.create('ann', () => ({
    role_ids: ['deleted', 'a', 'b'],
    permissions: ['outputs:read'],
    service_account: true,
  }));
  assert.ok(user);
  assert.deepEqual(users.effective(user).permissions.toSorted(), ['inputs:read', 'outputs:read', 'streams:read:1']);
});

test('a start restores the built-in roles under their ids, and leaves other roles unchanged', async () => {
  const documents = memoryDocuments();
  const stored = entityCollection<RoleRecord>(documents, 'role');
  const roles = new Roles(documents);
  await roles.restoreBuiltin();
  const before = roles.all();
  assert.deepEqual(
    before.map(({ name }) => name),
    builtinRoles.map(({ name }) => name),
  );
  const own = role('own', ['inputs:read']);
  await stored.put(own);
  for (const one of before) await stored.put({ ...one, description: 'x', permissions: ['*'], read_only: false });
  await roles.restoreBuiltin();
  assert.deepEqual(
    roles.all().toSorted((a, b) => a.id.localeCompare(b.id)),
    [...before, own].toSorted((a, b) => a.id.localeCompare(b.id)),
  );
});

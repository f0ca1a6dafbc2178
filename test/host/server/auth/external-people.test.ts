import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Auth } from '../../../../host/server/auth/auth.js';
import type { BackendRecord } from '../../../../host/server/auth/services/backends.js';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';

let directory: string;
let documents: Documents;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-external-'));
  documents = await openDocuments({ directory });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true, force: true });
});

const provider = (issuer: string): BackendRecord => ({
  id: 'service',
  title: 'Provider',
  description: '',
  default_roles: [],
  config: {
    type: 'oidc',
    issuer,
    client_id: 'c',
    client_secret: null,
    scopes: 'openid',
    user_name_claim: 'preferred_username',
    full_name_claim: 'name',
    email_claim: 'email',
    roles_claim: '',
    role_mappings: [],
  },
});

test('accounts of earlier versions, which stored only their authentication service, are bound to its issuer at startup', async () => {
  const { users, services } = new Auth(
    documents,
    { globalSessionTimeoutMs: () => undefined },
    { data: directory, trustProxy: [], log: createLog('error', () => undefined) },
  );
  const { people } = services;
  const old = { external: true, auth_service_id: 'service', auth_service_uid: 'sub-1' };
  const jane = await users.create('jane', () => old);
  await users.create('lost', () => ({ ...old, auth_service_id: 'deleted' }));
  await users.create('local', () => ({}));
  const here = provider('https://id.example.org');
  await people.bindOldAccounts([here]);
  assert.deepEqual(
    users.all().map(({ username, auth_service_issuer: issuer }) => [username, issuer]),
    [
      ['jane', 'oidc https://id.example.org/'],
      ['lost', undefined],
      ['local', undefined],
    ],
  );
  const person = { uid: 'sub-1', username: 'jane', fullName: 'Jane', email: '' };
  assert.equal((await people.account(here, person)).id, jane?.id);
  const elsewhere = await people.account(provider('https://id.example.com'), { ...person, username: 'mallory' });
  assert.notEqual(elsewhere.id, jane?.id);
  // A later start of the server does not bind old accounts again.
  await people.bindOldAccounts([provider('https://id.example.net')]);
  assert.deepEqual(people.boundTo(provider('https://id.example.net')), []);
});

test('a sign-in through a service is refused without usable id, with too long a name, and for an account that is deleted meanwhile', async () => {
  const { users, services } = new Auth(
    documents,
    { globalSessionTimeoutMs: () => undefined },
    { data: directory, trustProxy: [], log: createLog('error', () => undefined) },
  );
  const service = provider('https://refusals.example.org');
  const person = { uid: 'sub-kim', username: 'kim', fullName: 'Kim', email: '' };
  const kim = await services.people.account(service, person);
  for (const [change, reason] of [
    [{ uid: '' }, /no user id/],
    [{ uid: 'x'.repeat(501) }, /more than 500 characters/],
    [{ uid: 'sub-long', username: 'x'.repeat(101) }, /must not be longer than 100 characters/],
  ] as const)
    await assert.rejects(services.people.account(service, { ...person, ...change }), (error: Error) => {
      assert.equal(error.name, 'AccountRefusedError');
      assert.match(error.message, reason);
      return true;
    });
  const deleting = users.delete(kim.id);
  await assert.rejects(services.people.account(service, { ...person, fullName: 'Kim the second' }), /has been deleted/);
  await deleting;
  assert.equal(users.named('kim'), undefined);
});

test('the log contains the roles that a sign-in through a service gives to a user and takes from the user', async () => {
  const log = createLog('info', () => undefined);
  const { roles, services } = new Auth(
    documents,
    { globalSessionTimeoutMs: () => undefined },
    { data: directory, trustProxy: [], log },
  );
  await roles.restoreBuiltin();
  const [first, second] = roles.all();
  assert.ok(first && second);
  const service = { ...provider('https://roles.example.org'), default_roles: [first.id] };
  const person = { uid: 'sub-roles', username: 'rae', fullName: 'Rae', email: '' };
  const logged = async (more: { roles?: string[] }): Promise<unknown[]> => {
    const entries: unknown[] = [];
    const end = log.listen(({ message, details }) => entries.push([message, details]));
    await services.people.account(service, { ...person, ...more });
    end();
    return entries;
  };
  const entry = (message: string, role: string): unknown => [
    message,
    { role, user: 'rae', by: 'authentication service Provider' },
  ];
  assert.deepEqual(await logged({}), [entry('A role was given to a user', first.name)]);
  assert.deepEqual(await logged({}), [], 'an unchanged account is not logged');
  assert.deepEqual(await logged({ roles: [second.id] }), [
    entry('A role was given to a user', second.name),
    entry('A role was taken from a user', first.name),
  ]);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { permissionsOf, parseGrn } from '../../../../host/server/auth/grants.js';
import { generatePassword, hashPassword, verifyPassword } from '../../../../host/server/auth/passwords.js';
import { Sessions } from '../../../../host/server/auth/sessions.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';
import { untyped } from '../../../untyped.js';

let directory: string;
let documents: Documents;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-sessions-'));
  documents = await openDocuments({ directory });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true, force: true });
});

const hour = 3_600_000;

test('a session expires when it has been unused for its timeout, and not earlier', async () => {
  let now = 1_000_000;
  const sessions = new Sessions(documents, () => now);
  const { id } = await sessions.start('u1', hour, { address: '127.0.0.1' });
  now += hour - 1;
  const found = sessions.find(id);
  assert.ok(found);
  await sessions.touch(found);
  now += hour - 1;
  assert.ok(sessions.find(id));
  now += 1;
  assert.equal(sessions.find(id), undefined);
});

test('repeated use of a session within a minute is kept in memory and written by the next sweep', async () => {
  let now = 5_000_000;
  const sessions = new Sessions(documents, () => now);
  const { id, session } = await sessions.start('u2', hour, { address: '::1' });
  now += 30_000;
  await sessions.touch(session);
  assert.equal(documents.collection<typeof session>('sessions').get(session.id)?.last_access, 5_000_000);
  await sessions.sweep();
  assert.equal(documents.collection<typeof session>('sessions').get(session.id)?.last_access, 5_030_000);
  now += hour;
  await sessions.sweep();
  assert.equal(documents.collection('sessions').get(session.id), undefined);
  assert.equal(sessions.find(id), undefined);
});

test('stored session data cannot be used to sign in', async () => {
  const sessions = new Sessions(documents);
  const { id, session } = await sessions.start('u3', hour, { address: '::1' });
  assert.equal(JSON.stringify(documents.collection('sessions').all()).includes(id), false);
  assert.equal(sessions.find(session.id), undefined);
});

test('a session that is ended while it is used does not come back', async () => {
  let now = 9_000_000;
  const sessions = new Sessions(documents, () => now);
  const { id, session } = await sessions.start('u4', hour, { address: '::1' });
  now += 120_000;
  await Promise.all([sessions.end(session.id), sessions.touch(session)]);
  assert.equal(sessions.find(id), undefined);
});

test('passwords are hashed with a salt and verified; generated passwords contain only unambiguous characters', async () => {
  const hash = await hashPassword('correct horse');
  // Every new hash has the cost N = 2^15, r = 8 and p = 1.
  assert.match(hash, /^scrypt\$32768\$8\$1\$/);
  assert.notEqual(hash, await hashPassword('correct horse'));
  assert.equal(await verifyPassword('correct horse', hash), true);
  assert.equal(await verifyPassword('correct horsf', hash), false);
  assert.equal(await verifyPassword('', undefined), false);
  assert.equal(await verifyPassword('x', 'nonsense'), false);
  assert.match(generatePassword(), /^[A-HJ-NP-Za-km-z2-9]{20}$/);
});

test('grants give the permissions of the contract', () => {
  assert.deepEqual(permissionsOf({ capability: 'view', target: 'grn::::dashboard:d' }), [
    'dashboards:read:d',
    'view:read:d',
  ]);
  assert.deepEqual(permissionsOf({ capability: 'own', target: 'grn::::search:s' }), [
    'view:read:s',
    'view:edit:s',
    'view:delete:s',
    'entity:own:grn::::search:s',
  ]);
  assert.deepEqual(permissionsOf({ capability: 'manage', target: 'nonsense' }), []);
  assert.equal(parseGrn('GRN::::Dashboard:ABC')?.grn, 'grn::::dashboard:abc');
  for (const text of ['', 'grn::::dashboard', 'grn::::nothing:1', 'grn::::dashboard:1:2', 'grn::::constructor:1']) {
    assert.equal(parseGrn(text), undefined);
  }
});

test('the sessions of a user are found without reading the sessions of all users', async () => {
  const kept = new Map<string, { id: string }>();
  /** Number of calls by which the stored sessions were read. */
  const reads = { all: 0, one: 0 };
  const memory = {
    all: () => {
      reads.all += 1;
      return [...kept.values()];
    },
    get: (id: string) => {
      reads.one += 1;
      return kept.get(id);
    },
    put: async (record: { id: string }) => void kept.set(record.id, record),
    delete: async (id: string) => kept.delete(id),
  };
  const many = untyped<Documents>({ collection: () => memory });
  const sessions = new Sessions(many);
  const users = Array.from({ length: 8000 }, (_, index) => `u${index}`);
  for (const user of users) await sessions.start(user, hour, { address: '::1' });
  // A second instance simulates a restart: it must find the sessions of the first one.
  const again = new Sessions(many);
  Object.assign(reads, { all: 0, one: 0 });
  assert.ok(users.every((user) => again.of(user).length === 1));
  // Each user's session is looked up, without reading the sessions of the other users.
  assert.deepEqual(reads, { all: 0, one: users.length });
});

test('an ended session authenticates nobody', async () => {
  const sessions = new Sessions(documents);
  const [first, second] = [
    await sessions.start('u9', hour, { address: '::1' }),
    await sessions.start('u9', hour, { address: '::1' }),
  ];
  await sessions.end(first.session.id);
  assert.deepEqual(
    sessions.of('u9').map(({ id }) => id),
    [second.session.id],
  );
  assert.ok(sessions.isUsedFrom('u9', '::1'));
  await sessions.endAllOf('u9');
  assert.deepEqual(sessions.of('u9'), []);
  assert.ok(!sessions.isUsedFrom('u9', '::1'));
});

test('a maximum session duration that is configured later also applies to existing sessions', async () => {
  let now = 5_000_000;
  let longest: number | undefined;
  const sessions = new Sessions(
    documents,
    () => now,
    () => longest,
  );
  const { id, session } = await sessions.start('u-longest', 8 * hour, { address: '127.0.0.1' });
  now += hour;
  longest = hour / 2;
  assert.equal(sessions.find(id), undefined);
  assert.deepEqual(sessions.of('u-longest'), []);
  longest = undefined;
  assert.ok(sessions.find(id));
  longest = hour / 2;
  await sessions.sweep();
  longest = undefined;
  assert.equal(sessions.find(id), undefined);
  assert.ok(session);
});

/**
 * Tests the limits of snapshots: their number and bytes per account, the rate of wrong links per address, and the
 * lifetime of embed tokens.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EmbedTokens } from '../../../host/server/auth/embed-tokens.js';
import type { UserRecord } from '../../../host/server/auth/users.js';
import { TooLargeError, TooManyRequestsError } from '../../../host/server/foundation/errors.js';
import { snapshotHead, Snapshots } from '../../../host/server/snapshots/snapshots.js';
import { openDocuments } from '../../../host/server/store/index.js';
import type { Documents } from '../../../host/server/store/types.js';

let directory: string;
let documents: Documents;
let now = Date.UTC(2026, 0, 1);
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-snapshot-limits-'));
  documents = await openDocuments({ directory, archives: { snapshots: snapshotHead } });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true, force: true });
});

// Cast: snapshots only check whether the account exists.
const snapshots = () => new Snapshots({ documents, issuer: (id) => ({ id }) as UserRecord, now: () => now });
const about = { title: 't', viewId: undefined, hours: 1 };

test('an account keeps fifty snapshots and 32 MiB, other accounts are not affected, and expired snapshots make room', async () => {
  const all = snapshots();
  for (let made = 0; made < 50; made += 1) await all.create({ id: 'ada' }, about, 'content');
  await assert.rejects(all.create({ id: 'ada' }, about, 'content'), TooLargeError);
  await all.create({ id: 'bob' }, about, 'x'.repeat(32 * 2 ** 20 - 1024));
  await assert.rejects(all.create({ id: 'bob' }, about, 'x'.repeat(2048)), TooLargeError);
  now += 2 * 3_600_000;
  await all.create({ id: 'ada' }, about, 'content');
  assert.equal(all.live().length, 1);
});

test('an address that tries many wrong links has to wait; other addresses and right links do not', async () => {
  const all = snapshots();
  const { token } = await all.create({ id: 'eve' }, about, 'content');
  const guess = () => all.open('wrong', '192.0.2.1');
  for (let tries = 0; tries < 30; tries += 1) assert.equal(await guess(), undefined);
  await assert.rejects(guess(), TooManyRequestsError);
  assert.equal(await all.open('wrong', '192.0.2.2'), undefined);
  assert.equal(await all.open(token, '192.0.2.1'), 'content');
  now += 2_000;
  assert.equal(await guess(), undefined);
});

test('an embed token ends when its time is over, unless it was renewed before', async () => {
  const tokens = new EmbedTokens(documents, () => now);
  const make = () => tokens.create({ id: 'ada' }, { guest: 'g', minutes: 10, streams: ['s'] }, undefined);
  const [ended, renewed] = [await make(), await make()];
  now += 9 * 60_000;
  assert.ok(tokens.find(ended.token));
  await tokens.renew(renewed.record.id, 10);
  now += 60_000;
  assert.equal(tokens.find(ended.token), undefined);
  assert.equal(await tokens.renew(ended.record.id, 10), undefined, 'an expired token is not renewed');
  assert.ok(tokens.find(renewed.token));
  assert.deepEqual(
    tokens.live().map(({ id }) => id),
    [renewed.record.id],
  );
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hasExpired, Tokens } from '../../../../host/server/auth/tokens.js';
import { openDocuments } from '../../../../host/server/store/index.js';
import type { Documents } from '../../../../host/server/store/types.js';

let directory: string;
let documents: Documents;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-tokens-'));
  documents = await openDocuments({ directory });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true, force: true });
});

test('the last use of a token and its client address are written at most once a minute', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-01T00:00:00.000Z') });
  const tokens = new Tokens(documents);
  const { token, record } = await tokens.create('user', 'one');
  const used = async (address: string) => {
    const found = tokens.find(token);
    assert.ok(found);
    await tokens.touch(found, address);
    return [tokens.find(token)?.last_access, tokens.find(token)?.last_address];
  };
  assert.deepEqual([record.last_access, record.last_address], ['1970-01-01T00:00:00.000Z', null]);
  assert.deepEqual(await used('192.0.2.1'), ['2030-01-01T00:00:00.000Z', '192.0.2.1']);
  t.mock.timers.tick(59_999);
  assert.deepEqual(await used('192.0.2.2'), ['2030-01-01T00:00:00.000Z', '192.0.2.1']);
  t.mock.timers.tick(1);
  assert.deepEqual(await used('192.0.2.2'), ['2030-01-01T00:01:00.000Z', '192.0.2.2']);
});

test('a token expires at its expiry time; a token of an earlier version never expires', async () => {
  const tokens = new Tokens(documents);
  const { record } = await tokens.create('user', 'two', '2030-01-01T00:00:00.000Z');
  const instant = Date.parse('2030-01-01T00:00:00.000Z');
  assert.equal(hasExpired(record, instant - 1), false);
  assert.equal(hasExpired(record, instant), true);
  const { expires_at: _none, ...old } = record;
  assert.equal(hasExpired(old, instant), false);
});

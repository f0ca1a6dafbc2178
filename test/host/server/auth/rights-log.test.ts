// The log of changed rights compares permissions as sets.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Grants } from '../../../../host/server/auth/grants.js';
import { logRights } from '../../../../host/server/auth/rights-log.js';
import { Roles } from '../../../../host/server/auth/roles.js';
import { Users } from '../../../../host/server/auth/users.js';
import { createLog } from '../../../../host/server/log/log.js';
import { openDocuments } from '../../../../host/server/store/index.js';

test('the log reports permissions that a user gained or lost, and no other order or repetition of the same ones', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'log-console-rights-'));
  const documents = await openDocuments({ directory });
  context.after(async () => {
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });
  const roles = new Roles(documents);
  const user = await new Users(documents, roles, new Grants(documents)).create('rae', () => ({}));
  assert.ok(user);
  const log = createLog('info', () => undefined);
  const messages: string[] = [];
  log.listen(({ message }) => messages.push(message));
  const changes = (before: string[], permissions: string[]): number => {
    messages.length = 0;
    logRights({ roles, log }, 'admin', { ...user, permissions }, { ...user, permissions: before });
    return messages.length;
  };
  assert.equal(changes(['a', 'b'], ['b', 'a', 'a']), 0);
  assert.equal(changes(['a:x,b'], ['a:x', 'b']), 1);
  assert.equal(changes(['a'], ['a', 'b']), 1);
  assert.equal(changes(['a', 'b'], ['a']), 1);
});

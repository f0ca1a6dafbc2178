/** An administrator replaces a lost password with a command on the host while the server is stopped. */
import assert from 'node:assert/strict';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { resetPassword } from '../../../../host/server/commands/reset-password.js';
import '../../../quick-passwords.mjs';
import { startTestServer } from '../../../server.js';

test('the command resets a password only while no server uses the data directory', async (context) => {
  const data = await mkdtemp(join(tmpdir(), 'log-console-reset-'));
  context.after(() => rm(data, { recursive: true, force: true }));
  await assert.rejects(resetPassword({ data, username: 'admin' }), /no data directory/);
  const first = await startTestServer({ data });
  const session = await first.login();
  await assert.rejects(resetPassword({ data, username: 'admin' }), /in use by another Log Console/);
  await first.stop();
  await assert.rejects(resetPassword({ data, username: 'nobody' }), /no user "nobody"/);
  await assert.rejects(resetPassword({ data, username: 'admin', password: 'x' }), /cannot be a password/);
  const made = await resetPassword({ data, username: 'admin' });
  const second = await startTestServer({ data });
  context.after(() => second.stop());
  assert.equal((await second.call('/system', { session })).status, 401, 'the reset ends the sessions of the user');
  assert.ok(await second.login('admin', made));
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FirstStart } from '../../../api/contract/users.js';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import { startTestServer, type TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';
import { until } from '../../until.js';
import { addPerson } from './people.js';

let data: string;
let server: TestServer;
const start = () => startTestServer({ data, environment: { LOG_CONSOLE_ADMIN_PASSWORD: '' } });
before(async () => {
  data = await mkdtemp(join(tmpdir(), 'log-console-first-'));
  server = await start();
});
after(async () => {
  await server.stop();
  await rm(data, { recursive: true, force: true });
});

test('the server asks the administrator of a new server for a password and a first user until both are done', async () => {
  const [, generated = ''] = /with the password (\S+) \(/.exec(server.output().stdout) ?? [];
  let session = await server.login('admin', generated);
  const state = async () => (await (await server.call('/system/first_start', { session })).json()) as FirstStart;
  assert.deepEqual(await state(), { ask: true, password_generated: true, has_users: false });

  const path = '/users/local:admin/password';
  const change = (old_password: string, by = session) =>
    server.call(path, { method: 'PUT', session: by, json: { old_password, password: 'a password of my own' } });
  assert.equal((await change('a wrong one')).status, 400);
  const elsewhere = await server.login('admin', generated);
  assert.equal((await change(generated)).status, 204);
  // Changing the password ends the user's other sessions; the session that changed it stays valid.
  assert.equal((await server.call('/system/first_start', { session: elsewhere })).status, 401);
  assert.deepEqual(await state(), { ask: true, password_generated: false, has_users: false });
  await assert.rejects(server.login('admin', generated), /401/);

  await addPerson(server, session, 'jane', [], ['Admin']);
  assert.deepEqual(await state(), { ask: true, password_generated: false, has_users: true });

  // The server offers the tour until somebody answers, also after a restart, and never again after that.
  await server.stop();
  server = await start();
  assert.doesNotMatch(server.output().stdout, /with the password/);
  session = await server.login('admin', 'a password of my own');
  assert.equal((await state()).ask, true);
  assert.equal((await server.call('/system/first_start/done', { method: 'POST', session, json: {} })).status, 204);
  assert.deepEqual(await state(), { ask: false, password_generated: false, has_users: true });
  await server.stop();
  server = await start();
  session = await server.login('admin', 'a password of my own');
  assert.equal((await state()).ask, false);
});

test('a regular shutdown creates no event about inputs that stop running', async () => {
  let session = await server.login('admin', 'a password of my own');
  await startInput(server, session, inputTypeIds.rawTcp);
  const alarms = async () => {
    const json = { query: 'NO_INPUT_RUNNING', page: 1, per_page: 1, timerange: { type: 'relative', range: 3_600 } };
    const answer = await server.call('/events/search', { method: 'POST', session, json });
    return ((await answer.json()) as { total_events: number }).total_events;
  };
  const before = await until(
    'the event of the time without inputs is found',
    async () => (await alarms()) || undefined,
  );
  await server.stop();
  server = await start();
  session = await server.login('admin', 'a password of my own');
  assert.equal(await alarms(), before);
});

/**
 * Tests that a document with thousands of fields does not slow down others. Its fields must be found, and its sender
 * must be named.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import type { SystemNotification } from '../../../api/contract/system.schema.js';
import { findMessages } from '../../find-messages.js';
import { startTestServer, type TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';
import { until } from '../../until.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

test('fields of a wide document are found by value, range, wildcard and existence, and its sender is named', async () => {
  const { port } = await startInput(server, session, inputTypeIds.gelfHttp, { max_chunk_size: 1_000_000 });
  const send = async (fields: object) => {
    const body = JSON.stringify({ version: '1.1', host: 'h', short_message: 'm', ...fields });
    assert.equal((await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })).status, 202);
  };
  await send({
    ...Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`_n${n}`, n])),
    _word: 'needle in the rest',
    _yes: true,
  });
  await until('the message is searchable', async () => (await findMessages(server, session, '*')).total === 1);
  await send({ _n7: 77, _other: 1 });
  await until('both messages are searchable', async () => (await findMessages(server, session, '*')).total === 2);
  for (const [query, total] of [
    ['n1499:1499', 1],
    ['n1499:>1000', 1],
    ['n1499:>1500', 0],
    ['word:"needle in the rest"', 1],
    ['word:needle*', 1],
    ['yes:true', 1],
    ['_exists_:n1200', 1],
    ['NOT _exists_:n1200', 1],
    // One value was stored before the field had a column, the other afterwards.
    ['n7:7', 1],
    ['n7:77', 1],
    ['n7:>=7', 2],
    ['_exists_:n7', 2],
  ] as const)
    assert.equal((await findMessages(server, session, query)).total, total, query);
  const { messages } = await findMessages(server, session, 'n1499:1499', 1);
  assert.equal(messages[0]?.['n1499'], 1499);
  const notification = await until('the notification names the sender', async () => {
    const answer = (await (await server.call('/system/notifications', { session })).json()) as {
      notifications: SystemNotification[];
    };
    return answer.notifications.find(({ details }) => details?.['title'] === 'An input brings too many fields');
  });
  assert.match(String(notification.details?.['description']), /up to 15\d\d fields .*sent by 127\.0\.0\.1\./);
  const fields = (await (await server.call('/system/fields', { session })).json()) as { fields: string[] };
  assert.ok(fields.fields.includes('n7') && !fields.fields.includes('n1499'));
});

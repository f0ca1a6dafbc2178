/**
 * Long messages end slices of the inverted index early. Even then, the rows must keep the order in which the index
 * numbers them.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../find-messages.js';
import { startTestServer, type TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';
import { until } from '../../until.js';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

test('each of many short messages among long ones is found by its own word', async () => {
  const session = await server.login();
  const { port } = await startInput(server, session, inputTypeIds.rawTcp);
  const wordOf = (at: number) => `word${at}w`;
  const count = 1_600;
  const socket = connect(port, '127.0.0.1');
  for (let at = 0; at < count; at += 1) socket.write(`${wordOf(at)}${at % 100 === 7 ? ' long'.repeat(120_000) : ''}\n`);
  socket.end();
  await until('all messages are searchable', async () =>
    (await findMessages(server, session, '*')).total === count ? true : undefined,
  );
  for (const at of [0, 6, 7, 8, 106, 107, 108, 199, 200, 777, 1_023, 1_024, 1_107, 1_108, 1_599]) {
    const { messages } = await findMessages(server, session, wordOf(at), 2);
    assert.deepEqual(
      messages.map(({ message }) => String(message).slice(0, 20).split(' ')[0]),
      [wordOf(at)],
    );
  }
});

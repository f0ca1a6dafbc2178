/** Long messages end slices of the index early: rows must stay in the order that the inverted index numbers them in. */
import assert from 'node:assert/strict';
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
  const { port } = await startInput(server, session, inputTypeIds.gelfHttp, { max_chunk_size: 1_000_000 });
  const wordOf = (at: number) => `word${at.toString(36).replaceAll(/\d/g, 'x')}w${at}`;
  const count = 1_600;
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      version: '1.1',
      host: 'h',
      short_message: at % 100 === 7 ? `${wordOf(at)} ${'long '.repeat(120_000)}` : wordOf(at),
      _n: at,
    }),
  );
  for (let from = 0; from < count; from += 200)
    await Promise.all(
      lines.slice(from, from + 200).map(async (body) => {
        const sent = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
        assert.equal(sent.status, 202);
      }),
    );
  await until('all are searchable', async () =>
    (await findMessages(server, session, '*')).total === count ? true : undefined,
  );
  for (const at of [0, 6, 7, 8, 106, 107, 108, 199, 200, 777, 1_023, 1_024, 1_107, 1_108, 1_599]) {
    const { messages } = await findMessages(server, session, wordOf(at), 2);
    assert.deepEqual(
      messages.map(({ n }) => n),
      [at],
    );
  }
});

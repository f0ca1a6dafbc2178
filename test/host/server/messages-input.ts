// Stores messages on a running server by sending GELF over HTTP.
import assert from 'node:assert/strict';
import { stringifyJson } from '../../../api/json.js';
import { inputTypeIds } from '../../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../../find-messages.js';
import type { TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';
import { until } from '../../until.js';

/** Sends GELF messages through a new input; resolves when a search finds all of them. */
export async function putMessages(server: TestServer, session: string, messages: readonly object[]): Promise<void> {
  const { id, port } = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'Messages of the test' });
  for (const message of messages) {
    const body = stringifyJson({ version: '1.1', ...message });
    const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
    assert.ok(answer.ok, await answer.text());
  }
  await until(
    'all messages are found',
    async () => (await findMessages(server, session, `gl2_source_input:${id}`)).total >= messages.length,
  );
}

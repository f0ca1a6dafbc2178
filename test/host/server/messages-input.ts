// Messages for a running server, put in over HTTP as GELF.
import assert from 'node:assert/strict';
import type { MessagesResult, SearchJob } from '../../../api/contract/searches.js';
import { stringifyJson } from '../../../api/json.js';
import { inputTypeIds } from '../../../host/server/intake/input-type-ids.js';
import type { TestServer } from '../../server.js';
import { startInput } from '../../started-input.js';

/** Sends GELF messages through an input of their own; resolves when all can be found. */
export async function putMessages(server: TestServer, session: string, messages: readonly object[]): Promise<void> {
  const { id, port } = await startInput(server, session, inputTypeIds.gelfHttp, { title: 'Messages of the test' });
  for (const message of messages) {
    const body = stringifyJson({ version: '1.1', ...message });
    const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
    assert.ok(answer.ok, await answer.text());
  }
  const query = {
    queries: [
      {
        id: 'q',
        timerange: { type: 'relative', range: 0 },
        query: { type: 'elasticsearch', query_string: `gl2_source_input:${id}` },
        search_types: [{ id: 's', type: 'messages' }],
      },
    ],
  };
  for (let found = 0; found < messages.length;) {
    const response = await server.call('/views/search/sync', { method: 'POST', session, json: query });
    const job = (await response.json()) as SearchJob;
    found = (job.results['q']?.search_types['s'] as MessagesResult).total_results;
  }
}

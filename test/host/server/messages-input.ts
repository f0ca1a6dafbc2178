// Messages for a running server, put in over HTTP as GELF.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import assert from 'node:assert/strict';
import type { MessagesResult, SearchJob } from '../../../api/contract/searches.js';
import { stringifyJson } from '../../../api/json.js';
import type { TestServer } from '../../server.js';

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Sends GELF messages through an input of their own; resolves when all can be found. */
export async function putMessages(server: TestServer, session: string, messages: readonly object[]): Promise<void> {
  const port = await freePort();
  const input = {
    title: 'Messages of the test',
    type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
    global: true,
    configuration: { bind_address: '127.0.0.1', port },
  };
  const made = await server.call('/system/inputs', { method: 'POST', session, json: input });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = (await made.json()) as { id: string };
  const send = (message: object): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/gelf`, {
      method: 'POST',
      body: stringifyJson({ version: '1.1', ...message }),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const message of messages)
    while (!(await send(message))) await new Promise((resolve) => setTimeout(resolve, 20));
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

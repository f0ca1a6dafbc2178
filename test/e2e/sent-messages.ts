/**
 * Messages for end-to-end tests: sent through an input of their own, awaited until they are found.
 * Signing in is in `signed-in.ts`, dashboards in `stored-dashboard.ts`.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { TestServer } from '../server.js';
import { until } from '../until.js';

export { until };

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface MessageInput {
  readonly id: string;
  /** Sends one GELF message, given without version, once the input takes it. */
  readonly send: (message: object) => Promise<void>;
}

/** A running input for messages. @param title as the details of its messages name it */
export async function openInput(server: TestServer, session: string, title = 'test'): Promise<MessageInput> {
  const port = await freePort();
  const input = await server.call('/system/inputs', {
    method: 'POST',
    session,
    json: {
      title,
      type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port },
    },
  });
  assert.ok(input.ok, await input.clone().text());
  const { id } = (await input.json()) as { id: string };
  const sendOnce = (message: object) =>
    fetch(`http://127.0.0.1:${port}/gelf`, {
      method: 'POST',
      body: JSON.stringify({ version: '1.1', ...message }),
    }).then(
      (response) => response.ok,
      () => false,
    );
  // The input opens its port shortly after it was made.
  return { id, send: (message) => until('the input takes a message', () => sendOnce(message)) };
}

/** Waits until so many messages, or more, can be found on the server. */
export async function foundMessages(server: TestServer, session: string, count: number, words = ''): Promise<void> {
  const query = { type: 'elasticsearch', query_string: words };
  const timerange = { type: 'relative', range: 0 };
  const search = { queries: [{ id: 'q', query, timerange, search_types: [{ id: 'm', type: 'messages' }] }] };
  await until('all messages are found', async () => {
    const answer = await server.call('/views/search/sync', { method: 'POST', session, json: search });
    const job = (await answer.json()) as {
      results?: Record<string, { search_types: Record<string, { total_results: number }> }>;
    };
    return (job.results?.['q']?.search_types['m']?.total_results ?? 0) >= count;
  });
}

/** @param messages GELF messages without version, in a server that has no others. */
export async function sendMessages(server: TestServer, messages: readonly object[]): Promise<void> {
  const session = await server.login();
  const { send } = await openInput(server, session);
  for (const message of messages) await send(message);
  await foundMessages(server, session, messages.length);
}

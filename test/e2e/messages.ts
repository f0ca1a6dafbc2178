/** Real messages for end-to-end tests, through a real input. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { TestServer } from '../server.js';

export async function until(what: string, holds: () => Promise<boolean>, withinMs = 15_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Sends GELF messages and waits until all of them are found. */
export async function sendMessages(server: TestServer, messages: readonly object[]): Promise<void> {
  const port = await freePort();
  const session = await server.login();
  const input = await server.call('/system/inputs', {
    method: 'POST',
    session,
    json: {
      title: 'test',
      type: 'org.graylog2.inputs.gelf.http.GELFHttpInput',
      global: true,
      configuration: { bind_address: '127.0.0.1', port },
    },
  });
  assert.ok(input.ok, await input.text());
  const send = (message: object) =>
    fetch(`http://127.0.0.1:${port}/gelf`, {
      method: 'POST',
      body: JSON.stringify({ version: '1.1', ...message }),
    }).then(
      (response) => response.ok,
      () => false,
    );
  for (const message of messages) await until('the input takes messages', () => send(message));
  const question = {
    queries: [{ id: 'q', timerange: { type: 'relative', range: 0 }, search_types: [{ id: 'm', type: 'messages' }] }],
  };
  await until('all messages are found', async () => {
    const answer = await server.call('/views/search/sync', { method: 'POST', session, json: question });
    const job = (await answer.json()) as {
      results?: Record<string, { search_types: Record<string, { total_results: number }> }>;
    };
    return (job.results?.['q']?.search_types['m']?.total_results ?? 0) >= messages.length;
  });
}

/**
 * Messages for end-to-end tests: sent through their own input, and awaited until they are found. Signing in is in
 * `signed-in.ts`, dashboards in `stored-dashboard.ts`.
 */
import assert from 'node:assert/strict';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { findMessages } from '../find-messages.js';
import type { TestServer } from '../server.js';
import { startInput } from '../started-input.js';
import { until } from '../until.js';

export { until };

export interface MessageInput {
  readonly id: string;
  /** Sends one GELF message; the version is added. */
  readonly send: (message: object) => Promise<void>;
}

/** Starts an input for messages. @param title the input's name in the details of its messages */
export async function openInput(server: TestServer, session: string, title = 'test'): Promise<MessageInput> {
  const { id, port } = await startInput(server, session, inputTypeIds.gelfHttp, { title });
  return {
    id,
    send: async (message) => {
      const body = JSON.stringify({ version: '1.1', ...message });
      const answer = await fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body });
      assert.ok(answer.ok, await answer.text());
    },
  };
}

/** Waits until the server finds at least this number of messages. */
export async function foundMessages(server: TestServer, session: string, count: number, words = ''): Promise<void> {
  await until('all messages are found', async () => (await findMessages(server, session, words)).total >= count);
}

/**
 * Sends messages through an input of their own, and waits until all of them are found.
 * @param server server without other messages
 * @param messages GELF messages without version
 */
export async function sendMessages(server: TestServer, messages: readonly object[]): Promise<void> {
  const session = await server.login();
  const { send } = await openInput(server, session);
  for (const message of messages) await send(message);
  await foundMessages(server, session, messages.length);
}

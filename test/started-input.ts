/** Starts inputs on a running server, for tests that send messages to them. */
import assert from 'node:assert/strict';
import type { InputStateSummary } from '../api/contract/inputs.schema.js';
import type { inputTypeIds } from '../host/server/intake/types/input-type-ids.js';
import type { TestServer } from './server.js';
import { until } from './until.js';

export interface StartedInput {
  readonly id: string;
  readonly port: number;
}

type TypeId = (typeof inputTypeIds)[keyof typeof inputTypeIds];

async function portOf(server: TestServer, session: string, id: string): Promise<number | undefined> {
  const response = await server.call('/system/inputstates', { session });
  const { states } = (await response.json()) as { states: InputStateSummary[] };
  const { state, listening } = states.find((one) => one.id === id) ?? {};
  return state === 'RUNNING' ? listening?.port : undefined;
}

/** Waits until an existing input listens, and returns its port. */
export const listeningPort = (server: TestServer, session: string, id: string): Promise<number> =>
  until('the input listens', () => portOf(server, session, id));

/** Creates an input on a free port of the loopback address, and waits until it listens. */
export async function startInput(
  server: TestServer,
  session: string,
  type: TypeId,
  { title = 'test', ...more }: { readonly title?: string; readonly [setting: string]: unknown } = {},
): Promise<StartedInput> {
  const configuration = { bind_address: '127.0.0.1', port: 0, ...more };
  const json = { title, type, global: true, configuration };
  const made = await server.call('/system/inputs', { method: 'POST', session, json });
  assert.equal(made.status, 201, await made.clone().text());
  const { id } = (await made.json()) as { id: string };
  return { id, port: await listeningPort(server, session, id) };
}

/** The server pings the WebSocket connections of OpAMP agents, and closes those that it should no longer serve. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import fastify from 'fastify';
import WebSocket from 'ws';
import { numberField, partField } from '../../../../host/server/intake/decode/protobuf.js';
import { createLog } from '../../../../host/server/log/log.js';
import { mountOpamp } from '../../../../host/server/sidecars/opamp/mount-opamp.js';
import { until } from '../../../until.js';
import { untyped } from '../../../untyped.js';

const pingMs = 20_000;

/** Serves OpAMP with a simulated clock. `permissions` are those of the caller with the token; undefined: no caller. */
async function served(context: TestContext) {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const caller: { permissions: string[] | undefined } = { permissions: ['sidecars:update'] };
  const heard: string[] = [];
  const app = fastify();
  const end = mountOpamp(
    app,
    untyped({
      options: { basePath: '/' },
      log: createLog('error', () => undefined),
      auth: { byAuthorizedToken: () => Promise.resolve(caller.permissions && { permissions: caller.permissions }) },
      sidecars: {
        silentAfter: 60,
        nodes: { get: (id: string) => ({ id }), heard: ({ id }: { id: string }) => heard.push(id) },
        assignments: () => [],
        report: ({ id }: { id: string }) => ({ id }),
      },
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  context.after(async () => {
    end();
    await app.close();
  });
  // Cast: a server that listens on a TCP port has an address of this type.
  const { port } = app.server.address() as AddressInfo;
  const connect = async (options: { autoPong?: boolean } = {}): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/opamp`, options);
    await once(socket, 'open');
    return socket;
  };
  return { caller, heard, connect, ping: () => context.mock.timers.tick(pingMs) };
}

test('the server pings OpAMP agents, counts an answer as a sign of life, and ends connections without answer', async (context) => {
  const { heard, connect, ping } = await served(context);
  const [alive, dead] = [await connect(), await connect({ autoPong: false })];
  const uid = Buffer.alloc(16, 7);
  const attributes = partField(3, partField(1, Buffer.concat([partField(1, 'host.name')])));
  alive.send(Buffer.concat([Buffer.of(0), partField(1, uid), numberField(2, 1), attributes]));
  await once(alive, 'message');
  const pinged = once(dead, 'ping');
  ping();
  await pinged;
  await until('the answer to the ping is noted', () => heard.includes(uid.toString('hex')));
  const ended = once(dead, 'close');
  ping();
  assert.equal((await ended)[0], 1006, 'the connection ends without a closing handshake');
  assert.equal(alive.readyState, WebSocket.OPEN);
  const stopped = once(alive, 'close');
  alive.close();
  await stopped;
});

for (const [what, permissions] of [
  ['was deleted', undefined],
  ['belongs to a user who may no longer update sidecars', ['sidecars:read']],
] as const)
  test(`the server closes the connection of an OpAMP agent whose token ${what}`, async (context) => {
    const { caller, connect, ping } = await served(context);
    const socket = await connect();
    caller.permissions = permissions && [...permissions];
    const closed = once(socket, 'close');
    ping();
    // Cast: these are the arguments of the event `close` of the WebSocket.
    const [code, reason] = (await closed) as [number, Buffer];
    assert.deepEqual([code, String(reason)], [1008, 'The token is no longer valid.']);
  });

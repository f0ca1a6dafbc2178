// An HTTP call fails soon when the receiver's response is invalid or endless.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { httpAgent, httpCall } from '../../../../host/server/outgoing/http-call.js';

const answers = {
  'a change of the protocol': 'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nabc',
  'bytes that are not HTTP': '\0\0garbage\r\n\r\n',
  'an incomplete body': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc',
  'endless headers': `HTTP/1.1 200 OK\r\nX-A: ${'y'.repeat(200_000)}\r\n\r\n`,
};

for (const [name, answer] of Object.entries(answers)) {
  test(`a receiver that answers with ${name} is reported as an error in time`, { timeout: 60_000 }, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const agent = httpAgent(url, { verify: true, trusted: undefined }, 1);
    try {
      const call = { url, headers: {}, body: Buffer.from('{}'), agent, timeoutMs: 500 };
      await assert.rejects(httpCall(call, new AbortController().signal), /127\.0\.0\.1/);
    } finally {
      agent.destroy();
      server.close();
    }
  });
}

for (const [name, answerBytes, kept] of [
  ['whose beginning is kept', 3, 'xxx'],
  ['whose content is not kept', undefined, ''],
] as const) {
  test(`an endless response ${name} is aborted`, { timeout: 60_000 }, async () => {
    const server = createHttp((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const agent = httpAgent(url, { verify: true, trusted: undefined }, 1);
    try {
      const call = { url, headers: {}, body: Buffer.alloc(0), agent, timeoutMs: 5000 };
      const bounded = { ...call, ...(answerBytes !== undefined && { answerBytes }) };
      const { status, body } = await httpCall(bounded, new AbortController().signal);
      assert.deepEqual([status, body], [200, kept]);
    } finally {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    }
  });
}

/** An HTTP server for tests, which records the received requests and sends a configured answer. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpReceiver {
  /** Address without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedCall[];
  /** Answer to all following requests; undefined: they are never answered. */
  answer: { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> } | undefined;
  close(): Promise<void>;
}

export async function startHttpReceiver(port = 0): Promise<HttpReceiver> {
  const received: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
      const { answer } = receiver;
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // The server must not keep the test process alive.
  server.unref();
  const { port: actual } = server.address() as AddressInfo;
  const receiver: HttpReceiver = {
    url: `http://127.0.0.1:${actual}`,
    port: actual,
    received,
    answer: { status: 200 },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

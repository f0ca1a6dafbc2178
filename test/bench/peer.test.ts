/** Tests that the product of another log server is recognized by its answers, and that other products are refused. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { peerAt, type Peer } from './peer.js';

/** Passes the answers of a server to `peerAt`; paths without an answer get 404. */
async function peerOf(answers: Readonly<Record<string, string>>, needsPassword = false): Promise<Peer> {
  const server = createServer(({ url = '', headers }, response) => {
    const isRefused = needsPassword && headers.authorization !== `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    const body = answers[url];
    response.writeHead(isRefused ? 401 : body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  try {
    return await peerAt(`http://${needsPassword ? 'user:p%40ss@' : ''}127.0.0.1:${port}`, 'logs');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const openSearch = JSON.stringify({ version: { distribution: 'opensearch', number: '3.1.0' } });

test('VictoriaLogs is recognized by its metrics, and OpenSearch by the answer at its root, also with a password', async () => {
  assert.equal((await peerOf({ '/metrics': 'vl_rows_ingested_total 1\n' })).product, 'VictoriaLogs');
  assert.equal((await peerOf({ '/metrics': 'vl_rows_ingested_total 1\n' }, true)).product, 'VictoriaLogs');
  assert.equal((await peerOf({ '/': openSearch })).product, 'OpenSearch');
  assert.equal((await peerOf({ '/': openSearch }, true)).product, 'OpenSearch');
});

const unknown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'without any page': {},
  'with a page of HTML': { '/': '<!doctype html><title>Welcome</title>' },
  'with metrics of another product': { '/metrics': 'go_goroutines 7\n', '/': 'null' },
  'with JSON of another product': { '/': '{"version":{"number":"9.1.0"},"tagline":"search"}' },
};
for (const [name, answers] of Object.entries(unknown))
  test(`a server ${name} is refused with an error that names the known products`, () =>
    assert.rejects(peerOf(answers), /127\.0\.0\.1:\d+ is neither a VictoriaLogs nor an OpenSearch/));

/** The server serves HTTPS with the certificate of the operator. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { createHttp } from '../../../host/server/http/http.js';
import { selfSignedCertificate } from '../../../host/server/intake/transport/self-signed.js';
import { createLog } from '../../../host/server/log/log.js';
import { setSessionCookie } from '../../../host/server/auth/session-cookie.js';
import { tlsServerFactory } from '../../../host/server/http/tls-server.js';
import { startTestServer } from '../../server.js';
import { until } from '../../until.js';

let directory: string;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-tls-'));
});
after(() => rm(directory, { recursive: true, force: true }));

const log = createLog('error', () => {});
const files = () => ({ cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') });

async function certify(): Promise<string> {
  const { cert, key } = selfSignedCertificate('127.0.0.1');
  await writeFile(files().cert, cert);
  await writeFile(files().key, key);
  return cert;
}

/** Sends a request that trusts the certificate `ca`, and returns the response. */
async function get(port: number, ca: string, more: RequestOptions = {}) {
  return new Promise<{ status: number | undefined; body: string; cookie: string }>((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', ca, agent: false, servername: '', ...more }, (answer) => {
      const cookie = String(answer.headers['set-cookie'] ?? '');
      text(answer).then((body) => resolve({ status: answer.statusCode, body, cookie }), reject);
    });
    call.on('error', reject).end();
  });
}

test('the server serves HTTPS with secure cookies, and answers plain HTTP with an explanation', async (t) => {
  const ca = await certify();
  const app = await createHttp({ embedOrigins: [], basePath: '/', trustProxy: [], tls: files() }, log);
  app.get('/x', (request, reply) => {
    setSessionCookie({ basePath: '/', embedOrigins: [] }, request, reply, 'id');
    return { at: request.protocol };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const answer = await get(port, ca, { path: '/x' });
  assert.deepEqual([answer.status, answer.body], [200, '{"at":"https"}']);
  assert.match(answer.cookie, /; Secure/);
  await assert.rejects(get(port, ca, { path: '/x', maxVersion: 'TLSv1.1' }));
  const plain = await fetch(`http://127.0.0.1:${port}/x`);
  assert.deepEqual(
    [plain.status, await plain.text()],
    [400, 'This server speaks HTTPS: use an address that begins with https://.\n'],
  );
});

test('a node reports the address by which it was called', async (t) => {
  const ca = await certify();
  const { cert, key } = files();
  const server = await startTestServer({ args: ['--tls-cert', cert, '--tls-key', key, '--base-path', '/logs'] });
  t.after(() => server.stop());
  const { port } = new URL(server.url);
  const Authorization = `Basic ${Buffer.from(`admin:${server.adminPassword}`).toString('base64')}`;
  const options = { path: '/logs/api/system/cluster/nodes', headers: { Authorization, Accept: 'application/json' } };
  const { body } = await get(Number(port), ca, options);
  const { nodes } = JSON.parse(body) as { nodes: { transport_address: string }[] };
  assert.deepEqual(
    nodes.map(({ transport_address: address }) => address),
    [`https://127.0.0.1:${port}/logs/api/`],
  );
});

test('a renewed certificate is used without a restart; an invalid certificate is not used', async (t) => {
  const first = await certify();
  const logLines: string[] = [];
  const factory = await tlsServerFactory(
    files(),
    {},
    createLog('warn', (line) => logLines.push(line)),
    20,
  );
  const server = factory((_request, response) => response.end('yes'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const isTrusted = (ca: string) =>
    get(port, ca).then(
      ({ body }) => body === 'yes',
      () => false,
    );
  assert.equal(await isTrusted(first), true);
  await writeFile(files().cert, 'nonsense');
  await until('the invalid certificate is reported', () =>
    logLines.some((line) => line.includes('The renewed certificate cannot be used')),
  );
  assert.equal(await isTrusted(first), true);
  const second = await certify();
  await until('the new certificate is in use', () => isTrusted(second));
  assert.equal(await isTrusted(first), false);
});

test('unusable certificate files are reported in one sentence', async () => {
  await certify();
  const refused = (change: object, why: RegExp) =>
    assert.rejects(tlsServerFactory({ ...files(), ...change }, {}, log), why);
  await refused({ key: join(directory, 'none') }, /none of --tls-key cannot be read: the file does not exist\./);
  await refused({ cert: directory }, /of --tls-cert cannot be read: it is a directory\./);
  await refused({ cert: files().key }, /are no certificate with its key, both as PEM and without a password/);
});

/**
 * Installs every starter pack, sends real log lines of its kind, expects their fields, and uninstalls it without a
 * trace.
 */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, before, test } from 'node:test';
import type { ContentPackInstallation, LibraryPack } from '../../../../api/contract/content-packs.schema.js';
import { freePort } from '../../../free-port.js';
import { findMessages } from '../../../find-messages.js';
import { until } from '../../../until.js';
import { startTestServer, type TestServer } from '../../../server.js';
import { libraryCases } from './library-cases.js';

let server: TestServer;
let session: string;
before(async () => {
  server = await startTestServer();
  session = await server.login();
});
after(() => server.stop());

async function ask<T>(method: string, path: string, json?: unknown): Promise<T> {
  const response = await server.call(path, { method, session, ...(json !== undefined && { json }) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function sendUdp(port: number, lines: readonly string[]): Promise<void> {
  const socket = createSocket('udp4');
  for (const line of lines) await new Promise((resolve) => socket.send(line, port, '127.0.0.1', resolve));
  socket.close();
}

test('the cases name every pack of the library', async () => {
  const { packs } = await ask<{ packs: LibraryPack[] }>('GET', '/system/content_pack_library');
  assert.deepEqual(Object.keys(libraryCases).toSorted(), packs.map(({ name }) => name).toSorted());
});

for (const [name, { cases, send }] of Object.entries(libraryCases))
  test(`${name}: real lines become fields and reach the streams of the pack`, async () => {
    const { packs } = await ask<{ packs: LibraryPack[] }>('GET', '/system/content_pack_library');
    const { id } = packs.find((one) => one.name === name) ?? { id: '' };
    const known = await ask<object>('GET', '/system/catalog');
    await ask('POST', `/system/content_pack_library/${id}`);
    const port = await freePort();
    const parameters = { port: { '@type': 'integer', '@value': port } };
    const made = await ask<ContentPackInstallation>('POST', `/system/content_packs/${id}/1/installations`, {
      parameters,
    });
    const streams = made.entities.filter(({ type }) => type.name === 'stream').map((one) => one.id);
    await (send ?? sendUdp)(
      port,
      cases.map(({ line }) => line),
    );
    for (const { line, find, fields } of cases) {
      // The fields are awaited, too. So a failure means that they were lost, and not that they were found late.
      const look = async () =>
        (await findMessages(server, session, find, 1)).messages.find((one) =>
          Object.keys(fields).every((name) => name in one),
        );
      const message = await until(`${find} finds ${line}`, look);
      for (const [field, value] of Object.entries(fields)) assert.deepEqual(message[field], value, `${line}: ${field}`);
      const routed = (message['streams'] as string[]).some((stream) => streams.includes(stream));
      assert.ok(routed, `${line}: in none of the pack's streams`);
    }
    const states = await ask<{ states: { state: string }[] }>('GET', '/system/inputstates');
    assert.ok(states.states.every(({ state }) => state === 'RUNNING'));
    await ask('DELETE', `/system/content_packs/${id}/installations/${made._id}`);
    assert.deepEqual(await ask<object>('GET', '/system/catalog'), known);
  });

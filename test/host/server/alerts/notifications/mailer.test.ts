// Sending an e-mail has a time limit, releases its resources, and reaches only the given recipients.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { recipientsOf } from '../../../../../host/server/alerts/notifications/kinds/email.js';
import { MailSettings } from '../../../../../host/server/alerts/notifications/mail/mail-settings.js';
import { Mailer } from '../../../../../host/server/alerts/notifications/mail/mailer.js';
import { SecretBox } from '../../../../../host/server/auth/secret-box.js';
import { openDocuments } from '../../../../../host/server/store/index.js';
import type { Documents } from '../../../../../host/server/store/types.js';
import { startMailServer } from '../../../../mail-server.js';

let directory: string;
let documents: Documents;
const mail = { from: 'a@example.org', to: 'b@example.org', replyTo: '', subject: 's', text: 't', html: '' };

before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'log-console-mailer-'));
  documents = await openDocuments({ directory });
});
after(async () => {
  await documents.close();
  await rm(directory, { recursive: true });
});

function mailerTo(port: number, mailMs?: number): Mailer {
  const server = {
    host: '127.0.0.1',
    port,
    security: 'none' as const,
    verifyCertificate: true,
    username: '',
    password: '',
    sender: '',
  };
  return new Mailer(new MailSettings(documents, new SecretBox(directory), server), mailMs);
}

test(
  'sending to a mail server that answers slowly and endlessly fails after the time limit',
  { timeout: 120_000 },
  async () => {
    const sockets = new Set<Socket>();
    const drip = createServer((socket) => {
      sockets.add(socket);
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20);
      socket.on('error', () => undefined).on('close', () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    const connection = await mailerTo((drip.address() as AddressInfo).port, 400).open(new AbortController().signal);
    await assert.rejects(connection.send(mail), {
      name: 'LaterError',
      message: /did not accept the e-mail within 0.4 seconds/,
    });
    connection.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => drip.close(resolve));
  },
);

test('sending an e-mail leaves no timer or listener behind', async () => {
  const server = await startMailServer();
  const { signal } = new AbortController();
  const connection = await mailerTo(server.port).open(signal);
  const before = getEventListeners(signal, 'abort').length;
  for (const subject of ['one', 'two', 'three']) await connection.send({ ...mail, subject });
  assert.equal(getEventListeners(signal, 'abort').length, before);
  connection.close();
  assert.equal(server.received.length, 3);
  await server.close();
});

test('sender names cannot contain lists of addresses', async () => {
  const server = await startMailServer();
  const connection = await mailerTo(server.port).open(new AbortController().signal);
  await connection.send({ ...mail, from: 'Team: x (y) <team@example.org>' });
  connection.close();
  assert.deepEqual([server.received[0]?.from, server.received[0]?.to], ['team@example.org', ['b@example.org']]);
  assert.match(server.received[0]?.text ?? '', /^From: "Team: x \(y\)" <team@example\.org>/m);
  await server.close();
});

test('the mailer accepts a user’s e-mail field as a single address or as none', () => {
  const entered: Record<string, string> = {
    ann: ' ann@example.org ',
    eve: 'eve@example.org, all@example.com',
    mal: 'mal@example.org\r\nBcc: all@example.com',
  };
  const recipients = recipientsOf(['ann@example.org'], ['ann', 'eve', 'mal', 'zoe'], (name) => entered[name]);
  assert.deepEqual(
    [...recipients],
    [
      ['ann@example.org', 'ann@example.org'],
      ['eve', undefined],
      ['mal', undefined],
      ['zoe', undefined],
    ],
  );
});

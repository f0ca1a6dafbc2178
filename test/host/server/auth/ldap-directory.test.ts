/**
 * LDAP directories that answer slowly, incompletely, endlessly or invalidly must not block the server, exhaust its
 * memory or crash it.
 */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  checkConnection,
  checkPerson,
  converse,
  DirectoryError,
  patternProblem,
  type DirectorySettings,
} from '../../../../host/server/auth/services/ldap-directory.js';
import { LdapFrames, mostAnswerBytes } from '../../../../host/server/auth/services/ldap-frames.js';
import {
  ldapMessage,
  ldapResult,
  octets,
  operationOf,
  startRawServer,
  systemPassword,
  systemUser,
  tagged,
} from '../../../ldap-server.js';

const bind = 0x60;
const search = 0x63;
const startTls = 0x77;

const settings = (port: number, more: Partial<DirectorySettings> = {}): DirectorySettings => ({
  servers: [{ host: '127.0.0.1', port }],
  security: 'none',
  verifyCertificates: true,
  systemUser,
  systemPassword,
  searchBase: 'dc=example,dc=org',
  searchPattern: '(uid={0})',
  attributes: ['uid'],
  ...more,
});

/** Starts a server that accepts every bind; the test defines its answers to searches. */
async function withServer(
  answerSearch: (socket: Socket, request: Buffer) => void,
  work: (port: number) => Promise<void>,
  connected: () => void = () => undefined,
): Promise<void> {
  const server = await startRawServer((socket, request) => {
    if (!request) return connected();
    if (operationOf(request) === bind) socket.write(ldapMessage(request, 0x61, ...ldapResult(0)));
    else if (operationOf(request) === search) answerSearch(socket, request);
  });
  try {
    await work(server.port);
  } finally {
    await server.stop();
  }
}
const refused = (port: number, reason: RegExp, more: Partial<DirectorySettings> = {}) =>
  assert.rejects(checkPerson(settings(port, more), 'jane', 'secret'), (error: unknown) => {
    assert.ok(error instanceof DirectoryError);
    assert.match(error.message, reason);
    assert.ok(!error.message.includes(systemPassword));
    return true;
  });

/** Encodes an entry with one attribute. */
const entry = (request: Buffer, dn: string, value: string, attribute = 'uid'): Buffer =>
  ldapMessage(request, 0x64, octets(dn), tagged(0x30, tagged(0x30, octets(attribute), tagged(0x31, octets(value)))));
const done = (request: Buffer): Buffer => ldapMessage(request, 0x65, ...ldapResult(0));

test('the client understands the raw LDAP server of these tests', () =>
  withServer(
    (socket, request) => socket.write(Buffer.concat([entry(request, 'uid=jane,dc=example', 'jane'), done(request)])),
    async (port) => {
      const found = await checkPerson(settings(port), 'jane', 'secret');
      assert.equal(found?.signedIn, true);
      assert.deepEqual(found?.entry.values.get('uid'), ['jane']);
    },
  ));

test('the LDAP client aborts the connection to a directory that never answers', () =>
  withServer(
    () => undefined,
    (port) => refused(port, /took longer than 0\.3 seconds/, { patienceMs: 300 }),
  ));

test('the LDAP client aborts the connection to a directory that answers endlessly byte by byte', () =>
  withServer(
    (socket, request) => {
      const answer = entry(request, 'uid=jane,dc=example', 'x'.repeat(60_000));
      let at = 0;
      const next = () => socket.writable && socket.write(answer.subarray(at, (at += 1)), () => setImmediate(next));
      next();
    },
    (port) => refused(port, /took longer than 0\.5 seconds|is larger than/, { patienceMs: 500 }),
  ));

test('the LDAP client reports an answer that is cut off', () =>
  withServer(
    (socket, request) => socket.end(entry(request, 'uid=jane,dc=example', 'jane').subarray(0, 20)),
    (port) => refused(port, /closed|ended/i),
  ));

test('the LDAP client aborts an endless answer and does not log it completely', () =>
  withServer(
    (socket, request) => {
      const more = () => socket.writable && socket.write(entry(request, 'uid=jane,dc=example', 'x'.repeat(8000)), more);
      more();
    },
    (port) => refused(port, /larger than 256 KiB/),
  ));

test('the LDAP client does not wait in memory for an entry that claims to be gigabytes long', () =>
  withServer(
    (socket) => {
      socket.write(Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]));
      const more = () => socket.writable && socket.write(Buffer.alloc(65_536), more);
      more();
    },
    (port) => refused(port, /larger than 256 KiB/),
  ));

for (const [what, bytes] of [
  ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['an indefinite length', Buffer.from([0x30, 0x80, 0, 0])],
  ['a length of eight bytes', Buffer.from([0x30, 0x88, 1, 1, 1, 1, 1, 1, 1, 1])],
] as const) {
  test(`the LDAP client reports that an answer is not LDAP: ${what}`, () =>
    withServer(
      (socket) => socket.write(bytes),
      (port) => refused(port, /is not LDAP/),
    ));
}

for (const [what, code, found] of [
  ['refuses the password', 49, false],
  ['is too busy to check the password', 51, undefined],
] as const)
  test(`the LDAP client distinguishes a wrong password from a failure: the directory ${what}`, async () => {
    let bindCount = 0;
    const server = await startRawServer((socket, request) => {
      if (!request) return;
      // The first bind is that of the system user.
      if (operationOf(request) === bind)
        socket.write(ldapMessage(request, 0x61, ...ldapResult(bindCount++ === 0 ? 0 : code)));
      else socket.write(Buffer.concat([entry(request, 'uid=jane', 'jane'), done(request)]));
    });
    try {
      if (found === undefined) await refused(server.port, /busy/i);
      else assert.equal((await checkPerson(settings(server.port), 'jane', 'secret'))?.signedIn, found);
    } finally {
      await server.stop();
    }
  });

test('twenty thousand tiny LDAP messages at once cause no deep recursion', () =>
  withServer(
    (socket, request) => {
      const tiny = Buffer.from([0x30, 0x05, 0x02, 0x01, 0x7f, 0x42, 0x00]);
      socket.write(
        Buffer.concat([
          ...Array.from({ length: 20_000 }, () => tiny),
          entry(request, 'uid=jane', 'jane'),
          done(request),
        ]),
      );
    },
    async (port) => assert.equal((await checkPerson(settings(port), 'jane', 'secret'))?.signedIn, true),
  ));

test('the LDAP client refuses an entry without a DN, because an anonymous bind always succeeds', () =>
  withServer(
    (socket, request) => socket.write(Buffer.concat([entry(request, '', 'jane'), done(request)])),
    (port) => refused(port, /without a DN/),
  ));

test('an LDAP attribute named __proto__ changes no prototype', () =>
  withServer(
    (socket, request) => {
      socket.write(Buffer.concat([entry(request, 'uid=jane,dc=example', 'jane', '__proto__'), done(request)]));
    },
    async (port) => {
      const found = await checkPerson(settings(port), 'jane', 'secret');
      assert.deepEqual(found?.entry.values.get('uid'), []);
      assert.equal(Object.keys(Object.prototype).length, 0);
    },
  ));

test('the LDAP client sends nothing unencrypted after StartTLS, whatever the server does', async () => {
  for (const behave of ['closes', 'refuses', 'goes on in clear'] as const) {
    const heard: Buffer[] = [];
    const server = await startRawServer((socket, request) => {
      if (!request) return;
      heard.push(request);
      if (operationOf(request) === startTls) {
        const accepted = ldapMessage(request, 0x78, ...ldapResult(0));
        if (behave === 'closes') socket.end(accepted);
        else if (behave === 'refuses') socket.write(ldapMessage(request, 0x78, ...ldapResult(52)));
        else socket.write(Buffer.concat([accepted, ldapMessage(request, 0x61, ...ldapResult(0))]));
      } else if (behave === 'goes on in clear') socket.write(Buffer.from('not TLS at all'));
    });
    await assert.rejects(
      checkConnection(settings(server.port, { security: 'start_tls', patienceMs: 2000 })),
      DirectoryError,
    );
    assert.ok(!Buffer.concat(heard).includes(systemPassword), behave);
    await server.stop();
  }
});

test('the LDAP client assembles messages from chunks of any size', () => {
  const messages = [
    Buffer.from([0x30, 0x03, 1, 2, 3]),
    Buffer.from([0x30, 0x81, 0x02, 9, 9]),
    Buffer.from([0x30, 0x00]),
  ];
  const all = Buffer.concat(messages);
  for (const size of [1, 2, 3, 100]) {
    const got: Buffer[] = [];
    const frames = new LdapFrames((message) => got.push(Buffer.from(message)));
    for (let at = 0; at < all.length; at += size) frames.take(all.subarray(at, at + size));
    assert.deepEqual(got, messages, `the message is assembled from chunks of ${size} bytes`);
  }
  const endless = new LdapFrames(() => undefined);
  assert.throws(() => {
    for (let at = 0; at <= mostAnswerBytes; at += 5) endless.take(Buffer.from([0x30, 0x03, 1, 2, 3]));
  }, /larger than/);
});

test('the LDAP client reports a pattern that is not a valid LDAP filter', () => {
  for (const good of ['(uid={0})', 'uid={0}', '(&(objectClass=*)(|(mail={0})(uid={0})))'])
    assert.equal(patternProblem(good), undefined);
  for (const bad of ['(uid={0}', '', '(&)', '(=x)', '('.repeat(2000)])
    assert.match(patternProblem(bad) ?? '', /LDAP filter/, bad);
});

test('the LDAP client never reconnects after a connection was closed, because the new one might be unencrypted', () => {
  let connections = 0;
  return withServer(
    (socket, request) => socket.end(done(request)),
    async (port) => {
      const conversation = converse(settings(port), async ({ client }) => {
        await client.search('dc=example,dc=org', { filter: '(uid=jane)' });
        while (client.isConnected) await nextTurn();
        await client.search('dc=example,dc=org', { filter: '(uid=jane)' });
      });
      await assert.rejects(conversation, (error) => error instanceof DirectoryError && /closed/.test(error.message));
      assert.equal(connections, 1);
    },
    () => (connections += 1),
  );
});

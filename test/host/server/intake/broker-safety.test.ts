// Inputs protect their secrets and their memory from malicious brokers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokerTypes } from '../../../../host/server/intake/types/broker-types.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { keptForAnother } from '../../../../host/server/intake/inputs/input-secrets.js';
import type { BrokerConnection } from '../../../../host/server/intake/transport/kafka/broker-connection.js';
import { logIn } from '../../../../host/server/intake/transport/kafka/login.js';
import { WireReader, WireWriter } from '../../../../host/server/intake/transport/kafka/wire.js';
import { readablePassword, reasonOf } from '../../../../host/server/intake/transport/broker-transport.js';
import { tlsOptions } from '../../../../host/server/intake/transport/tls.js';

test('a password must be entered again if TLS is disabled or the broker address changes', () => {
  const type = brokerTypes.find(({ info }) => info.type === inputTypeIds.gelfAmqp);
  assert.ok(type);
  const stored = { broker_hostname: 'mq', broker_port: 5671, tls: true, broker_password: 'sealed' };
  const problem = (change: object, from: object = stored) =>
    keptForAnother(type, { ...stored, ...from }, { ...stored, ...from, ...change });
  assert.match(problem({ tls: false }) ?? '', /"broker_password" must be entered again, as it would go without TLS/);
  assert.match(problem({ tls: null }) ?? '', /without TLS/);
  assert.match(problem({ broker_port: 5672 }) ?? '', /the address is another one/);
  assert.equal(problem({ tls: false, broker_password: 'a new one' }), undefined);
  assert.equal(problem({ tls: false, broker_password: '' }), undefined);
  assert.equal(problem({ tls: true }, { tls: false }), undefined, 'the password is kept when TLS is enabled');
});

/** Simulates a broker that demands this number of SCRAM iterations; `clientMessages` are the client's messages. */
function scramBroker(iterations: string) {
  const clientMessages: string[] = [];
  const answer = (write: (writer: WireWriter) => WireWriter) => new WireReader(write(new WireWriter()).buffer);
  const ask: BrokerConnection['ask'] = (api, _version, write) => {
    const request = new WireWriter();
    write(request);
    if (api === 17) return Promise.resolve(answer((to) => to.int16(0).int32(0)));
    const text = request.buffer.subarray(4).toString();
    clientMessages.push(text);
    const challenge = `r=${/r=([^,]+)/.exec(text)?.[1] ?? ''}more,s=${Buffer.from('salt').toString('base64')},i=${iterations}`;
    return Promise.resolve(answer((to) => to.int16(0).nullableString(null).bytes(Buffer.from(challenge))));
  };
  return { connection: { ask } as BrokerConnection, clientMessages };
}

for (const iterations of ['1', '4095', '1000001', 'x', '-5', '4096.5'])
  test(`a broker input sends no proof of the password to a broker that demands ${iterations} SCRAM iterations`, async () => {
    const { connection, clientMessages } = scramBroker(iterations);
    const login = { mechanism: 'SCRAM-SHA-256', user: 'reader', password: 'secret' } as const;
    await assert.rejects(logIn(connection, login), /SCRAM/);
    assert.equal(clientMessages.length, 1);
  });

test('a broker input sends the proof of the password for the usual number of SCRAM iterations', async () => {
  const { connection, clientMessages } = scramBroker('4096');
  const login = { mechanism: 'SCRAM-SHA-512', user: 'reader', password: 'secret' } as const;
  await assert.rejects(logIn(connection, login), /does not know the password/);
  assert.match(clientMessages[1] ?? '', /^c=biws,r=.*,p=/);
});

test('a broker input reports a broker that accepts no logins, with its accepted mechanisms only if it lists them', async () => {
  const refused = (...known: readonly string[]) => {
    const answer = new WireWriter().int16(34).array(known, (to, one) => to.string(one)).buffer;
    // The test double has only the method that reads the broker's answer, which is what the test is about.
    const connection = { ask: () => Promise.resolve(new WireReader(answer)) } as unknown as BrokerConnection;
    return logIn(connection, { mechanism: 'PLAIN', user: 'reader', password: 'secret' });
  };
  const message = 'Logging in: the broker expects another way to log in';
  await assert.rejects(refused(), { message: `${message}.` });
  await assert.rejects(refused('GSSAPI', 'OAUTHBEARER'), { message: `${message} (known are GSSAPI, OAUTHBEARER).` });
});

test('a broker input shows the beginning of a broker’s message, in one line', () => {
  assert.equal(reasonOf(new Error('')), 'no reason was given');
  assert.equal(reasonOf(new Error('one\r\ntwo\u0000three\u2028four')), 'one two three four');
  const long = reasonOf(new Error('\u{1f600}'.repeat(100_000)));
  assert.equal(long, `${'\u{1f600}'.repeat(150)}…`);
  assert.equal(reasonOf(new AggregateError([new Error('a'.repeat(200)), new Error('b'.repeat(200))])).length, 301);
});

test('a broker input warns about a password that others can read, unless it stays on the machine', () => {
  assert.equal(readablePassword(['127.0.0.1', 'localhost', '::1', '127.1.2.3'], 'Use TLS'), undefined);
  assert.match(
    readablePassword(['localhost', 'mq.example.org'], 'Use TLS') ?? '',
    /mq\.example\.org without TLS.*Use TLS/,
  );
  assert.match(readablePassword(['127.0.0.1.example.org'], 'Use TLS') ?? '', /without TLS/);
});

test('a broker input accepts only small, finite certificate files', () => {
  const named = { tls_enable: true, tls_cert_file: '/dev/zero', tls_key_file: '/dev/zero' };
  assert.throws(() => tlsOptions(named), /TLS certificate file \/dev\/zero cannot be read: it is not a file/);
  const required = { tls_enable: true, tls_client_auth: 'required', tls_client_auth_cert_file: '/dev/zero' };
  assert.throws(() => tlsOptions(required), /trusted client certificates \/dev\/zero cannot be read: it is not a file/);
});

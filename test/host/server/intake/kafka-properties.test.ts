// A Kafka input accepts custom properties with the names of the Java and the C consumer.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { consumerProperties } from '../../../../host/server/intake/transport/kafka/properties.js';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { reasonOf } from '../../../../host/server/intake/transport/broker-transport.js';
import { temporaryDirectory } from '../store/opened-store.js';

const server = selfSignedCertificate('localhost');
const reader = selfSignedCertificate('reader');
const inline = (pem: string) => pem.trim().replaceAll('\n', '\\n');

/** Connects to a server that requests a certificate. @returns subject of the certificate that the client presents */
async function seenBy(context: TestContext, properties: readonly string[]): Promise<string> {
  const listening = createServer({ ...server, ca: [reader.cert], requestCert: true });
  context.after(() => listening.close());
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { tls } = consumerProperties(['security.protocol=SSL', ...properties].join('\n'));
  assert.ok(tls);
  const { port } = listening.address() as AddressInfo;
  const client = connect({ ...tls, host: '127.0.0.1', port });
  context.after(() => client.destroy());
  const refused = once(client, 'error').then(([error]) => Promise.reject(new Error(reasonOf(error))));
  const [socket] = (await Promise.race([once(listening, 'secureConnection'), refused])) as [TLSSocket];
  socket.on('error', () => undefined);
  return String(socket.getPeerCertificate().subject.CN);
}

async function written(context: TestContext) {
  const directory = await temporaryDirectory(context);
  const put = async (name: string, text: string) => {
    await writeFile(join(directory, name), text);
    return join(directory, name);
  };
  return {
    ca: await put('ca.pem', server.cert),
    cert: await put('reader.pem', reader.cert),
    key: await put('reader.key', reader.key),
    both: await put('keystore.pem', reader.key + reader.cert),
    ofJava: await put('keystore.jks', '\u00fe\u00ed of Java'),
  };
}

test('the client presents the certificate of its properties, with the property names of both the C and the Java consumer', async (context) => {
  const { ca, cert, key, both } = await written(context);
  const ways = {
    'files apart': [`ssl.ca.location=${ca}`, `ssl.certificate.location=${cert}`, `ssl.key.location=${key}`],
    'a key store': [
      'ssl.truststore.type=PEM',
      `ssl.truststore.location=${ca}`,
      'ssl.keystore.type=PEM',
      `ssl.keystore.location=${both}`,
    ],
    'in the properties': [
      `ssl.truststore.certificates=${inline(server.cert)}`,
      `ssl.keystore.certificate.chain=${inline(reader.cert)}`,
      `ssl.keystore.key=${inline(reader.key)}`,
    ],
  };
  for (const [way, properties] of Object.entries(ways)) {
    assert.equal(await seenBy(context, properties), 'reader', way);
    assert.deepEqual(consumerProperties(properties.join('\n')).unknown, []);
  }
});

test('a Kafka input explains a broker’s refusal because of a missing client certificate', async (context) => {
  const { ca } = await written(context);
  await assert.rejects(seenBy(context, [`ssl.ca.location=${ca}`]), /^Error: TLS: [a-z0-9 ]*certificate[a-z ]*$/);
});

for (const [name, value, reason] of [
  ['ssl.truststore.type', 'JKS', 'ssl.truststore.type: certificates are read as PEM, not as JKS.'],
  ['isolation.level', 'none', 'isolation.level: none is none of read_uncommitted, read_committed.'],
] as const)
  test(`the property ${name}=${value} is refused by name`, () => {
    assert.throws(() => consumerProperties(`security.protocol=SSL\n${name}=${value}`), { message: reason });
  });

test('a Kafka input reads uncommitted messages by default, like other consumers', () => {
  assert.equal(consumerProperties('').isolation, 'read_uncommitted');
  assert.equal(consumerProperties('isolation.level = read_committed').isolation, 'read_committed');
});

test('a key store that is not PEM is reported as unknown; a missing key store is refused by name', async (context) => {
  const { ofJava, both } = await written(context);
  const of = (...properties: readonly string[]) =>
    consumerProperties(['security.protocol=SSL', ...properties, 'ssl.keystore.password=p'].join('\n'));
  for (const [properties, unknown] of [
    [[`ssl.keystore.location=${ofJava}`], ['ssl.keystore.location']],
    [
      ['ssl.keystore.type=JKS', `ssl.keystore.location=${ofJava}`],
      ['ssl.keystore.type', 'ssl.keystore.location'],
    ],
    [['ssl.keystore.type=PKCS12'], ['ssl.keystore.type']],
    [
      ['ssl.keystore.type=JKS', `ssl.keystore.location=${both}.gone`],
      ['ssl.keystore.type', 'ssl.keystore.location'],
    ],
  ] as const) {
    const found = of(...properties);
    assert.deepEqual(found.unknown, [...unknown, 'ssl.keystore.password'], properties.join());
    assert.deepEqual(found.tls, {});
  }
  assert.throws(() => of(`ssl.keystore.location=${both}.gone`), /ssl\.keystore\.location .*ENOENT/);
});

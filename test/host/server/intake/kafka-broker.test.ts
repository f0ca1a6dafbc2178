/** Kafka inputs against a real broker if one can be started: from a missing topic to a killed server. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import * as zlib from 'node:zlib';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { findKafka, Kafka, kafkaUser } from '../../../kafka.js';
import { until } from '../../../until.js';
import {
  compressionsOf,
  createTopic,
  left,
  membersOf,
  put,
  putInTransaction,
  type TopicOptions,
} from './kafka-broker.js';
import { killWhileFetching } from './kill-while-fetching.js';
import { countersOf, openIntake, runningOf, type OpenIntake, type TypeName } from './open-intake.js';

const found = await findKafka();
const skip = 'missing' in found ? found.missing : false;
if (skip !== false) console.log(`Not tested with Kafka: ${skip}.`);

const shown = selfSignedCertificate('localhost');
const reader = selfSignedCertificate('reader');
let kafka: Kafka;
before(async () => {
  if ('classPath' in found) kafka = await Kafka.start(found.classPath, shown, reader.cert);
});
after(async () => {
  // The broker may not have started.
  await kafka?.stop();
});

const waitMs = 60_000;
const isUp = (open: OpenIntake) => runningOf(open)?.state === 'RUNNING' && countersOf(open).openConnections > 0;
const isFailing = (open: OpenIntake) => runningOf(open)?.state === 'FAILING';
const detailOf = (open: OpenIntake) => runningOf(open)?.detail ?? '';
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `number ${number}`);
const address = (port: number) => `127.0.0.1:${port}`;

/** Returns helpers for a topic that is named after the test. */
async function topicOf(context: TestContext, options: TopicOptions = {}) {
  const { partitions = 1 } = options;
  const name = context.name.replace(/\W+/g, '-').slice(0, 80);
  const attributes = {
    ...{ bootstrap_server: address(kafka.ports.plain), topic_filter: name, group_id: name, offset_reset: 'smallest' },
    ...{ fetch_min_bytes: 1, fetch_wait_max: 50, threads: 2 },
  };
  return {
    name,
    attributes,
    make: () => kafka.withConnection((connection) => createTopic(connection, name, options)),
    put: (texts: readonly (string | Buffer)[], partition = 0) =>
      kafka.withConnection((connection) => put(connection, name, texts, partition)),
    left: () => kafka.withConnection((connection) => left(connection, name, name, partitions)),
    committed: () =>
      kafka.withConnection((connection) =>
        until('all messages are committed', async () => (await left(connection, name, name, partitions)) === 0, waitMs),
      ),
    opened: (more: Record<string, unknown> = {}, type: TypeName = 'rawKafka') =>
      openIntake(context, type, { ...attributes, ...more }),
  };
}

const stored = (open: OpenIntake, count: number) =>
  until(`${count} messages are stored`, () => open.sink.messages.length >= count, waitMs);

const kinds: readonly (readonly [TypeName, bodyOf: (number: number) => string, text: string])[] = [
  [
    'gelfKafka',
    (number) => JSON.stringify({ version: '1.1', host: 'web', short_message: `of GELF ${number}` }),
    'of GELF',
  ],
  ['syslogKafka', (number) => `<34>1 2026-01-01T00:00:00Z web-1 su 7 ID47 - of syslog ${number}`, 'of syslog'],
  ['rawKafka', (number) => `as it is ${number}`, 'as it is'],
];
for (const [type, bodyOf, text] of kinds)
  test(`${type} waits for its topic and stores and commits what its partitions hold`, { skip }, async (context) => {
    const topic = await topicOf(context, { partitions: 3 });
    const open = await topic.opened({}, type);
    await until(
      'the input reports the missing topic',
      () => isFailing(open) && /no topic matches/.test(detailOf(open)),
      waitMs,
    );
    await topic.make();
    for (const partition of [0, 1, 2]) await topic.put([bodyOf(partition)], partition);
    await stored(open, 3);
    assert.deepEqual(open.sink.texts().sort(), [`${text} 0`, `${text} 1`, `${text} 2`]);
    await topic.committed();
  });

const canReadZstd = 'zstdDecompress' in zlib;
for (const [codec, number] of [
  ['gzip', 1],
  ['snappy', 2],
  ['lz4', 3],
  ['zstd', 4],
] as const)
  test(`messages that Java producers compress with ${codec} are read`, { skip }, async (context) => {
    const topic = await topicOf(context, { settings: { 'compression.type': codec } });
    await topic.make();
    // The texts are long and repetitive, so that compression refers back over more than one block.
    const texts = numbered(1_000).map((text) => `${text} ${'of what is said again and again '.repeat(5)}`.trim());
    await topic.put(texts);
    assert.deepEqual(await kafka.withConnection((connection) => compressionsOf(connection, topic.name)), [number]);
    const open = await topic.opened();
    if (codec === 'zstd' && !canReadZstd) {
      await until('the input reports a failure', () => isFailing(open) && /zstd/.test(detailOf(open)), waitMs);
      assert.equal(await topic.left(), texts.length, 'messages that cannot be decompressed are not committed');
      return;
    }
    await stored(open, texts.length);
    assert.deepEqual(open.sink.texts(), texts);
  });

test(
  'two inputs in a Kafka group share its partitions; when one leaves, the other reads all of them',
  { skip },
  async (context) => {
    const topic = await topicOf(context, { partitions: 4 });
    await topic.make();
    const [one, other] = [await topic.opened(), await topic.opened()];
    const all = [0, 1, 2, 3];
    const putEach = async (what: string) => {
      for (const partition of all) await topic.put([`${what} ${partition}`], partition);
    };
    const members = () => kafka.withConnection((connection) => membersOf(connection, topic.name));
    await until('both inputs are members of the group', async () => (await members()) === 2, waitMs);
    await putEach('first');
    const texts = () => [...one.sink.texts(), ...other.sink.texts()].sort();
    await until('all messages are stored', () => texts().length >= 4, waitMs);
    assert.deepEqual(texts(), ['first 0', 'first 1', 'first 2', 'first 3']);
    assert.deepEqual(
      [one, other].map(({ sink }) => sink.messages.length),
      [2, 2],
    );
    await topic.committed();
    await other.intake.inputs.stop(other.id);
    const before = one.sink.messages.length;
    await putEach('second');
    await stored(one, before + 4);
    assert.deepEqual(one.sink.texts().slice(before).sort(), ['second 0', 'second 1', 'second 2', 'second 3']);
    await topic.committed();
  },
);

test('a restarted Kafka input continues at its position', { skip }, async (context) => {
  const topic = await topicOf(context, { partitions: 2 });
  await topic.make();
  const open = await topic.opened();
  for (const round of [1, 2, 3]) {
    for (const partition of [0, 1]) await topic.put(numbered(100), partition);
    await stored(open, round * 200);
    await topic.committed();
    await open.intake.inputs.stop(open.id);
    if (round < 3) await open.intake.inputs.start(open.id);
  }
  assert.equal(open.sink.messages.length, 600, 'no message is stored twice');
});

test('a Kafka input reads large messages, and refuses larger ones than permitted', { skip }, async (context) => {
  const topic = await topicOf(context, { settings: { 'max.message.bytes': String(20 * 2 ** 20) } });
  await topic.make();
  const mebibytes = (count: number) => Buffer.alloc(count * 2 ** 20, 'x');
  for (const one of ['first', mebibytes(9), mebibytes(17), '', 'last']) await topic.put([one]);
  const open = await topic.opened();
  await until('all messages are read', () => open.sink.texts().includes('last'), waitMs);
  assert.deepEqual(
    open.sink.texts().map((text) => text.length),
    [5, 9 * 2 ** 20, 4],
  );
  assert.deepEqual([countersOf(open).malformed, countersOf(open).empty], [1, 1]);
});

test('a Kafka input reads all messages of transactions, or only the committed ones', { skip }, async (context) => {
  const topic = await topicOf(context);
  await topic.make();
  for (const ending of ['aborted', 'committed', 'aborted'] as const)
    await kafka.withConnection((connection) =>
      putInTransaction(connection, topic.name, [`${ending} one`, `${ending} two`], ending),
    );
  await topic.put(['last']);
  const all = await topic.opened({ group_id: 'all' });
  const custom_properties = 'isolation.level=read_committed';
  const committed = await topic.opened({ group_id: 'committed', custom_properties });
  const isDone = (open: OpenIntake) => open.sink.texts().includes('last');
  await until('both inputs have read all messages', () => isDone(all) && isDone(committed), waitMs);
  assert.equal(all.sink.messages.length, 7);
  assert.deepEqual(committed.sink.texts(), ['committed one', 'committed two', 'last']);
});

const inline = (pem: string) => pem.trim().replaceAll('\n', '\\n');
const trusting = `ssl.truststore.certificates=${inline(shown.cert)}`;

test(
  'a Kafka input presents a client certificate to the broker over TLS, and reports a missing one',
  { skip },
  async (context) => {
    const topic = await topicOf(context);
    await topic.make();
    await topic.put(['over TLS']);
    const bootstrap_server = address(kafka.ports.tls);
    const own = [`ssl.keystore.certificate.chain=${inline(reader.cert)}`, `ssl.keystore.key=${inline(reader.key)}`];
    const custom_properties = ['security.protocol=SSL', trusting, ...own].join('\n');
    const open = await topic.opened({ bootstrap_server, custom_properties });
    await stored(open, 1);
    const nobody = await topic.opened({ bootstrap_server, custom_properties: `security.protocol=SSL\n${trusting}` });
    await until('the input reports a failure', () => isFailing(nobody), waitMs);
    assert.match(detailOf(nobody), /TLS: .*certificate/);
  },
);

for (const mechanism of ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])
  test(`a Kafka input logs in with ${mechanism}, but not with a wrong password`, { skip }, async (context) => {
    const topic = await topicOf(context);
    await topic.make();
    await topic.put(['after logging in']);
    const with_ = (password: string) => ({
      bootstrap_server: `localhost:${kafka.ports.sasl}`,
      custom_properties: [
        'security.protocol=SASL_SSL',
        trusting,
        `sasl.mechanism=${mechanism}`,
        `sasl.jaas.config=LoginModule required username="${kafkaUser.user}" password="${password}";`,
      ].join('\n'),
    });
    const open = await topic.opened(with_(kafkaUser.password));
    await stored(open, 1);
    const wrong = await topic.opened(with_('another'));
    await until('the input reports a failure', () => isFailing(wrong), waitMs);
    assert.match(detailOf(wrong), /refuses user name or password/);
  });

test('messages in flight to a Kafka input are redelivered after the broker restarts', { skip }, async (context) => {
  const topic = await topicOf(context, { partitions: 2 });
  await topic.make();
  const open = await topic.opened();
  await topic.put(['before']);
  await stored(open, 1);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  for (const partition of [0, 1]) await topic.put([`under way ${partition}`], partition);
  await until('the messages are in flight', () => countersOf(open).received.total === 3, waitMs);
  await kafka.halt();
  await until('the connections of the input are closed', () => countersOf(open).openConnections === 0, waitMs);
  openGate();
  await kafka.start();
  await until('the input is connected again', () => isUp(open), waitMs);
  await topic.put(['after'], 1);
  await until('the message is stored', () => open.sink.texts().includes('after'), waitMs);
  assert.deepEqual([...new Set(open.sink.texts())].sort(), ['after', 'before', 'under way 0', 'under way 1']);
  await topic.committed();
});

test('kill -9 during fetching from Kafka loses no message', { skip }, async (context) => {
  const partitions = 3;
  const topic = await topicOf(context, { partitions });
  await topic.make();
  let batches = 0;
  await kafka.withConnection(async (connection) => {
    const leftOf = () => left(connection, topic.name, topic.name, partitions);
    const broker = {
      type: inputTypeIds.rawKafka,
      configuration: topic.attributes,
      environment: {},
      hasQueue: async () => true,
      put: async (texts: readonly string[]) => {
        await put(connection, topic.name, texts, (batches += 1) % partitions);
        // The broker keeps all messages: a sender that is faster than the input waits.
        await until('the input has fetched most messages', async () => (await leftOf()) < 2_000, waitMs);
      },
      isDone: async () => (await leftOf()) === 0,
    };
    // Starting the broker is slow, so one round is enough.
    await killWhileFetching(context, broker, 1);
  });
});

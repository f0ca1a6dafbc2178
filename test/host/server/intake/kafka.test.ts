/** Tests that Kafka inputs commit only durable messages, and survive misbehaviour of producers and brokers. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { unlz4 } from '../../../../host/server/intake/transport/kafka/lz4.js';
import { countersOf, openIntake, type OpenIntake, runningOf, stopAtOnce } from './open-intake.js';
import { batchOf, FakeKafka } from './fake-kafka.js';
import { eventually } from './recording-sink.js';

const own = { topic_filter: '^log.*', fetch_min_bytes: 1, fetch_wait_max: 20, threads: 1, offset_reset: 'smallest' };

async function opened(context: TestContext, attributes: Record<string, unknown> = {}, broker = new FakeKafka()) {
  const port = await broker.listen(context);
  const more = { bootstrap_server: `127.0.0.1:${port}`, ...attributes };
  return { broker, open: await openIntake(context, 'rawKafka', { ...own, ...more }) };
}

const detailOf = (open: OpenIntake) => runningOf(open)?.detail ?? '';
const reasonsOf = (open: OpenIntake) =>
  countersOf(open)
    .failures()
    .map(({ reason }) => reason);

test('a Kafka input commits records only once they are durably stored', async (context) => {
  const { broker, open } = await opened(context);
  await eventually(() => broker.committed === 0);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  broker.put(batchOf(['one', 'two']));
  await eventually(() => countersOf(open).received.total === 2);
  // A commit that is not sent causes no event, so the test waits for a while.
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(broker.committed, 0, 'no offset is committed before its record is durable');
  openGate();
  await eventually(() => broker.committed === 2);
  assert.deepEqual(open.sink.texts(), ['one', 'two']);
  assert.equal(open.sink.messages[0]?.remote?.address, '127.0.0.1');
});

test('a Kafka input starts at the configured offset if none was committed, and commits it at once', async (context) => {
  const broker = new FakeKafka();
  broker.put(batchOf(['old']));
  const { open } = await opened(context, { offset_reset: 'largest' }, broker);
  await eventually(() => broker.committed === 1);
  broker.put(batchOf(['new']));
  await eventually(() => broker.committed === 2);
  assert.deepEqual(open.sink.texts(), ['new']);
});

test('a Kafka input continues at the committed offset, and starts at the configured offset if the committed one no longer exists', async (context) => {
  const broker = new FakeKafka();
  broker.put(batchOf(['a', 'b', 'c']));
  broker.committed = 2;
  const { open } = await opened(context, {}, broker);
  await eventually(() => broker.committed === 3);
  assert.deepEqual(open.sink.texts(), ['c'], 'the committed offset may be within a batch');
  const gone = new FakeKafka();
  gone.put(batchOf(['d']));
  gone.committed = 77;
  const other = await opened(context, {}, gone);
  await eventually(() => gone.committed === 1);
  assert.deepEqual(other.open.sink.texts(), ['d']);
});

const lz4Frame = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE((bytes.length + 2 ** 31) >>> 0);
  return Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82]), length, bytes, Buffer.alloc(4)]);
};
/** Encodes bytes as one Snappy literal. */
const snappyLiteral = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([bytes.length & 0x7f, (bytes.length - 1) << 2]), bytes]);
const xerial = (bytes: Buffer): Buffer => {
  const block = snappyLiteral(bytes);
  const length = Buffer.alloc(4);
  length.writeInt32BE(block.length);
  const head = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  return Buffer.concat([head, length, block]);
};

test('a long lz4 match that overlaps its own output is decompressed', async () => {
  const size = (bytes: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(bytes.length);
    return Buffer.concat([head, bytes]);
  };
  // The block has three literals, then a match three bytes back of 4 + 15 + 255 * 1000 + 7 bytes.
  const block = Buffer.concat([
    Buffer.from([0x3f, 0x61, 0x62, 0x63, 3, 0]),
    Buffer.alloc(1_000, 255),
    Buffer.from([7]),
  ]);
  const frame = Buffer.concat([Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82]), size(block), Buffer.alloc(4)]);
  const length = 3 + 4 + 15 + 255_000 + 7;
  assert.ok((await unlz4(frame, length)).equals(Buffer.alloc(length, 'abc')));
  await assert.rejects(unlz4(frame, length - 1), /More than 255028 bytes/);
});

test('a Kafka input reads compressed batches of all codecs, and does not store control records', async (context) => {
  const { broker, open } = await opened(context);
  broker.put(batchOf(['gzip'], { compression: 1, compress: gzipSync }));
  broker.put(batchOf(['snappy'], { compression: 2, compress: snappyLiteral }));
  broker.put(batchOf(['blocks'], { compression: 2, compress: xerial }));
  broker.put(batchOf(['lz4'], { compression: 3, compress: lz4Frame }));
  broker.put(batchOf(['to itself'], { isControl: true }));
  broker.put(batchOf(['', 'last']));
  await eventually(() => broker.committed === 7);
  assert.deepEqual(open.sink.texts(), ['gzip', 'snappy', 'blocks', 'lz4', 'last']);
  assert.equal(countersOf(open).empty, 1);
});

/**
 * Builds a log of two producers with overlapping transactions. The first and the last transaction of one producer are
 * aborted.
 */
function withTransactions(): FakeKafka {
  const broker = new FakeKafka();
  const [one, other] = [{ producer: 7n }, { producer: 8n }];
  const ending = (of: { readonly producer: bigint }) => batchOf(['ending'], { ...of, isControl: true });
  broker.put(batchOf(['of nobody']));
  broker.put(batchOf(['taken back', 'as well'], one));
  broker.put(batchOf(['of the other'], other));
  broker.put(ending(one));
  broker.put(batchOf(['committed'], one));
  broker.put(ending(other));
  broker.put(ending(one));
  broker.put(batchOf(['taken back again'], one));
  broker.put(ending(one));
  broker.put(batchOf(['last']));
  // The list is unsorted, because the protocol guarantees no order.
  broker.aborted.push(
    { producer: 7n, firstOffset: 8n, lastOffset: 9n },
    { producer: 7n, firstOffset: 1n, lastOffset: 4n },
  );
  return broker;
}

const committedOnly = { custom_properties: 'isolation.level=read_committed' };

test('a Kafka input skips aborted messages when reading only committed ones', async (context) => {
  const all = await opened(context, {}, withTransactions());
  await eventually(() => all.broker.committed === 11);
  assert.equal(all.open.sink.texts().length, 7);
  const broker = withTransactions();
  // The committed offset is in the middle of a transaction.
  broker.committed = 2;
  const { open } = await opened(context, committedOnly, broker);
  await eventually(() => broker.committed === 11);
  assert.deepEqual(open.sink.texts(), ['of the other', 'committed', 'last']);
  assert.equal(runningOf(open)?.remark, null);
  const other = await opened(context, { custom_properties: 'isolation.level=none' });
  await eventually(() => runningOf(other.open)?.state === 'FAILING');
  assert.match(detailOf(other.open), /isolation\.level: none is none of read_uncommitted, read_committed/);
});

test('a Kafka input stores committed messages after a damaged batch, even if it ended an aborted transaction', async (context) => {
  const broker = new FakeKafka();
  const [one, other] = [{ producer: 7n }, { producer: 8n }];
  broker.put(batchOf(['taken back'], one));
  broker.put(batchOf(['taken back as well'], other));
  broker.put(batchOf(['ending'], { ...one, isControl: true, isDamaged: true }));
  broker.put(batchOf(['committed'], one));
  broker.put(batchOf(['still taken back'], other));
  broker.put(batchOf(['ending'], { ...one, isControl: true }));
  broker.put(batchOf(['ending'], { ...other, isControl: true }));
  broker.aborted.push(
    { producer: 7n, firstOffset: 0n, lastOffset: 2n },
    { producer: 8n, firstOffset: 1n, lastOffset: 6n },
  );
  const { open } = await opened(context, committedOnly, broker);
  await eventually(() => broker.committed === 7);
  assert.deepEqual(open.sink.texts(), ['committed']);
  assert.deepEqual([countersOf(open).malformed, reasonsOf(open).length], [1, 1]);
});

test('a Kafka input limits the aborted transactions of an answer, unless all messages are read', async (context) => {
  const telling = (count: number): FakeKafka => {
    const broker = new FakeKafka();
    broker.tellsEveryone = true;
    broker.put(batchOf(['one']));
    for (let added = 0; added < count; added += 1)
      broker.aborted.push({ producer: 7n, firstOffset: 0n, lastOffset: 0n });
    return broker;
  };
  for (const [count, attributes] of [
    [100_000, committedOnly],
    [100_001, {}],
  ] as const) {
    const { broker, open } = await opened(context, attributes, telling(count));
    await eventually(() => broker.committed === 1);
    assert.deepEqual(open.sink.texts(), ['one']);
  }
  const { open } = await opened(context, committedOnly, telling(100_001));
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(detailOf(open), /reports 100001 aborted transactions/);
  assert.deepEqual(open.sink.texts(), []);
});

test('a Kafka input reads topics compressed with zstd from brokers that refuse them to older consumers', async (context) => {
  const broker = new FakeKafka();
  broker.keepsZstd = true;
  broker.put(batchOf(['one']));
  const { open } = await opened(context, {}, broker);
  await eventually(() => broker.committed === 1);
  broker.put(batchOf(['two']));
  await eventually(() => broker.committed === 2);
  assert.deepEqual(open.sink.texts(), ['one', 'two']);
  assert.equal(broker.joins, 1, 'the input never failed');
});

test('a Kafka input refuses an unreadable record with its reason, and reads the next one', async (context) => {
  const { broker, open } = await opened(context);
  broker.put(batchOf(['damaged'], { isDamaged: true }));
  broker.put(batchOf(['no gzip'], { compression: 1 }));
  broker.put(batchOf(['no lz4'], { compression: 3 }));
  broker.put(batchOf(['bomb'], { compression: 1, compress: () => gzipSync(Buffer.alloc(200 * 1024 * 1024)) }));
  const cut = (bytes: Buffer) => bytes.subarray(0, -3);
  broker.put(batchOf(['cut off'], { compress: cut }));
  broker.put(batchOf([Buffer.alloc(17 * 1024 * 1024, 'x')]));
  broker.put(batchOf(['good']));
  await eventually(() => broker.committed === 7);
  assert.deepEqual(open.sink.texts(), ['good']);
  const wanted = [/17825792 bytes/, /ends too early/, /larger than|decompress/, /lz4/, /decompressed/, /checksum/];
  for (const [index, reason] of reasonsOf(open).entries()) assert.match(reason, wanted[index] ?? /never/);
  assert.equal(countersOf(open).malformed, wanted.length);
});

test('a Kafka input skips record headers, whatever their number', async (context) => {
  const { broker, open } = await opened(context);
  broker.put(batchOf(['good'], { headers: Buffer.from([0x80, 0x80, 0x80, 0x10]) }));
  await eventually(() => broker.committed === 1);
  assert.deepEqual(open.sink.texts(), ['good']);
});

test('a Kafka input decodes no more of a batch of many small messages than the journal accepts', async (context) => {
  const { broker, open } = await opened(context);
  await eventually(() => broker.committed === 0);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  const many = 100_000;
  broker.put(batchOf(Array.from({ length: many }, () => 'x')));
  const received = () => countersOf(open).received.total;
  await eventually(() => received() > 20_000);
  // No event shows that decoding pauses, so the test waits. Without a pause, all messages would be decoded within this
  // time.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.ok(received() < many / 2, String(received()));
  openGate();
  await eventually(() => broker.committed === many);
  assert.equal(open.sink.messages.length, many);
});

test('a Kafka input refuses a batch of 100 MiB without keeping it', async (context) => {
  const broker = new FakeKafka();
  broker.put(batchOf([Buffer.alloc(100 * 1024 * 1024, 'x')]));
  broker.put(batchOf(['after']));
  const { open } = await opened(context, {}, broker);
  await eventually(() => broker.committed === 2);
  assert.deepEqual(open.sink.texts(), ['after']);
  assert.match(reasonsOf(open)[0] ?? '', /too many to be read/);
});

test('a Kafka input leaves batches in place that this Node.js cannot decompress, and reports them', async (context) => {
  if ('zstdDecompress' in (await import('node:zlib'))) return context.skip('this Node.js reads zstd');
  const { broker, open } = await opened(context);
  broker.put(batchOf(['first']));
  broker.put(batchOf(['zstd'], { compression: 4 }));
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(detailOf(open), /at offset 1 of logs\/0 records are compressed with zstd/);
  assert.equal(broker.committed, 1);
});

test('a Kafka input fetches nothing while the journal is behind', async (context) => {
  const { broker, open } = await opened(context);
  await eventually(() => broker.committed === 0);
  open.sink.setPressure('slow');
  for (let batch = 0; batch < 60; batch += 1) broker.put(batchOf([`${batch} ${'x'.repeat(1024 * 1024)}`]));
  // Requests that were sent before may still be answered. A new request must not be sent, for which the test waits.
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(countersOf(open).received.total < 20);
  open.sink.setPressure('open');
  await eventually(() => broker.committed === 60);
  assert.equal(open.sink.messages.length, 60);
});

test('a Kafka input does not commit messages that the store refuses, and reads them again', async (context) => {
  const { broker, open } = await opened(context);
  await eventually(() => broker.committed === 0);
  open.sink.failure = new Error('full');
  broker.put(batchOf(['one']));
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(detailOf(open), /could not be stored/);
  assert.equal(broker.committed, 0);
  open.sink.failure = undefined;
  await eventually(() => broker.committed === 1);
  assert.deepEqual(open.sink.texts(), ['one']);
});

test('a Kafka input reconnects to a lost broker, and continues after a rebalance', async (context) => {
  const { broker, open } = await opened(context);
  broker.put(batchOf(['one']));
  await eventually(() => broker.committed === 1);
  broker.drop();
  await eventually(() => runningOf(open)?.state === 'FAILING');
  broker.put(batchOf(['two']));
  await eventually(() => broker.committed === 2);
  assert.equal(runningOf(open)?.state, 'RUNNING');
  const { joins, connections } = broker;
  broker.heartbeatError = 27;
  await eventually(() => broker.joins > joins);
  broker.put(batchOf(['three']));
  await eventually(() => broker.committed === 3);
  assert.deepEqual(open.sink.texts(), ['one', 'two', 'three']);
  assert.equal(broker.connections, connections + 1, 'only the fetching connection is replaced after a rebalance');
  // The broker would wait for a lost member if the input did not rejoin under its id.
  assert.deepEqual([...broker.members], ['member 1']);
});

test('a Kafka input rejoins as a new member when the group has forgotten it', async (context) => {
  const { broker, open } = await opened(context);
  await eventually(() => broker.committed === 0);
  broker.joinError = 25;
  broker.drop();
  await eventually(() => broker.members.size === 2);
  broker.put(batchOf(['one']));
  await eventually(() => broker.committed === 1);
  assert.equal(runningOf(open)?.state, 'RUNNING');
});

test('a Kafka input rejoins as the same member when another rebalance begins', async (context) => {
  const broker = new FakeKafka();
  broker.syncError = 27;
  broker.put(batchOf(['one']));
  const { open } = await opened(context, {}, broker);
  await eventually(() => broker.committed === 1);
  assert.deepEqual(open.sink.texts(), ['one']);
  assert.deepEqual([broker.joins, broker.connections, [...broker.members]], [2, 3, ['member 1']]);
});

test('a Kafka input warns about a password that leaves the machine without TLS', async (context) => {
  const warningFor = async (mechanism: string): Promise<string | null | undefined> => {
    const custom_properties = `security.protocol=SASL_PLAINTEXT\nsasl.mechanism=${mechanism}\nsasl.username=u\nsasl.password=p\nno.such=1`;
    const open = await openIntake(context, 'gelfKafka', {
      ...own,
      bootstrap_server: 'mq.invalid:1',
      custom_properties,
    });
    await eventually(() => runningOf(open)?.remark !== null);
    return runningOf(open)?.remark;
  };
  assert.match((await warningFor('PLAIN')) ?? '', /mean nothing here: no\.such\..*goes to mq\.invalid without TLS/);
  assert.equal(await warningFor('SCRAM-SHA-256'), 'Properties that mean nothing here: no.such.');
});

test('a Kafka input refuses property files that are large or endless', async (context) => {
  const custom_properties = 'security.protocol=SSL\nssl.ca.location=/dev/zero';
  const { open } = await opened(context, { custom_properties });
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(detailOf(open), /ssl\.ca\.location.*it is not a file/);
});

test('a Kafka input reports brokers that send garbage, are silent or are missing, and missing topics', async (context) => {
  const nonsense = new FakeKafka();
  nonsense.garbage = 'HTTP/1.1 400 Bad Request\r\n\r\n';
  const confused = await opened(context, {}, nonsense);
  await eventually(() => runningOf(confused.open)?.state === 'FAILING');
  const nobody = await openIntake(context, 'gelfKafka', { ...own, bootstrap_server: '127.0.0.1:1, localhost:2' });
  await eventually(() => runningOf(nobody)?.state === 'FAILING');
  assert.match(detailOf(nobody), /ECONNREFUSED/);
  const none = await opened(context, { topic_filter: 'lo' });
  await eventually(() => runningOf(none.open)?.state === 'FAILING');
  assert.match(detailOf(none.open), /no topic matches/, 'the topic filter must match the whole topic name');
});

test('a Kafka input stops immediately while its broker is silent, and leaves its group', async (context) => {
  const silent = new FakeKafka();
  silent.silent = true;
  const { broker, open } = await opened(context, {}, silent);
  await eventually(() => broker.connections === 1);
  await stopAtOnce(open);
  const other = await opened(context);
  other.broker.put(batchOf(['one']));
  await eventually(() => other.open.sink.messages.length === 1);
  await other.open.intake.inputs.stop(other.open.id);
  assert.deepEqual([other.broker.committed, other.broker.left], [1, 1]);
});

test('invalid settings of a Kafka input are refused with the name of the field', async (context) => {
  const { open } = await opened(context);
  const { type } = open.intake.inputs.get(open.id);
  const wrong = (attributes: Record<string, unknown>) =>
    open.intake.inputs.create(
      { title: 't', type, global: true, configuration: { ...own, bootstrap_server: '127.0.0.1:9', ...attributes } },
      'admin',
    );
  await assert.rejects(wrong({ legacy_mode: true }), /ZooKeeper/);
  await assert.rejects(wrong({ topic_filter: '(' }), /"topic_filter"/);
  await assert.rejects(wrong({ bootstrap_server: 'a b' }), /"bootstrap_server" must be host:port/);
  await assert.rejects(wrong({ bootstrap_server: ' ' }), /"bootstrap_server" names no broker/);
  await assert.rejects(wrong({ threads: 0 }), /"threads"/);
  await assert.rejects(wrong({ threads: 17 }), /"threads"/);
  await assert.rejects(wrong({ fetch_wait_max: 0 }), /"fetch_wait_max"/);
});

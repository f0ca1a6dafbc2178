/**
 * The server is killed again and again while it fetches from brokers: everything that was given to them is stored, at least once. RabbitMQ
 * is started where the system has it, and used over TLS. Kafka is not part of any system: `TEST_KAFKA` names one that runs, as `host:port`.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/input-type-ids.js';
import { InputCounters } from '../../../../host/server/intake/input-counters.js';
import { BrokerConnection } from '../../../../host/server/intake/kafka/broker-connection.js';
import { noRabbitMq } from '../../../rabbitmq.js';
import { startTestServer } from '../../../server.js';
import { until } from '../../../until.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { fakeBroker, realBroker } from './amqp-broker.js';
import { batchOf } from './fake-kafka.js';

const rounds = 3;
const perBatch = 100;
/** Of one name in each run. */
const name = `log-console-${process.pid}-${Date.now()}`;

interface Broker {
  readonly type: string;
  readonly configuration: Record<string, unknown>;
  /** Of the server. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is put before goes nowhere. */
  readonly hasQueue: () => Promise<boolean>;
  readonly put: (texts: readonly string[]) => Promise<void>;
  /** Nothing is left to be fetched. */
  readonly isDone: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

const placeOf = (address: string) => {
  const [host = '', port = ''] = address.split(':');
  return { host, port: Number(port) };
};

async function amqp(context: TestContext): Promise<Broker> {
  const broker = noRabbitMq ? await fakeBroker(context) : await realBroker();
  context.diagnostic(broker.told);
  const certificate = join(await temporaryDirectory(context), 'certificate.pem');
  await writeFile(certificate, broker.tls?.certificate ?? '');
  const place = { broker_hostname: '127.0.0.1', broker_port: broker.tls?.port ?? broker.port, broker_vhost: '/' };
  return {
    type: inputTypeIds.rawAmqp,
    configuration: {
      ...place,
      ...{ tls: broker.tls !== undefined, queue: name, prefetch: 500, parallel_queues: 1 },
      ...{ exchange: 'e', routing_key: '#' },
    },
    environment: broker.tls ? { NODE_EXTRA_CA_CERTS: certificate } : {},
    hasQueue: () =>
      broker.ready(name).then(
        () => true,
        () => false,
      ),
    // The exchange without a name gives to the queue of the key.
    put: (texts) => broker.publish('', name, texts),
    isDone: async () => (await broker.ready(name)) === 0,
    close: () => broker.stop(),
  };
}

async function kafka(address: string): Promise<Broker> {
  const rooms = {
    tls: undefined,
    clientId: 'test',
    counters: new InputCounters(),
    signal: new AbortController().signal,
  };
  const connection = await BrokerConnection.open(placeOf(address), rooms);
  const partitions = 3;
  const created = await connection.ask(19, 2, (writer) =>
    writer
      .array([name], (one, topic) => one.string(topic).int32(partitions).int16(1).int32(0).int32(0))
      .int32(10_000)
      .int8(0),
  );
  created.int32();
  let batches = 0;
  const put = async (texts: readonly string[]): Promise<void> => {
    const partition = (batches += 1) % partitions;
    // A topic that is new has no leader at first.
    await until('the broker takes it', async () => {
      const answer = await connection.ask(0, 3, (writer) =>
        writer
          .nullableString(null)
          .int16(-1)
          .int32(10_000)
          .array([name], (one, topic) =>
            one.string(topic).array([partition], (two) => two.int32(partition).bytes(batchOf(texts))),
          ),
      );
      answer.int32();
      answer.string();
      answer.int32();
      answer.int32();
      return answer.int16() === 0;
    });
  };
  const place = { bootstrap_server: address, topic_filter: name, group_id: name, offset_reset: 'smallest' };
  return {
    type: inputTypeIds.rawKafka,
    configuration: { ...place, fetch_min_bytes: 1, fetch_wait_max: 100, threads: 2 },
    environment: {},
    hasQueue: async () => true,
    put,
    isDone: async () => true,
    close: async () => connection.close(),
  };
}

async function killed(context: TestContext, broker: Broker): Promise<void> {
  const data = await temporaryDirectory(context);
  const first = await startTestServer({ data, environment: broker.environment });
  const json = { title: 'i', type: broker.type, global: true, configuration: broker.configuration };
  const made = await first.call('/system/inputs', { method: 'POST', session: await first.login(), json });
  assert.equal(made.status, 201, await made.text());
  await until('it has its queue', broker.hasQueue);
  let given = 0;
  let isOver = false;
  const putting = (async () => {
    while (!isOver) {
      await broker.put(Array.from({ length: perBatch }, (_, index) => `number ${given + index}`));
      given += perBatch;
    }
  })();
  const countOf = async (server: typeof first) => {
    const session = await server.login();
    const found = await server.call('/search/universal/relative?query=*&range=0&limit=1', { session });
    return ((await found.json()) as { total_results: number }).total_results;
  };
  let server = first;
  for (let round = 0; round < rounds; round += 1) {
    const before = await countOf(server);
    await until('it takes messages in', async () => (await countOf(server)) > before + 1_000, 60_000);
    await server.kill();
    server = await startTestServer({ data, environment: broker.environment });
  }
  isOver = true;
  await putting;
  await until('all of it is there', async () => (await countOf(server)) >= given && (await broker.isDone()), 60_000);
  let last = -1;
  await until(
    'nothing more comes',
    async () => {
      const now = await countOf(server);
      const isQuiet = now === last;
      last = now;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return isQuiet;
    },
    60_000,
  );
  await server.stop();
  const { store } = await open(context, data);
  await store.settled();
  const found = new Map<string, number>();
  for (const index of store.indices()) {
    const column = index.fields.get('message')?.column;
    for (const row of await store.query(`SELECT ${column} AS message FROM ${index.catalog}.messages`, []))
      found.set(String(row['message']), (found.get(String(row['message'])) ?? 0) + 1);
  }
  const lost = Array.from({ length: given }, (_, index) => `number ${index}`).filter((text) => !found.has(text));
  const twice = [...found.values()].filter((count) => count > 1).length;
  context.diagnostic(`${given} given, ${lost.length} lost, ${twice} more than once, ${rounds} kills`);
  assert.deepEqual(lost, []);
}

const address = process.env['TEST_KAFKA'] ?? '';
const noKafka = address === '' && 'no broker is named (TEST_KAFKA=host:port)';
for (const [which, brokerAt, skip] of [
  ['AMQP', amqp, false],
  ['Kafka', () => kafka(address), noKafka],
] as const)
  test(`kill -9 while messages come from ${which} loses none`, { skip }, async (context) => {
    const broker = await brokerAt(context);
    try {
      await killed(context, broker);
    } finally {
      await broker.close();
    }
  });

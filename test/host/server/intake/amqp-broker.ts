/** The AMQP broker for tests: a real RabbitMQ if the system has one, otherwise a fake with one queue. */
import type { TestContext } from 'node:test';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { noRabbitMq, RabbitMq } from '../../../rabbitmq.js';
import { until } from '../../../until.js';
import { FakeAmqp } from './fake-amqp.js';

export interface AmqpBroker {
  readonly label: string;
  readonly port: number;
  /** Port and certificate (PEM) for TLS; undefined: the broker has no TLS. */
  readonly tls: { readonly port: number; readonly certificate: string } | undefined;
  /** Declares an exchange; a real broker routes its messages to queues by routing key. */
  declareExchange(exchange: string): Promise<void>;
  /** Publishes durable messages and waits for the confirmation. */
  publish(exchange: string, routingKey: string, bodies: readonly string[]): Promise<void>;
  /** Returns the number of messages in a queue that are not being delivered. */
  ready(queue: string): Promise<number>;
  deleteQueue(queue: string): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const mostWaiting = 5_000;

/** Creates the fake broker for one test. */
export async function fakeBroker(context: TestContext): Promise<AmqpBroker> {
  const fake = new FakeAmqp();
  fake.exchangeIsThere = false;
  fake.queueIsThere = false;
  return {
    label: `the broker of the tests: ${noRabbitMq ?? 'it was asked for'}`,
    port: await fake.listen(context),
    tls: undefined,
    declareExchange: async () => void (fake.exchangeIsThere = true),
    publish: async (_exchange, _key, bodies) => {
      fake.put(...bodies);
      // The fake broker keeps all messages in memory, so a sender that is faster than the input has to wait.
      await until('the queue of the broker is not full', () => fake.waiting < mostWaiting, 120_000);
    },
    ready: async () => fake.ready,
    deleteQueue: async () => fake.deleteQueue(),
    restart: () => fake.restart(),
    stop: async () => undefined,
  };
}

export async function realBroker(): Promise<AmqpBroker> {
  const pair = selfSignedCertificate('localhost');
  const rabbit = await RabbitMq.start(pair);
  const withChannel = async <T>(
    work: (channel: Awaited<ReturnType<typeof opened>>['channel']) => Promise<T>,
  ): Promise<T> => {
    const { connection, channel } = await opened(rabbit);
    try {
      return await work(channel);
    } finally {
      await connection.close();
    }
  };
  return {
    label: 'RabbitMQ',
    port: rabbit.port,
    tls: { port: rabbit.tlsPort, certificate: pair.cert },
    declareExchange: (exchange) =>
      withChannel(async (channel) => void (await channel.assertExchange(exchange, 'topic', { durable: true }))),
    publish: (exchange, key, bodies) =>
      withChannel(async (channel) => {
        for (const body of bodies) channel.publish(exchange, key, Buffer.from(body), { persistent: true });
        await channel.waitForConfirms();
      }),
    ready: (queue) => withChannel(async (channel) => (await channel.checkQueue(queue)).messageCount),
    deleteQueue: (queue) => withChannel(async (channel) => void (await channel.deleteQueue(queue))),
    restart: async () => {
      await rabbit.halt();
      await rabbit.start();
    },
    stop: () => rabbit.stop(),
  };
}

async function opened(rabbit: RabbitMq) {
  const connection = await rabbit.connect();
  const channel = await connection.createConfirmChannel();
  // The call itself reports a missing queue. The listener only prevents an unhandled error event from ending the
  // process.
  channel.on('error', () => undefined);
  return { connection, channel };
}

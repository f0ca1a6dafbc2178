/**
 * Tests that killing the server while it fetches from AMQP loses no message. The broker is RabbitMQ over TLS if that is
 * installed, otherwise a fake broker.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { amountOf } from '../../../amounts.js';
import { noRabbitMq } from '../../../rabbitmq.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { fakeBroker, realBroker } from './amqp-broker.js';
import { killWhileFetching } from './kill-while-fetching.js';

/** Name of the queue, different in each test run because a real broker may keep queues. */
const name = `log-console-${process.pid}-${Date.now()}`;

const kills = amountOf('FETCH_KILLS', { usual: 1, full: 3 });

test('kill -9 while messages are fetched from AMQP loses no message', { timeout: 600_000 }, async (context) => {
  const broker = noRabbitMq ? await fakeBroker(context) : await realBroker();
  context.diagnostic(broker.label);
  const certificate = join(await temporaryDirectory(context), 'certificate.pem');
  await writeFile(certificate, broker.tls?.certificate ?? '');
  const place = { broker_hostname: '127.0.0.1', broker_port: broker.tls?.port ?? broker.port, broker_vhost: '/' };
  try {
    const killed = {
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
      // The default exchange (empty name) routes a message to the queue named by the routing key.
      put: (texts: readonly string[]) => broker.publish('', name, texts),
      isDone: async () => (await broker.ready(name)) === 0,
    };
    await killWhileFetching(context, killed, kills);
  } finally {
    await broker.stop();
  }
});

/** Killing the server while it fetches from AMQP loses nothing. RabbitMQ is started where the system has it, and used over TLS. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { noRabbitMq } from '../../../rabbitmq.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { fakeBroker, realBroker } from './amqp-broker.js';
import { killWhileFetching } from './kill-while-fetching.js';

/** The name is the same during one run and different between runs. */
const name = `log-console-${process.pid}-${Date.now()}`;

test('kill -9 while messages come from AMQP loses none', async (context) => {
  const broker = noRabbitMq ? await fakeBroker(context) : await realBroker();
  context.diagnostic(broker.told);
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
      // The exchange without a name gives to the queue of the key.
      put: (texts: readonly string[]) => broker.publish('', name, texts),
      isDone: async () => (await broker.ready(name)) === 0,
    };
    await killWhileFetching(context, killed, 3);
  } finally {
    await broker.stop();
  }
});

/** Tests inputs against a real AMQP broker: missing queue, wrong password, restarts of the broker. */
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { noRabbitMq } from '../../../rabbitmq.js';
import { until } from '../../../until.js';
import { fakeBroker, realBroker, type AmqpBroker } from './amqp-broker.js';
import { countersOf, openIntake, runningOf, type OpenIntake, type TypeName } from './open-intake.js';

let real: AmqpBroker | undefined;
before(async () => {
  if (!noRabbitMq) real = await realBroker();
});
after(() => real?.stop());

async function brokerOf(context: TestContext): Promise<AmqpBroker> {
  const broker = real ?? (await fakeBroker(context));
  context.diagnostic(broker.label);
  return broker;
}

/** Creates an input with its own queue and exchange. */
async function opened(
  context: TestContext,
  broker: AmqpBroker,
  attributes: Record<string, unknown> = {},
  type: TypeName = 'rawAmqp',
) {
  const name = `${type} ${context.name}`.replace(/\W+/g, '-').slice(0, 80);
  const own = { broker_hostname: '127.0.0.1', broker_port: broker.port, broker_vhost: '/', parallel_queues: 1 };
  const open = await openIntake(context, type, {
    ...own,
    ...{ queue: name, exchange: name, exchange_bind: true, routing_key: 'logs.#', prefetch: 100 },
    ...attributes,
  });
  const put = (...bodies: readonly string[]) => broker.publish(name, 'logs.test', bodies);
  return { name, open, put };
}

const isUp = (open: OpenIntake) => runningOf(open)?.state === 'RUNNING' && countersOf(open).openConnections === 1;
const isFailing = (open: OpenIntake) => runningOf(open)?.state === 'FAILING';
const waitMs = 60_000;

/** Creates an input whose queue exists and is bound. @param attributes attributes of the input */
async function bound(context: TestContext, broker: AmqpBroker, attributes = {}, type: TypeName = 'rawAmqp') {
  const input = await opened(context, broker, attributes, type);
  // The input fails and retries while its exchange does not exist.
  await until('the input reports the missing exchange', () => isFailing(input.open), waitMs);
  assert.match(runningOf(input.open)?.detail ?? '', /NOT_FOUND/);
  await broker.declareExchange(input.name);
  await until('the queue is bound', () => isUp(input.open), waitMs);
  return input;
}

const kinds: readonly (readonly [TypeName, body: string, text: string])[] = [
  ['gelfAmqp', JSON.stringify({ version: '1.1', host: 'web-1', short_message: 'of GELF', _took: 3 }), 'of GELF'],
  ['syslogAmqp', '<34>1 2026-01-01T00:00:00Z web-1 su 7 ID47 - of syslog', 'of syslog'],
  ['rawAmqp', 'as it is', 'as it is'],
];
for (const [type, body, text] of kinds)
  test(`${type}: messages that an exchange routes to the queue are stored and acknowledged`, async (context) => {
    const broker = await brokerOf(context);
    const { name, open, put } = await bound(context, broker, {}, type);
    await put(body);
    await until('the message is stored', () => open.sink.texts().length === 1, waitMs);
    assert.deepEqual(open.sink.texts(), [text]);
    await open.intake.inputs.stop(open.id);
    assert.equal(await broker.ready(name), 0, 'the queue of the broker is empty');
  });

test('an AMQP input receives at most the configured number of unacknowledged messages', async (context) => {
  const broker = await brokerOf(context);
  const { name, open, put } = await bound(context, broker, { prefetch: 10 });
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  const texts = Array.from({ length: 25 }, (_, number) => `number ${number}`);
  await put(...texts);
  await until('ten messages are in flight', () => countersOf(open).received.total === 10, waitMs);
  assert.equal(await broker.ready(name), 15);
  openGate();
  await until('all messages are stored', () => open.sink.texts().length === 25, waitMs);
  assert.deepEqual(open.sink.texts(), texts);
  await open.intake.inputs.stop(open.id);
  assert.equal(await broker.ready(name), 0);
});

test('messages in flight to an AMQP input are redelivered after the broker restarts', async (context) => {
  const broker = await brokerOf(context);
  const { name, open, put } = await bound(context, broker);
  await put('before');
  await until('the message is stored', () => open.sink.texts().length === 1, waitMs);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  await put('one', 'two', 'three');
  await until('the messages are in flight', () => countersOf(open).received.total === 4, waitMs);
  const restarted = broker.restart();
  await until('the connection of the input is closed', () => countersOf(open).openConnections === 0, waitMs);
  openGate();
  await restarted;
  await until('the input is connected again', () => isUp(open), waitMs);
  await put('after');
  await until('all messages are stored', () => open.sink.texts().includes('after'), waitMs);
  assert.deepEqual([...new Set(open.sink.texts())].sort(), ['after', 'before', 'one', 'three', 'two']);
  await open.intake.inputs.stop(open.id);
  assert.equal(await broker.ready(name), 0);
});

test('an AMQP input reports a deleted queue and creates it again', async (context) => {
  const broker = await brokerOf(context);
  const { name, open, put } = await bound(context, broker);
  await broker.deleteQueue(name);
  await until('the input reports a failure', () => isFailing(open), waitMs);
  assert.match(runningOf(open)?.detail ?? '', /the queue .* has been deleted/);
  await until('the input runs again', () => isUp(open), waitMs);
  await put('after');
  await until('the message is stored', () => open.sink.texts().includes('after'), waitMs);
});

test('an AMQP input reports a wrong password', async (context) => {
  const broker = await brokerOf(context);
  const wrong = { broker_username: 'guest', broker_password: { set_value: 'wrong' } };
  const { open } = await opened(context, broker, wrong);
  await until('the input reports a failure', () => isFailing(open), waitMs);
  assert.match(runningOf(open)?.detail ?? '', /ACCESS_REFUSED/);
});

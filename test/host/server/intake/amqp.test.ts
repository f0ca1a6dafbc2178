/** Tests that AMQP inputs acknowledge only durable messages, and survive failures and misbehaviour of the broker. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { countersOf, openIntake, runningOf, stopAtOnce } from './open-intake.js';
import { FakeAmqp } from './fake-amqp.js';
import { eventually } from './recording-sink.js';

const own = {
  broker_hostname: '127.0.0.1',
  broker_vhost: '/',
  prefetch: 100,
  queue: 'q',
  exchange: 'e',
  routing_key: '#',
};

async function opened(context: TestContext, attributes: Record<string, unknown> = {}, broker = new FakeAmqp()) {
  const port = await broker.listen(context);
  const open = await openIntake(context, 'gelfAmqp', { ...own, parallel_queues: 1, broker_port: port, ...attributes });
  return { broker, open };
}

const gelf = (text: string) => JSON.stringify({ version: '1.1', host: 'h', short_message: text });

test('an AMQP input acknowledges messages only once they are durably stored', async (context) => {
  const broker = new FakeAmqp();
  broker.queueIsThere = false;
  const { open } = await opened(context, { exchange_bind: true }, broker);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  broker.put(gelf('one'), gelf('two'));
  await eventually(() => broker.underway === 2 && countersOf(open).received.total === 2);
  // An acknowledgement that is not sent causes no event, so the test waits for a while.
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(broker.acknowledged, [], 'no message is acknowledged before it is durable');
  openGate();
  await eventually(() => broker.acknowledged.length === 2);
  assert.deepEqual(open.sink.texts(), ['one', 'two']);
  assert.equal(open.sink.messages[0]?.remote?.address, '127.0.0.1');
  assert.ok(broker.requestedMethods.includes('QueueBind'));
  assert.equal(countersOf(open).openConnections, 1);
});

test('an AMQP input does not acknowledge messages that the store refuses, and receives them again', async (context) => {
  const { broker, open } = await opened(context);
  open.sink.failure = new Error('full');
  broker.put(gelf('one'));
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(runningOf(open)?.detail ?? '', /could not be stored/);
  assert.deepEqual(broker.acknowledged, []);
  open.sink.failure = undefined;
  await eventually(() => broker.acknowledged.length === 1);
  assert.deepEqual(open.sink.texts(), ['one']);
  assert.equal(runningOf(open)?.state, 'RUNNING');
});

test('an AMQP input rejects or requeues unreadable messages, and never acknowledges them together with others', async (context) => {
  const { broker, open } = await opened(context, { requeue_invalid_messages: false });
  broker.put('no gelf', gelf('good'));
  await eventually(() => broker.acknowledged.length === 1 && broker.rejected.length === 1);
  assert.deepEqual([broker.acknowledged, broker.rejected], [[gelf('good')], ['no gelf']]);
  assert.equal(countersOf(open).malformed, 1);

  const other = await opened(context, { requeue_invalid_messages: true });
  other.broker.put('no gelf', gelf('good'));
  await eventually(() => other.broker.acknowledged.length === 1);
  assert.deepEqual(other.broker.acknowledged, [gelf('good')]);
  assert.equal(other.broker.waiting, 1, 'the unreadable message stays in the queue of the broker');
  assert.match(runningOf(other.open)?.detail ?? '', /put back/);
});

test('an AMQP input reports unreadable messages that were queued before the input existed', async (context) => {
  const broker = new FakeAmqp();
  broker.put('no gelf');
  const { open } = await opened(context, { requeue_invalid_messages: true }, broker);
  await eventually(() => countersOf(open).malformed === 1);
  broker.put(gelf('good'));
  await eventually(() => broker.acknowledged.length === 1);
  assert.match(runningOf(open)?.detail ?? '', /put back/);
});

test('a queue without read permission keeps the input failing, without a new report per attempt', async (context) => {
  const broker = new FakeAmqp();
  broker.refusesConsumers = true;
  const { open } = await opened(context, {}, broker);
  await eventually(() => runningOf(open)?.state === 'FAILING');
  const { startedAt, detail } = runningOf(open) ?? {};
  assert.match(detail ?? '', /ACCESS_REFUSED/);
  const { connections } = broker;
  await eventually(() => broker.connections === connections + 2);
  assert.equal(runningOf(open)?.startedAt, startedAt);
  broker.refusesConsumers = false;
  broker.put(gelf('good'));
  await eventually(() => broker.acknowledged.length === 1 && runningOf(open)?.state === 'RUNNING');
});

test('an AMQP input refuses a message that is far too large without keeping it in memory', async (context) => {
  const { broker, open } = await opened(context, { requeue_invalid_messages: false });
  const before = process.memoryUsage().arrayBuffers;
  broker.put(Buffer.alloc(100 * 1024 * 1024, 'x'), gelf('after'));
  await eventually(() => open.sink.messages.length === 1);
  assert.deepEqual(open.sink.texts(), ['after']);
  assert.match(countersOf(open).failures()[0]?.reason ?? '', /104857600 bytes; one may have/);
  assert.equal(broker.rejected.length, 1);
  // The fake broker in this process holds several copies of the message, so the bound is loose.
  assert.ok(process.memoryUsage().arrayBuffers - before < 500 * 1024 * 1024);
});

test('while the journal is behind, an AMQP input leaves messages with the broker', async (context) => {
  const { broker, open } = await opened(context);
  open.sink.setPressure('slow');
  const text = gelf('x'.repeat(4 * 1024));
  broker.put(...Array.from({ length: 4_000 }, () => text));
  await eventually(() => countersOf(open).received.total > 0);
  // Messages that are already in socket buffers may arrive. The rest must not arrive, for which the test waits.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const taken = countersOf(open).received.total;
  assert.ok(taken < 2_000, `${taken} of 4000 messages were fetched`);
  open.sink.setPressure('open');
  await eventually(() => broker.acknowledged.length === 4_000);
});

test('an AMQP input reconnects to a lost broker; unacknowledged messages are redelivered', async (context) => {
  const { broker, open } = await opened(context);
  broker.put(gelf('one'));
  await eventually(() => broker.acknowledged.length === 1);
  broker.drop();
  await eventually(() => runningOf(open)?.state === 'FAILING');
  broker.put(gelf('two'));
  await eventually(() => broker.acknowledged.length === 2);
  assert.deepEqual(open.sink.texts(), ['one', 'two']);
  assert.equal(runningOf(open)?.state, 'RUNNING');
  assert.equal(countersOf(open).openConnections, 1);
  assert.equal(countersOf(open).totalConnections, 2);
});

test('an AMQP input reports the reason when a broker refuses the login, sends garbage or is missing', async (context) => {
  const strict = new FakeAmqp();
  strict.login = '\0reader\0secret';
  const { open } = await opened(
    context,
    { broker_username: 'reader', broker_password: { set_value: 'wrong' } },
    strict,
  );
  await eventually(() => runningOf(open)?.state === 'FAILING');
  assert.match(runningOf(open)?.detail ?? '', /ACCESS_REFUSED/);
  const { attributes } = open.intake.inputs.get(open.id);
  assert.notEqual(attributes['broker_password'], 'wrong', 'the stored password is sealed');

  const nonsense = new FakeAmqp();
  nonsense.garbage = 'HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(100);
  const confused = await opened(context, {}, nonsense);
  await eventually(() => runningOf(confused.open)?.state === 'FAILING');
  assert.match(runningOf(confused.open)?.detail ?? '', /Frame size/);

  const nobody = await openIntake(context, 'rawAmqp', { ...own, parallel_queues: 1, broker_port: 1 });
  await eventually(() => runningOf(nobody)?.state === 'FAILING');
  assert.match(runningOf(nobody)?.detail ?? '', /127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/);
});

test('an AMQP input warns about a password that leaves the machine without TLS', async (context) => {
  const far = { ...own, parallel_queues: 1, broker_port: 1, broker_hostname: 'mq.invalid', broker_username: 'reader' };
  const open = await openIntake(context, 'rawAmqp', far);
  await eventually(() => runningOf(open)?.remark !== null);
  assert.match(runningOf(open)?.remark ?? '', /goes to mq\.invalid without TLS/);
});

test('an input that is connecting to an unresponsive broker stops at once', async (context) => {
  const silent = new FakeAmqp();
  silent.silent = true;
  const { broker, open } = await opened(context, {}, silent);
  await eventually(() => broker.connections === 1);
  await stopAtOnce(open);
  assert.equal(runningOf(open)?.state, 'STOPPED');
});

test('an input that stops acknowledges the messages that it has accepted', async (context) => {
  const { broker, open } = await opened(context);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  broker.put(...Array.from({ length: 50 }, (_, number) => gelf(`m ${number}`)));
  await eventually(() => countersOf(open).received.total === 50);
  const stopped = open.intake.inputs.stop(open.id);
  openGate();
  await stopped;
  assert.equal(broker.acknowledged.length, 50);
  assert.equal(open.sink.messages.length, 50);
});

test('invalid settings of an AMQP input are refused with the name of the field', async (context) => {
  const { open } = await opened(context);
  const wrong = (attributes: Record<string, unknown>) =>
    open.intake.inputs.create(
      {
        title: 't',
        type: open.intake.inputs.get(open.id).type,
        global: true,
        configuration: { ...own, parallel_queues: 1, ...attributes },
      },
      'admin',
    );
  await assert.rejects(wrong({ prefetch: 0 }), /"prefetch" must be from 1/);
  await assert.rejects(wrong({ parallel_queues: 1000 }), /"parallel_queues"/);
  await assert.rejects(wrong({ broker_hostname: ' ' }), /"broker_hostname" names no broker/);
  await assert.rejects(wrong({ broker_hostname: undefined }), /"broker_hostname" is mandatory/);
});

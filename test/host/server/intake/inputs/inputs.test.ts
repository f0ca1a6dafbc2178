import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createIntake, ConfigurationError, UnknownInputError } from '../../../../../host/server/intake/index.js';
import { inputTypeIds } from '../../../../../host/server/intake/types/input-types.js';
import { createLog } from '../../../../../host/server/log/log.js';
import type { Documents } from '../../../../../host/server/store/types.js';
import { countersOf, openIntake, openTcp, sendUdp } from '../open-intake.js';
import { until } from '../../../../until.js';
import { eventually, memoryDocuments, RecordingSink } from '../recording-sink.js';

const quiet = createLog('error', () => undefined);
const tcp = (port: number, more: object = {}) => ({
  title: 'raw',
  type: inputTypeIds.rawTcp,
  global: true,
  configuration: { bind_address: '127.0.0.1', port, ...more },
});

async function open(context: TestContext, documents: Documents = memoryDocuments()) {
  const sink = new RecordingSink();
  const states: string[] = [];
  const intake = await createIntake({
    documents,
    sink,
    nodeId: 'node',
    log: quiet,
    inputs: false,
    onInputState: (input) => states.push(input.state),
  });
  await intake.start();
  context.after(() => intake.stop());
  return { intake, sink, states, documents };
}

async function takenPort(context: TestContext): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe('inputs', () => {
  it('inputs can be created, started, stopped, restarted and deleted while the server runs', async (context) => {
    const { intake, states } = await open(context);
    const { id } = await intake.inputs.create(tcp(0), 'admin');
    const running = intake.inputs.running(id);
    assert.equal(running?.state, 'RUNNING');
    assert.ok((running.listening?.port ?? 0) > 0);
    await intake.inputs.stop(id);
    assert.equal(running.state, 'STOPPED');
    assert.equal(running.listening, undefined);
    await intake.inputs.start(id);
    assert.equal(running.state, 'RUNNING');
    await intake.inputs.delete(id);
    assert.equal(intake.inputs.running(id), undefined);
    assert.throws(() => intake.inputs.get(id), UnknownInputError);
    assert.deepEqual(states, [
      'STARTING',
      'RUNNING',
      'STOPPING',
      'STOPPED',
      'STARTING',
      'RUNNING',
      'STOPPING',
      'STOPPED',
    ]);
  });

  it('an input keeps its connections when only its title changes, and restarts when its configuration changes', async (context) => {
    const { intake, sink, states } = await open(context);
    const { id } = await intake.inputs.create(tcp(0), 'admin');
    const port = intake.inputs.running(id)?.listening?.port ?? 0;
    const socket = await openTcp(context, port);
    socket.resume();
    socket.write('one\n');
    await sink.until(1);
    await intake.inputs.update(id, { ...tcp(0), title: 'renamed' });
    assert.equal(intake.inputs.get(id).title, 'renamed');
    socket.write('two\n');
    await sink.until(2);
    assert.deepEqual(states, ['STARTING', 'RUNNING']);
    await intake.inputs.update(id, tcp(port, { override_source: 'fixed' }));
    assert.deepEqual(states.slice(2), ['STARTING', 'RUNNING']);
    (await openTcp(context, port)).end('three\n');
    assert.deepEqual(
      (await sink.until(3)).map(({ message, source }) => [message, source === 'fixed']),
      [
        ['one', false],
        ['two', false],
        ['three', true],
      ],
    );
  });

  it('an input whose port is in use fails with a reason, and recovers', async (context) => {
    const { intake } = await open(context);
    const port = await takenPort(context);
    const { id } = await intake.inputs.create(tcp(port), 'admin');
    const running = intake.inputs.running(id);
    assert.equal(running?.state, 'FAILED');
    assert.equal(running.detail, `TCP port ${port} on 127.0.0.1 is taken by another program or input.`);
    await intake.inputs.update(id, tcp(0));
    assert.equal(running.state, 'RUNNING');
    assert.equal(running.detail, null);
  });

  it('an input that cannot start for another cause fails with a reason', async (context) => {
    const { intake } = await open(context);
    for (const [more, reason] of [
      [{ bind_address: '192.0.2.1' }, /not an address of this machine/],
      [
        { tls_enable: true, tls_cert_file: '/no/such/file', tls_key_file: '/no' },
        /certificate file \/no\/such\/file cannot be read/,
      ],
      [{ tls_enable: true, tls_cert_file: '/x' }, /both a certificate file and a key file/],
      [{ tls_enable: true, tls_client_auth: 'required' }, /no trusted ones are named/],
    ] as const) {
      const { id } = await intake.inputs.create(tcp(0, more), 'admin');
      assert.equal(intake.inputs.running(id)?.state, 'FAILED');
      assert.match(intake.inputs.running(id)?.detail ?? '', reason);
    }
  });

  it('running and stopped inputs keep their state across a restart', async (context) => {
    const { intake, documents } = await open(context);
    const on = await intake.inputs.create(tcp(0), 'admin');
    const off = await intake.inputs.create(tcp(0), 'admin');
    await intake.inputs.stop(off.id);
    await intake.stop();
    const again = await open(context, documents);
    assert.equal(again.intake.inputs.running(on.id)?.state, 'RUNNING');
    assert.equal(again.intake.inputs.running(off.id), undefined);
    await again.intake.inputs.update(off.id, tcp(0));
    assert.equal(again.intake.inputs.running(off.id), undefined);
  });

  it('invalid input configurations are refused', async (context) => {
    const { intake } = await open(context);
    const base = tcp(0);
    for (const [change, reason] of [
      [{ configuration: { bind_address: '127.0.0.1' } }, /"port" is mandatory/],
      [{ configuration: { bind_address: '127.0.0.1', port: '5555' } }, /"port" must be a number/],
      [{ configuration: { bind_address: '127.0.0.1', port: 70_000 } }, /port number/],
      [{ configuration: { ...base.configuration, tls_enable: 'yes' } }, /"tls_enable" must be a boolean/],
      [{ configuration: { ...base.configuration, charset_name: 'klingon' } }, /klingon/],
      [{ configuration: { ...base.configuration, max_message_size: -1 } }, /must not be negative/],
      [{ title: '  ' }, /title/],
      [{ global: false, node: 'elsewhere' }, /no node elsewhere/],
    ] as const) {
      await assert.rejects(intake.inputs.create({ ...base, ...change }, 'admin'), (error: unknown) => {
        assert.ok(error instanceof ConfigurationError);
        assert.match(error.message, reason);
        return true;
      });
    }
    for (const type of ['no.such.Type', inputTypeIds.followFile, inputTypeIds.serverLog, '__proto__']) {
      await assert.rejects(intake.inputs.create({ ...base, type }, 'admin'), UnknownInputError);
    }
    assert.equal(intake.inputs.all().length, 0);
  });

  it('static fields apply at once and do not replace fields of the sender', async (context) => {
    const opened = await openIntake(context, 'gelfUdp');
    const { intake, sink, id, port } = opened;
    await intake.inputs.addStaticField(id, 'place', 'cellar');
    await intake.inputs.addStaticField(id, 'x', 'static');
    await sendUdp(port, '{"host":"h","short_message":"m","_x":"own"}');
    const [message] = await sink.until(1);
    assert.deepEqual({ ...message?.fields }, { x: 'own', place: 'cellar' });
    assert.equal(await intake.inputs.removeStaticField(id, 'place'), true);
    assert.equal(await intake.inputs.removeStaticField(id, 'place'), false);
    await sendUdp(port, '{"host":"h","short_message":"m"}');
    assert.deepEqual({ ...(await sink.until(2))[1]?.fields }, { x: 'static' });
    // Invalid and reserved names are refused, among them `gl2_source_input`, which records the input of a message.
    for (const name of ['', 'a b', '_id', 'ü', 'message', 'timestamp', 'source', 'streams', 'gl2_source_input']) {
      await assert.rejects(intake.inputs.addStaticField(id, name, 'v'), ConfigurationError);
    }
  });

  it('the inputs of a new server listen on the loopback address; an occupied port fails only its own input', async (context) => {
    const documents = memoryDocuments();
    const intake = await createIntake({ documents, sink: new RecordingSink(), nodeId: 'node', log: quiet });
    await intake.start();
    context.after(() => intake.stop());
    const found = intake.inputs
      .all()
      .map(({ title, global, attributes }) => [title, global, attributes['bind_address'], attributes['port']]);
    assert.deepEqual(found, [
      ['GELF UDP', true, '127.0.0.1', 12201],
      ['GELF TCP', true, '127.0.0.1', 12201],
      ['GELF HTTP', true, '127.0.0.1', 12202],
      ['Syslog UDP', true, '127.0.0.1', 1514],
      ['Syslog TCP', true, '127.0.0.1', 1514],
      ['Server log', true, undefined, undefined],
    ]);
    // Other programs of this machine may use some of the ports, so each input either runs or reports the port as in
    // use.
    for (const { id } of intake.inputs.all()) {
      const running = intake.inputs.running(id);
      assert.ok(running?.state === 'RUNNING' || (running?.state === 'FAILED' && /taken/.test(running.detail ?? '')));
    }
    const [first] = intake.inputs.all();
    await intake.inputs.delete(first?.id ?? '');
    await intake.stop();
    const again = await createIntake({ documents, sink: new RecordingSink(), nodeId: 'node', log: quiet });
    await again.start();
    context.after(() => again.stop());
    assert.equal(again.inputs.all().length, 5);
  });

  it('the demonstration input generates messages', async (context) => {
    const { sink } = await openIntake(context, 'randomHttp', { sleep: 1, sleep_deviation: 30, source: 'shop' });
    const [message] = await sink.until(50);
    assert.equal(message?.source, 'shop');
    assert.match(message.message, /^\d{4}-.*Z (GET|POST|PUT|DELETE) \/\S+ \[\d{3}\] \d+ms/);
    assert.ok(typeof message.fields['http_response_code'] === 'number');
    assert.equal(new Set(sink.messages.map(({ fields }) => fields['sequence_nr'])).size, sink.messages.length);
  });

  it('the demonstration input pauses while the journal is behind if throttling is allowed, otherwise only while it is full', async (context) => {
    const settings = { sleep: 1, sleep_deviation: 0, source: 'shop' };
    const opened = [true, false].map((throttling_allowed) =>
      openIntake(context, 'randomHttp', { ...settings, throttling_allowed }),
    );
    const [throttled, unthrottled] = await Promise.all(opened);
    assert.ok(throttled && unthrottled);
    /**
     * Asserts that an input generates nothing while the other input, which has the same pace, generates many messages.
     */
    const assertPaused = async (paused: RecordingSink, running: RecordingSink): Promise<void> => {
      await until('the input waits', () => paused.waiting > 0);
      const before = paused.messages.length;
      await running.until(running.messages.length + 100);
      assert.equal(paused.messages.length, before);
    };
    throttled.sink.setPressure('slow');
    unthrottled.sink.setPressure('slow');
    await assertPaused(throttled.sink, unthrottled.sink);
    throttled.sink.setPressure('open');
    unthrottled.sink.setPressure('full');
    await assertPaused(unthrottled.sink, throttled.sink);
    for (const { sink } of [throttled, unthrottled]) {
      const count = sink.messages.length;
      sink.setPressure('open');
      await sink.until(count + 1);
    }
  });

  it('inputs publish their metrics under the names of the contract', async (context) => {
    const opened = await openIntake(context, 'gelfUdp');
    await sendUdp(opened.port, '{"host":"h","short_message":"m"}', '');
    await eventually(() => countersOf(opened).empty === 1);
    await opened.sink.until(1);
    const metrics = new Map([...opened.intake.metrics()].map((metric) => [metric.full_name, metric]));
    const name = `${inputTypeIds.gelfUdp}.${opened.id}`;
    const incoming = metrics.get(`${name}.incomingMessages`);
    assert.equal(incoming?.type === 'meter' && incoming.metric.rate.total, 2);
    const bytes = metrics.get(`${name}.read_bytes_total`);
    assert.equal(bytes?.type === 'gauge' && bytes.metric.value, 32);
    const empty = metrics.get(`${name}.emptyMessages`);
    assert.equal(empty?.type === 'counter' && empty.metric.count, 1);
    assert.ok(metrics.has('org.graylog2.plugin.streams.Stream.000000000000000000000001.incomingMessages.1-sec-rate'));
  });

  it('the server log input stores the log of the server itself', async (context) => {
    const documents = memoryDocuments();
    const sink = new RecordingSink();
    const intake = await createIntake({ documents, sink, nodeId: 'node', log: quiet });
    await intake.start();
    context.after(() => intake.stop());
    const source = intake.createInternalSource();
    source.take({
      time: 1700000000000,
      level: 'warn',
      message: 'careful',
      details: { room: 'store', n: 1, deep: { a: 1 } },
    });
    const [message] = await sink.until(1);
    assert.equal(message?.message, 'careful');
    assert.equal(message.timestamp, 1700000000000);
    assert.deepEqual(
      { ...message.fields },
      { level: 4, facility: 'log-console', room: 'store', n: 1, deep: '{"a":1}' },
    );
    sink.setPressure('full');
    source.take({ time: 0, level: 'error', message: 'full', details: {} });
    sink.setPressure('open');
    source.take({ time: 1, level: 'info', message: 'again', details: {} });
    await sink.until(2);
    assert.deepEqual(sink.texts(), ['careful', 'again']);
  });
});

/** HTTP senders are answered as fast as messages become searchable, and are refused only if that does not help. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Pacing, type PacingLimits } from '../../../../host/server/intake/pacing.js';
import { countersOf, openIntake, openTcp, type OpenIntake, type TypeName } from './open-intake.js';
import { eventually, RecordingSink } from './recording-sink.js';

const never = new AbortController().signal;
const none = () => 0;
const patient: PacingLimits = { mostMs: 600_000, checkMs: 1 };
const impatient: PacingLimits = { mostMs: 0, checkMs: 1 };

/** Waits until `Pacing` has compared its waiting requests with the loaded bytes twice after the call. */
async function checked(sink: RecordingSink): Promise<void> {
  let { loadedBytes } = sink;
  let checks = 0;
  Object.defineProperty(sink, 'loadedBytes', {
    configurable: true,
    get: () => {
      checks += 1;
      return loadedBytes;
    },
    set: (bytes: number) => {
      loadedBytes = bytes;
    },
  });
  await eventually(() => checks >= 2);
  Object.defineProperty(sink, 'loadedBytes', { configurable: true, writable: true, value: loadedBytes });
}

/** Returns the numbers of the requests that were admitted, in their order, and the numbers of the refused requests. */
function queue(sink: RecordingSink, limits: PacingLimits, sizes: readonly number[], received = none) {
  const pacing = new Pacing(sink, received, limits);
  const admitted: number[] = [];
  const refused: number[] = [];
  for (const [number, bytes] of sizes.entries())
    void pacing.turn(bytes, never).then((isAdmitted) => (isAdmitted ? admitted : refused).push(number));
  return { pacing, admitted, refused };
}

test('waiting requests are admitted in their order for as many bytes as were loaded, and all when the store has caught up', async () => {
  const sink = new RecordingSink();
  sink.pressure = 'slow';
  const { admitted, refused } = queue(sink, patient, [100, 100, 100, 100]);
  await checked(sink);
  assert.deepEqual(admitted, []);
  sink.loadedBytes += 200;
  await eventually(() => admitted.length === 2);
  await checked(sink);
  assert.deepEqual(admitted, [0, 1], '150 bytes admit a request of 100 bytes, and a further one in advance');
  sink.loadedBytes += 60;
  await checked(sink);
  assert.deepEqual(admitted, [0, 1], 'no further request is admitted until the bytes admitted in advance are loaded');
  sink.pressure = 'open';
  await eventually(() => admitted.length === 4);
  assert.deepEqual(refused, []);
});

test('the size of a request is estimated as the store accounts for messages', async () => {
  const sink = new RecordingSink();
  sink.pressure = 'slow';
  sink.appendedBytes = 3000;
  const { admitted } = queue(sink, patient, [100, 100, 100], () => 1000);
  sink.loadedBytes += 200;
  await eventually(() => admitted.length === 1);
  sink.loadedBytes += 190;
  await checked(sink);
  assert.deepEqual(
    admitted,
    [0],
    'the first request is accounted with 300 bytes, three quarters of 390 bytes are less',
  );
  sink.loadedBytes += 20;
  await eventually(() => admitted.length === 2);
  // A request that waits would keep the process of the test alive.
  sink.pressure = 'open';
  await eventually(() => admitted.length === 3);
});

test('a request that has waited for the longest delay is admitted unless the store is too far behind', async () => {
  const sink = new RecordingSink();
  sink.pressure = 'slow';
  assert.equal(await new Pacing(sink, none, impatient).turn(100, never), true);
  sink.pressure = 'late';
  assert.equal(await new Pacing(sink, none, impatient).turn(100, never), false);
  const { admitted } = queue(sink, patient, [100]);
  sink.loadedBytes += 200;
  await eventually(() => admitted.length === 1);
  const waiting = queue(sink, patient, [100, 100]);
  sink.pressure = 'full';
  await eventually(() => waiting.refused.length === 2);
});

test('a sender that disconnects leaves the queue of waiting requests', async () => {
  const sink = new RecordingSink();
  sink.pressure = 'slow';
  const pacing = new Pacing(sink, none, patient);
  const gone = new AbortController();
  const first = pacing.turn(100, gone.signal);
  const second = pacing.turn(100, never);
  gone.abort();
  assert.equal(await first, false);
  sink.loadedBytes += 10;
  assert.equal(await second, true);
  assert.equal(await pacing.turn(100, gone.signal), false);
});

const types: readonly {
  readonly type: TypeName;
  readonly path: string;
  readonly body: string;
  readonly good: number;
}[] = [
  { type: 'gelfHttp', path: '/gelf', body: '{"version":"1.1","host":"h","short_message":"m"}', good: 202 },
  { type: 'splunkHttp', path: '/services/collector', body: '{"event":"m"}', good: 200 },
  {
    type: 'lokiHttp',
    path: '/loki/api/v1/push',
    body: '{"streams":[{"stream":{"a":"b"},"values":[["1700000000000000000","m"]]}]}',
    good: 204,
  },
  { type: 'elasticsearchHttp', path: '/_bulk', body: '{"create":{"_index":"i"}}\n{"message":"m"}\n', good: 200 },
  {
    type: 'otlpHttp',
    path: '/v1/logs',
    body: '{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"m"}}]}]}]}',
    good: 200,
  },
];

function send(open: OpenIntake, path: string, body: string, signal?: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`http://127.0.0.1:${open.port}${path}`, { method: 'POST', body, headers, ...(signal && { signal }) });
}

const paced = (context: TestContext, type: TypeName, pacing: PacingLimits): Promise<OpenIntake> =>
  openIntake(context, type, {}, { slowBytes: 1_000_000, fullBytes: 2_000_000, pacing });

for (const { type, path, body, good } of types)
  test(`${type}: the answer waits for the loader, and is 503 only if the store is too far behind`, async (context) => {
    const open = await paced(context, type, patient);
    open.sink.pressure = 'slow';
    let answered = false;
    const answer = send(open, path, body).finally(() => (answered = true));
    await eventually(() => countersOf(open).totalConnections === 1);
    await checked(open.sink);
    assert.deepEqual([answered, open.sink.texts()], [false, []]);
    open.sink.loadedBytes += 10;
    assert.equal((await answer).status, good);
    assert.equal(open.sink.messages.length, 1);
    const late = await paced(context, type, impatient);
    late.sink.pressure = 'late';
    const refused = await send(late, path, body);
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '1']);
    await refused.text();
    late.sink.pressure = 'slow';
    assert.equal(
      (await send(late, path, body)).status,
      good,
      'the request is accepted once its longest delay has passed',
    );
    assert.equal(late.sink.messages.length, 1);
  });

test('a sender that gives up while it waits has stored nothing and is not counted as malformed', async (context) => {
  const open = await paced(context, 'gelfHttp', patient);
  open.sink.pressure = 'slow';
  const socket = await openTcp(context, open.port);
  socket.write('POST /gelf HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"short_m');
  await checked(open.sink);
  socket.destroy();
  await eventually(() => countersOf(open).dropped === 1);
  assert.equal(countersOf(open).malformed, 0);
  assert.deepEqual(open.sink.texts(), []);
});

test('an input that stops does not wait for requests whose turn has not come', async (context) => {
  const open = await paced(context, 'gelfHttp', patient);
  open.sink.pressure = 'slow';
  const answer = send(open, '/gelf', '{"short_message":"m","host":"h"}').catch(() => 'cut off');
  await eventually(() => countersOf(open).totalConnections === 1);
  await checked(open.sink);
  await open.intake.inputs.stop(open.id);
  assert.equal(await answer, 'cut off');
});

/** OTLP logs over gRPC are accepted like OTLP logs over HTTP; errors are reported in gRPC trailers. */
import assert from 'node:assert/strict';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { partField } from '../../../../host/server/intake/decode/protobuf.js';
import { countersOf, openIntake } from './open-intake.js';
import { eventually } from './recording-sink.js';
import { otlpCall } from './shipper-calls.js';

const exportPath = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';
const record = (text: string) => partField(5, partField(1, text));

function framed(message: Buffer, compressed = false): Buffer {
  const head = Buffer.alloc(5);
  head[0] = compressed ? 1 : 0;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

interface Answer {
  readonly status: string | undefined;
  readonly text: string;
  readonly body: Buffer;
}

function call(port: number, body: Buffer, headers: Record<string, string> = {}, path = exportPath): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const session = connect(`http://127.0.0.1:${port}`);
    session.on('error', reject);
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    const parts: Buffer[] = [];
    let responseHeaders: IncomingHttpHeaders = {};
    stream.on('response', (head) => (responseHeaders = { ...responseHeaders, ...head }));
    stream.on('trailers', (trailers) => (responseHeaders = { ...responseHeaders, ...trailers }));
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', () => undefined);
    stream.on('close', () => {
      session.close();
      const text = decodeURIComponent(String(responseHeaders['grpc-message'] ?? ''));
      resolve({ status: responseHeaders['grpc-status'] as string | undefined, text, body: Buffer.concat(parts) });
    });
    stream.end(body);
  });
}

test('plain and compressed OTLP records over gRPC are acknowledged once they are durable', async (context) => {
  const open = await openIntake(context, 'otlpGrpc');
  const answer = await call(open.port, framed(otlpCall(record('plain'))));
  assert.deepEqual([answer.status, answer.text, answer.body], ['0', '', framed(Buffer.alloc(0))]);
  const gzip = { 'grpc-encoding': 'gzip' };
  assert.equal((await call(open.port, framed(gzipSync(otlpCall(record('small'))), true), gzip)).status, '0');
  assert.deepEqual(open.sink.texts(), ['plain', 'small']);
  let openGate = (): void => undefined;
  open.sink.gate = new Promise((resolve) => (openGate = resolve));
  let isAnswered = false;
  const waiting = call(open.port, framed(otlpCall(record('later')))).then(() => (isAnswered = true));
  await eventually(() => countersOf(open).received.total === 3);
  // An answer that is not sent causes no event, so the test waits for a while.
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(isAnswered, false);
  openGate();
  await waiting;
});

test('the input refuses invalid gRPC requests with a gRPC status code', async (context) => {
  const open = await openIntake(context, 'otlpGrpc', { max_chunk_size: 100_000, decompress_size_limit: 200_000 });
  const gzip = { 'grpc-encoding': 'gzip' };
  const status = async (...of: Parameters<typeof call>) => (await call(...of)).status;
  assert.equal(await status(open.port, framed(otlpCall(record('x'))), {}, '/other.Service/Export'), '12');
  assert.equal(await status(open.port, framed(Buffer.from('no protobuf'))), '3');
  assert.equal(await status(open.port, Buffer.from('abc')), '3');
  assert.equal(await status(open.port, framed(Buffer.alloc(150_000))), '8');
  assert.equal(await status(open.port, framed(gzipSync(Buffer.alloc(1_000_000)), true), gzip), '8');
  assert.equal(await status(open.port, framed(Buffer.from('x'), true), { 'grpc-encoding': 'snappy' }), '12');
  open.sink.failure = new Error('full');
  const failed = await call(open.port, framed(otlpCall(record('x'))));
  assert.deepEqual([failed.status, failed.text], ['14', 'The server accepts no messages at the moment.']);
  assert.ok(countersOf(open).malformed >= 4);
});

test('a gRPC call waits for the loader, and is refused as unavailable if the store is too far behind', async (context) => {
  const body = framed(otlpCall(record('x')));
  for (const [pressure, mostMs, status] of [
    ['slow', 0, '0'],
    ['late', 0, '14'],
    ['late', 600_000, '0'],
  ] as const) {
    const limits = { slowBytes: 1_000_000, fullBytes: 2_000_000, pacing: { mostMs, checkMs: 1 } };
    const open = await openIntake(context, 'otlpGrpc', {}, limits);
    open.sink.pressure = pressure;
    const answer = call(open.port, body);
    await eventually(() => countersOf(open).totalConnections === 1);
    if (mostMs > 0) {
      assert.deepEqual(open.sink.texts(), []);
      open.sink.loadedBytes += 10;
    }
    assert.equal((await answer).status, status);
    assert.deepEqual(open.sink.texts(), status === '0' ? ['x'] : []);
  }
});

test('a gRPC request without the token is refused as unauthenticated', async (context) => {
  const open = await openIntake(context, 'otlpGrpc', { auth_token: { set_value: 'a-token' } });
  const body = framed(otlpCall(record('x')));
  assert.equal((await call(open.port, body)).status, '16');
  assert.equal((await call(open.port, body, { authorization: 'Bearer a-token' })).status, '0');
});

test('an OTLP input over gRPC stops although a sender never ends its request', async (context) => {
  const open = await openIntake(context, 'otlpGrpc');
  const session = connect(`http://127.0.0.1:${open.port}`);
  session.on('error', () => undefined);
  const stream = session.request({ ':method': 'POST', ':path': exportPath, 'content-type': 'application/grpc' });
  stream.on('error', () => undefined);
  stream.write(Buffer.alloc(3));
  await eventually(() => countersOf(open).readBytes.total === 3);
  await open.intake.inputs.stop(open.id);
  session.destroy();
});

/**
 * The Beats input over real sockets stores events, acknowledges only durable events and refuses malformed connections.
 */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { test } from 'node:test';
import type { InputStateSummary } from '../../../../api/contract/inputs.schema.js';
import { beatsDecoder } from '../../../../host/server/intake/decode/beats.js';
import { textReader } from '../../../../host/server/intake/decode/text.js';
import { inputTypeIds } from '../../../../host/server/intake/types/input-type-ids.js';
import { selfSignedCertificate } from '../../../../host/server/intake/transport/self-signed.js';
import { startTestServer } from '../../../server.js';
import { open, temporaryDirectory } from '../store/opened-store.js';
import { compressedFrame, jsonFrame, LumberjackClient, pairsFrame, windowFrame } from './lumberjack-client.js';
import { countersOf, openIntake } from './open-intake.js';
import { eventually } from './recording-sink.js';

const event = (message: string) => ({ '@metadata': { beat: 'filebeat' }, message, host: { name: 'h' } });
const closed = ({ socket }: LumberjackClient) =>
  socket.closed || new Promise<void>((resolve) => socket.once('close', () => resolve()));

const events: [name: string, event: object, prefixed: boolean, decoded: object][] = [
  [
    'of Filebeat',
    {
      '@timestamp': '2026-11-20T12:00:00.123Z',
      '@metadata': { beat: 'filebeat', type: '_doc', version: '8.0.0' },
      message: 'text',
      log: { offset: 7, file: { path: '/var/log/x' } },
      tags: ['a', 'b'],
      agent: { hostname: 'agent', type: 'filebeat' },
      host: { name: 'host' },
      gl2_source_collector: 'node-1',
      collector_node_id: 'web',
    },
    true,
    {
      timestamp: Date.parse('2026-11-20T12:00:00.123Z'),
      source: 'agent',
      message: 'text',
      fields: {
        beats_type: 'filebeat',
        filebeat_log_offset: 7,
        filebeat_log_file_path: '/var/log/x',
        filebeat_tags: 'a, b',
        filebeat_agent_hostname: 'agent',
        filebeat_agent_type: 'filebeat',
        filebeat_host_name: 'host',
        // The field that links a message with its sidecar gets no prefix.
        gl2_source_collector: 'node-1',
        filebeat_collector_node_id: 'web',
      },
    },
  ],
  [
    'of Winlogbeat without prefix',
    { '@metadata': { beat: 'winlogbeat' }, message: 'text', winlog: { event_id: 4624 }, beat: { hostname: 'pc' } },
    false,
    {
      source: 'pc',
      message: 'text',
      fields: { beats_type: 'winlogbeat', winlog_event_id: 4624, beat_hostname: 'pc' },
    },
  ],
  [
    'without a text',
    { '@metadata': { beat: 'metricbeat' }, event: { dataset: 'system.cpu' }, system: { load: 0.5 } },
    true,
    {
      message: 'system.cpu',
      fields: { beats_type: 'metricbeat', metricbeat_event_dataset: 'system.cpu', metricbeat_system_load: 0.5 },
    },
  ],
  ['of an unknown shipper', { line: 'x' }, true, { message: 'beats event', fields: { beats_line: 'x' } }],
];
for (const [name, object, prefixed, expected] of events) {
  test(`a Beats input decodes an event ${name}`, () => {
    const decode = beatsDecoder({ textOf: textReader('UTF-8'), prefixed });
    const { fields, ...rest } = decode(Buffer.from(JSON.stringify(object)), 0);
    assert.deepEqual({ ...rest, fields: { ...fields } }, expected);
  });
}

test('a Beats input receives events of all encodings, also in chunks of any size, and acknowledges each window completely', async (context) => {
  const opened = await openIntake(context, 'beats');
  const client = await LumberjackClient.open(opened.port);
  const first = Buffer.concat([windowFrame(2), jsonFrame(1, event('a')), pairsFrame(2, { message: 'b', line: 'x' })]);
  for (const byte of first) client.socket.write(Buffer.from([byte]));
  assert.ok(await client.acknowledged(2));
  const frames = Array.from({ length: 1_200 }, (_, index) => jsonFrame(index + 1, event(`c${index}`)));
  client.socket.write(Buffer.concat([windowFrame(1_200), compressedFrame(...frames)]));
  assert.ok(await client.acknowledged(1_200));
  // An unreadable event is counted and acknowledged, because its sender would repeat it for ever.
  client.socket.write(Buffer.concat([windowFrame(2), jsonFrame(1, 'no json'), jsonFrame(2, event('d'))]));
  await eventually(() => client.acknowledgements.filter((one) => one === 2).length === 2);
  const texts = opened.sink.texts();
  assert.deepEqual([...texts.slice(0, 3), texts.at(-1), texts.length], ['a', 'b', 'c0', 'd', 1_203]);
  const { malformed, openConnections } = countersOf(opened);
  assert.deepEqual({ malformed, openConnections }, { malformed: 1, openConnections: 1 });
  client.socket.destroy();
});

test('the deprecated Beats input type receives the same events and prefixes all fields with the name of the beat', async (context) => {
  const opened = await openIntake(context, 'olderBeats', { no_beats_prefix: true });
  const client = await LumberjackClient.open(opened.port);
  client.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('old'))]));
  assert.ok(await client.acknowledged(1));
  const [message] = opened.sink.messages;
  assert.deepEqual([message?.message, message?.fields['filebeat_host_name']], ['old', 'h']);
  client.socket.destroy();
});

test('a Beats input acknowledges events only when they are durably stored, and keeps waiting clients alive', async (context) => {
  const opened = await openIntake(context, 'beats');
  let release: () => void = () => undefined;
  opened.sink.gate = new Promise((resolve) => (release = resolve));
  const client = await LumberjackClient.open(opened.port);
  client.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('slow'))]));
  assert.ok(await client.acknowledged(0));
  assert.ok(!client.acknowledgements.includes(1));
  release();
  assert.ok(await client.acknowledged(1));
  opened.sink.failure = new Error('The disk is full.');
  client.socket.write(Buffer.concat([windowFrame(2), jsonFrame(1, event('x')), jsonFrame(2, event('lost'))]));
  assert.equal(await client.acknowledged(2), false, 'the connection is closed when the store fails');
  assert.deepEqual(opened.sink.texts(), ['slow']);
});

test('a Beats input handles a sender that disconnects before the acknowledgement', async (context) => {
  const opened = await openIntake(context, 'beats');
  let release: () => void = () => undefined;
  opened.sink.gate = new Promise((resolve) => (release = resolve));
  const gone = await Promise.all([1, 2, 3].map(() => LumberjackClient.open(opened.port)));
  for (const { socket } of gone) socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('gone'))]));
  await eventually(() => countersOf(opened).received.total === 3);
  gone[0]?.socket.resetAndDestroy();
  gone[1]?.socket.destroy();
  gone[2]?.socket.end();
  await Promise.all(gone.map(closed));
  release();
  await opened.sink.until(3);
  await opened.intake.inputs.stop(opened.id);
  assert.equal(countersOf(opened).openConnections, 0);
});

test('a Beats input keeps clients alive while they wait for decompression, and stops without waiting for the store', async (context) => {
  const opened = await openIntake(context, 'beats');
  opened.sink.setPressure('full');
  const texts = ['a', 'b', 'c', 'gone'];
  const clients = await Promise.all(texts.map(() => LumberjackClient.open(opened.port)));
  const [first, second, third, gone] = clients;
  assert.ok(first && second && third && gone);
  const frames = (text: string) => Buffer.concat([windowFrame(1), compressedFrame(jsonFrame(1, event(text)))]);
  first.socket.write(frames('a'));
  second.socket.write(frames('b'));
  assert.ok((await first.acknowledged(1)) && (await second.acknowledged(1)));
  third.socket.write(frames('c'));
  gone.socket.write(frames('gone'));
  assert.ok((await third.acknowledged(0)) && (await gone.acknowledged(0)), 'both slots for decompression are in use');
  gone.socket.resetAndDestroy();
  await eventually(() => countersOf(opened).openConnections === 3);
  first.socket.destroy();
  assert.ok(await third.acknowledged(1), 'a slot is released when its sender disconnects');
  second.socket.destroy();
  await eventually(() => countersOf(opened).openConnections === 1);
  // The first two events are decompressed concurrently, so either of them may be stored first.
  assert.deepEqual(opened.sink.texts().toSorted(), ['a', 'b', 'c']);
  assert.equal(opened.sink.texts().at(-1), 'c');
  await opened.intake.inputs.stop(opened.id);
  assert.equal(countersOf(opened).openConnections, 0);
});

const hostile: [name: string, bytes: () => Buffer, reason: RegExp][] = [
  ['bytes that are not a frame', () => Buffer.from('GET / HTTP/1.1\r\n\r\n'), /Not a frame of Beats/],
  [
    'a decompression bomb',
    () => compressedFrame(Buffer.alloc(40 * 1024 * 1024)),
    /More than 33554432 bytes after decompression/,
  ],
  ['a compressed frame with invalid data', () => Buffer.from('2C\0\0\0\x04abcd', 'latin1'), /Broken zlib data/],
  [
    'a compressed frame within a compressed frame',
    () => compressedFrame(compressedFrame(jsonFrame(1, event('x')))),
    /within a compressed one/,
  ],
  [
    'a compressed frame that ends within an event',
    () => compressedFrame(jsonFrame(1, event('x')).subarray(0, 20)),
    /ends within an event/,
  ],
  ['an event beyond the size limit', () => Buffer.from('2J\0\0\0\x01\x7f\0\0\0', 'latin1'), /at most 10485760/],
  ['a frame beyond the size limit', () => Buffer.from('2C\x7f\0\0\0', 'latin1'), /at most 16777216/],
  ['an event with too many fields', () => Buffer.from('2D\0\0\0\x01\0\x01\0\0', 'latin1'), /at most 1000/],
];
test('a Beats input closes a malformed connection, reports the reason and continues to serve other connections', async (context) => {
  const opened = await openIntake(context, 'beats');
  for (const [name, bytes, reason] of hostile) {
    const client = await LumberjackClient.open(opened.port);
    client.socket.write(Buffer.concat([windowFrame(1), bytes()]));
    await closed(client);
    assert.match(countersOf(opened).failures()[0]?.reason ?? '', reason, name);
  }
  assert.equal(countersOf(opened).malformed, hostile.length);
  const client = await LumberjackClient.open(opened.port);
  client.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('well'))]));
  assert.ok(await client.acknowledged(1));
  client.socket.destroy();
});

test('a Beats input over TLS accepts only clients with a trusted certificate', async (context) => {
  const { cert, key } = selfSignedCertificate('localhost');
  const trusted = join(await temporaryDirectory(context), 'trusted.pem');
  await writeFile(trusted, cert);
  const opened = await openIntake(context, 'beats', {
    tls_enable: true,
    tls_client_auth: 'required',
    tls_client_auth_cert_file: trusted,
  });
  const target = { port: opened.port, host: '127.0.0.1', rejectUnauthorized: false };
  const stranger = new LumberjackClient(connectTls(target));
  stranger.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('stranger'))]));
  await closed(stranger);
  const friend = new LumberjackClient(connectTls({ ...target, cert, key }));
  friend.socket.write(Buffer.concat([windowFrame(1), jsonFrame(1, event('friend'))]));
  assert.ok(await friend.acknowledged(1));
  assert.deepEqual(opened.sink.texts(), ['friend']);
  friend.socket.destroy();
});

test('kill -9 of the server loses no acknowledged event of Beats', async (context) => {
  const data = await temporaryDirectory(context);
  const server = await startTestServer({ data });
  const session = await server.login();
  const configuration = { bind_address: '127.0.0.1', port: 0 };
  const json = { title: 'beats', type: inputTypeIds.beats, global: true, configuration };
  const { id } = (await (await server.call('/system/inputs', { method: 'POST', session, json })).json()) as {
    id: string;
  };
  const state = (await (await server.call(`/system/inputstates/${id}`, { session })).json()) as InputStateSummary;
  const acknowledged: string[] = [];
  let killed: Promise<void> | undefined;
  const send = async (sender: number) => {
    const client = await LumberjackClient.open(state.listening?.port ?? 0);
    for (let batch = 0; !client.socket.destroyed; batch += 1) {
      const texts = Array.from({ length: 50 }, (_, index) => `${sender} ${batch} ${index}`);
      const frames = texts.map((text, index) => jsonFrame(index + 1, event(text)));
      client.acknowledgements.length = 0;
      client.socket.write(Buffer.concat([windowFrame(50), compressedFrame(...frames)]));
      await client.acknowledged(50);
      acknowledged.push(...texts.slice(0, Math.max(0, ...client.acknowledgements)));
      if (acknowledged.length > 2_000) killed ??= server.kill();
    }
  };
  await Promise.all([1, 2, 3, 4].map(send));
  await killed;
  const { store } = await open(context, data);
  await store.settled();
  const found = new Set<string>();
  for (const index of store.indices()) {
    for (const row of await store.query(`SELECT message FROM ${index.catalog}.messages`, []))
      found.add(String(row['message']));
  }
  assert.ok(acknowledged.length > 2_000);
  assert.deepEqual(
    acknowledged.filter((text) => !found.has(text)),
    [],
  );
});

// Tests that messages of OpAMP agents and the answers to them have the stored forms.
import { test } from 'node:test';
import { numberField, partField } from '../../../../host/server/intake/decode/protobuf.js';
import {
  readAgentMessage,
  writeServerMessage,
  type ServerToAgent,
} from '../../../../host/server/sidecars/opamp/messages.js';
import { compareTable, type Row } from '../recorded-table.js';

const all = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);
const pair = (name: string, value: Buffer): Buffer => all(partField(1, name), partField(2, value), numberField(9, 1));
const described = (...pairs: readonly (readonly [list: number, name: string, value: Buffer])[]): Buffer =>
  partField(3, all(...pairs.map(([list, name, value]) => partField(list, pair(name, value)))));
const text = (value: string): Buffer => partField(1, value);
/** Encodes a double of Protocol Buffers: wire type 1, eight bytes. */
const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(9);
  bytes[0] = (4 << 3) | 1;
  bytes.writeDoubleLE(value, 1);
  return bytes;
};
const list = (...items: readonly Buffer[]): Buffer => partField(5, all(...items.map((item) => partField(1, item))));
const nested = (depth: number): Buffer => (depth === 0 ? text('end') : list(nested(depth - 1)));
const component = (name: string, value: Buffer): Buffer => partField(6, pair(name, value));
const health = (...parts: readonly Buffer[]): Buffer => partField(5, all(...parts));
const deep = (depth: number): Buffer =>
  depth === 0 ? numberField(1, 1) : all(numberField(1, 1), component('c', deep(depth - 1)));
const file = (name: string, body: string): Buffer => partField(1, pair(name, partField(1, body)));
const files = (count: number, body: string): Buffer =>
  partField(6, partField(1, all(...Array.from({ length: count }, (_, at) => file(`f${at}`, body)))));
const long = 'x'.repeat(1_001);

/** Replaces bytes by hexadecimal text. */
const shown = (bytes: Buffer): unknown => {
  const { uid, ...rest } = readAgentMessage(bytes);
  return { uid: uid.toString('hex'), ...rest };
};

test('messages of OpAMP agents and answers to them have the stored forms', async () => {
  const messages: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    head: all(partField(1, Buffer.from('0102', 'hex')), numberField(2, 7), numberField(4, 0x402), numberField(99, 1)),
    disconnect: partField(9, Buffer.alloc(0)),
    attributes: described(
      [1, 'same', text('identifying')],
      [2, 'same', text('other')],
      [2, 'text', text('x')],
      [2, 'yes', numberField(2, 1)],
      [2, 'no', numberField(2, 0)],
      [2, 'number', numberField(3, 42)],
      [2, 'double', double(1.5)],
      [2, 'list', list(text('a'), numberField(3, 2), list(text('b')))],
      [2, 'bytes', partField(7, 'x')],
      [2, '', text('without a name')],
      [2, long, text(long)],
      [3, 'of another list', text('x')],
    ),
    'deep attributes': described([2, 'six', nested(6)], [2, 'seven', nested(7)]),
    healthy: health(numberField(1, 1), partField(3, 'error'), partField(4, 'status'), numberField(8, 1)),
    unhealthy: health(numberField(1, 0), partField(3, long), partField(4, long)),
    components: health(component('a', all(numberField(1, 1), partField(4, 's'))), component(long, Buffer.alloc(0))),
    'deep components': health(deep(8)),
    status: partField(7, all(partField(1, Buffer.alloc(65, 1)), numberField(2, 3), partField(3, 'x'.repeat(8_001)))),
    files: partField(
      6,
      partField(1, all(file('a', 'b'), file(long, 'c'), partField(1, pair('empty', Buffer.alloc(0))))),
    ),
  };
  const answers: Readonly<Record<string, ServerToAgent>> = {
    plain: { uid: Buffer.of(1) },
    full: { uid: Buffer.of(1), fullState: true },
    'not full': { uid: Buffer.of(1), fullState: false },
    error: { uid: Buffer.of(1), error: 'bad' },
    configuration: { uid: Buffer.of(1), remoteConfig: { files: [{ name: 'a', body: 'b' }], hash: 'ff00' } },
    restart: { uid: Buffer.of(1), restart: true, remoteConfig: { files: [{ name: 'a', body: 'b' }], hash: 'ff' } },
    'no restart': { uid: Buffer.of(1), restart: false, remoteConfig: { files: [], hash: '' } },
  };
  const counts = (bytes: Buffer): unknown => {
    const { attributes, health: of, effective } = readAgentMessage(bytes);
    return [
      attributes && Object.keys(attributes).length,
      of?.components.length,
      effective?.map(({ body }) => body.length).reduce((sum, length) => sum + length, 0),
      effective?.length,
    ];
  };
  const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
  await compareTable('sidecars/opamp-messages.txt', {
    messages: Object.entries(messages).map(([name, bytes]): Row => [name, () => shown(bytes)]),
    limits: [
      ...[200, 201].map((count): Row => [
        `${count} attributes`,
        () => counts(described(...many(count).map((name) => [2, name, text('x')] as const))),
      ]),
      ...[500, 501].map((count): Row => [
        `${count} components`,
        () => counts(health(...many(count).map((name) => component(name, Buffer.alloc(0))))),
      ]),
      ...[50, 51].map((count): Row => [`${count} files`, () => counts(files(count, 'x'))]),
      ['256 KiB of files', () => counts(files(3, 'x'.repeat(100 * 1024)))],
    ],
    answers: Object.entries(answers).map(([name, answer]): Row => [
      name,
      () => writeServerMessage(answer).toString('hex'),
    ]),
    'damaged messages': ['ff', '0aff', '12', '1a02'].map((bytes): Row => [
      bytes,
      () => shown(Buffer.from(bytes, 'hex')),
    ]),
  });
});

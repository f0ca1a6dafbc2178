/** Decodes the packets and templates of NetFlow 5, NetFlow 9 and IPFIX, and refuses invalid packets. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DecodeFailure } from '../../../../host/server/intake/decode/decoded.js';
import { elementValue, readDefinitions } from '../../../../host/server/intake/netflow/fields.js';
import { readNetFlow } from '../../../../host/server/intake/netflow/packets.js';
import { Templates } from '../../../../host/server/intake/netflow/templates.js';
import { temporaryDirectory } from '../store/opened-store.js';
import { countersOf, openIntake, sendUdp } from './open-intake.js';
import { eventually } from './recording-sink.js';

const hex = (...parts: readonly string[]): Buffer => Buffer.from(parts.join('').replace(/\s+/g, ''), 'hex');
const remote = { address: '192.0.2.9', port: 2055 };
const exportedAt = Date.parse('2026-11-20T12:00:00Z');
const seconds = (exportedAt / 1000).toString(16).padStart(8, '0');
const uptime = '00010000';

const five = hex(
  `0005 0001 ${uptime} ${seconds} 00000000 00000000 0000 0000`,
  'c0000201 c0000202 c00002fe 0001 0002 0000000a 00000400 0000fc18 0000fff0',
  '04d2 0050 00 18 06 00 0001 0002 18 10 0000',
);
const set = (id: string, content: string): string => {
  const bytes = hex(content).length + 4;
  return `${id}${bytes.toString(16).padStart(4, '0')}${content}`;
};
const nine = (...sets: readonly string[]): Buffer => hex(`0009 0001 ${uptime} ${seconds} 00000001 00000007`, ...sets);
const ipfix = (...sets: readonly string[]): Buffer => {
  const body = hex(...sets);
  return hex(
    `000a ${(16 + body.length).toString(16).padStart(4, '0')} ${seconds} 00000001 00000007`,
    body.toString('hex'),
  );
};
/** Template with source, destination, ports, protocol, packets, bytes, start time and an unknown element. */
const template = set(
  '0000',
  '0100 0009 0008 0004 000c 0004 0007 0002 000b 0002 0004 0001 0002 0004 0001 0004 0016 0004 03e7 0002',
);
const record = 'c0000201 c0000202 04d2 0035 11 00000001 00000040 0000fc18 002a';

function read(packet: Buffer, templates = new Templates(), now = exportedAt) {
  return readNetFlow(packet, remote, now, templates, new Map()).map(({ fields, ...rest }) => ({
    ...rest,
    fields: { ...fields },
  }));
}

test('NetFlow 5: packets are decoded to one message per flow', () => {
  assert.deepEqual(read(five), [
    {
      timestamp: exportedAt,
      message: '192.0.2.1:1234 -> 192.0.2.2:80, TCP, 10 packets, 1024 bytes',
      fields: {
        nf_version: 5,
        nf_src_address: '192.0.2.1',
        nf_dst_address: '192.0.2.2',
        nf_next_hop: '192.0.2.254',
        nf_snmp_input: 1,
        nf_snmp_output: 2,
        nf_pkts: 10,
        nf_bytes: 1024,
        nf_src_port: 1234,
        nf_dst_port: 80,
        nf_tcp_flags: 24,
        nf_proto: 6,
        nf_proto_name: 'TCP',
        nf_tos: 0,
        nf_src_as: 1,
        nf_dst_as: 2,
        nf_src_mask: 24,
        nf_dst_mask: 16,
        nf_start: '2026-11-20T11:59:59.000Z',
        nf_stop: '2026-11-20T11:59:59.984Z',
      },
    },
  ]);
});

test('NetFlow 9: templates are stored per exporter, may be repeated, and expire', () => {
  const templates = new Templates();
  const data = nine(set('0100', `${record}${record}0000`));
  assert.throws(() => read(data, templates), /Template 256 of 192\.0\.2\.9 is not known yet/);
  assert.deepEqual(read(nine(template), templates), []);
  const flows = read(data, templates);
  assert.equal(flows.length, 2);
  assert.equal(flows[0]?.message, '192.0.2.1:1234 -> 192.0.2.2:53, UDP, 1 packets, 64 bytes');
  assert.equal(flows[0]?.fields['nf_start'], '2026-11-20T11:59:59.000Z');
  assert.equal(flows[0]?.fields['nf_field_999'], 42);
  assert.throws(
    () => readNetFlow(data, { ...remote, address: '192.0.2.10' }, exportedAt, templates, new Map()),
    DecodeFailure,
  );
  assert.equal(read(data, templates, exportedAt + 7_199_999).length, 2);
  assert.throws(() => read(data, templates, exportedAt + 7_200_000), DecodeFailure);
});

test('NetFlow 9: zeros after the last set are padding, and flows before a malformed set are kept', () => {
  const templates = new Templates();
  const flows = read(nine(template, set('0100', record), '00000000 0000000000'), templates);
  assert.equal(flows.length, 1);
  const [kept, ...others] = read(nine(set('0100', record), '0100 0002'), templates);
  assert.deepEqual(others, []);
  assert.equal(kept?.fields['nf_src_address'], '192.0.2.1');
  assert.match(String(kept?.fields['nf_problem']), /Set 256 of 2 bytes does not fit/);
  assert.throws(() => read(nine('0100 0002'), templates), DecodeFailure);
});

test('NetFlow 9: options records in packets without flows are reported by the next flow of the exporter', () => {
  const templates = new Templates();
  const options = set('0001', '0101 0004 0004 0001 0004 0022 0004 0000');
  const records = set('0101', '00000001 00000064 00000002 00000064');
  assert.deepEqual(read(nine(template, options, records), templates), []);
  assert.deepEqual(read(nine(records), templates), []);
  const counts = [1, 2].map(() => read(nine(set('0100', record)), templates)[0]?.fields['nf_options_records']);
  assert.deepEqual(counts, [4, undefined]);
});

test('IPFIX: variable lengths, enterprise elements, IPv6 addresses and options are decoded', () => {
  const packet = ipfix(
    set('0002', '0100 0005 001b 0010 001c 0010 0052 ffff 8001 0002 00000009 0098 0008'),
    set('0003', '0101 0001 0001 0022 0004'),
    set('0101', '00000064'),
    set(
      '0100',
      `20010db8000000000000000000000001 fe800000000000000000000000000000 04 65746830 0007 ${exportedAt.toString(16).padStart(16, '0')}`,
    ),
  );
  const [flow, ...others] = read(packet);
  assert.deepEqual(others, []);
  assert.deepEqual(flow?.fields, {
    nf_options_records: 1,
    nf_version: 10,
    nf_src_address: '2001:db8::1',
    nf_dst_address: 'fe80::',
    nf_interface_name: 'eth0',
    nf_9_1: 7,
    nf_start: '2026-11-20T12:00:00.000Z',
  });
});

const hostile: [name: string, packet: Buffer][] = [
  ['an empty packet', Buffer.alloc(0)],
  ['a packet of an unknown version', hex('0008 0001')],
  ['a packet with an incomplete header', five.subarray(0, 20)],
  ['a packet with incomplete records', five.subarray(0, 60)],
  ['a packet with a set that is longer than the packet', nine('0100 ffff 00')],
  ['a packet with a set of zero bytes', nine('0100 0000')],
  ['a packet with an incomplete template', nine(set('0000', '0100 0009 0008 0004'))],
  ['a packet with a template of too many fields', nine(set('0000', '0100 ffff 0008 0004'))],
  ['a packet with a template of zero bytes', nine(set('0000', '0100 0001 0008 0000'), set('0100', '00'))],
  [
    'a packet with too many flows of one byte',
    nine(set('0000', '0100 0001 0004 0001'), set('0100', '06'.repeat(2_001))),
  ],
];
for (const [name, packet] of hostile)
  test(`the NetFlow decoder refuses ${name}`, () => assert.throws(() => read(packet), DecodeFailure));

test('fields of length zero are omitted from a NetFlow template', () => {
  const fields = ['0004 0001', ...Array.from({ length: 199 }, () => '0005 0000')].join(' ');
  const templates = new Templates();
  read(nine(set('0000', `0100 00c8 ${fields}`)), templates);
  assert.deepEqual(templates.get({ address: remote.address, domain: '9 7' }, 256, exportedAt)?.fields, [
    { id: 4, enterprise: 0, length: 1 },
  ]);
});

test('the number of stored NetFlow templates is limited per exporter and in total', () => {
  const templates = new Templates({ templates: 2, fields: 9, addressFields: 6, allFields: 13, validMs: 1_000 });
  const one = { fields: [{ id: 1, enterprise: 0, length: 4 }], options: false };
  for (let exporter = 0; exporter < 10; exporter += 1)
    for (let id = 256; id < 260; id += 1) templates.set({ address: `e${exporter}`, domain: '1' }, id, one, 0);
  assert.equal(templates.exporters, 3);
  assert.equal(templates.get({ address: 'e9', domain: '1' }, 257, 1), undefined);
  assert.ok(templates.get({ address: 'e9', domain: '1' }, 259, 1));
  // A sender that invents observation domains evicts only its own templates.
  for (let domain = 0; domain < 100; domain += 1) templates.set({ address: 'e7', domain: `d${domain}` }, 256, one, 0);
  assert.ok(templates.get({ address: 'e9', domain: '1' }, 259, 1));
  assert.ok(templates.get({ address: 'e7', domain: 'd99' }, 256, 1));
});

test('NetFlow values are decoded by type and length, and a definitions file can name further elements', () => {
  assert.equal(elementValue('number', hex('ffffffffffffffff')), 18_446_744_073_709_551_615n);
  assert.equal(elementValue('number', hex('010203040506070809')), '010203040506070809');
  assert.equal(elementValue('mac', hex('0a0b0c0d0e0f')), '0a:0b:0c:0d:0e:0f');
  const own = readDefinitions('---\n999: # ours\n- :uint16\n- :color\n34:\n  - skip\n');
  assert.deepEqual(
    [...own],
    [
      [999, { name: 'nf_color', kind: 'number' }],
      [34, { name: '', kind: 'skip' }],
    ],
  );
  assert.throws(() => readDefinitions('a: b'), /Line 1/);
});

test('the NetFlow input receives packets over a real socket with a definitions file', async (context) => {
  const path = join(await temporaryDirectory(context), 'netflow.yml');
  await writeFile(path, '999:\n- :uint16\n- :color\n');
  const opened = await openIntake(context, 'netFlowUdp', { netflow9_definitions_Path: path });
  await sendUdp(opened.port, five, Buffer.from('hello'), nine(template), nine(set('0100', record + record)));
  const messages = await opened.sink.until(3);
  assert.deepEqual(
    messages.map(({ fields }) => fields['nf_color']),
    [undefined, 42, 42],
  );
  assert.equal(messages[0]?.source, '127.0.0.1');
  await eventually(() => countersOf(opened).malformed === 1);
  assert.equal(countersOf(opened).received.total, 4);
});

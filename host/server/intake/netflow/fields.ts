/**
 * Lists elements of NetFlow 9 (RFC 3954 §8) and IPFIX (https://www.iana.org/assignments/ipfix/) by number, and decodes
 * their values. Fields that all versions share have the names of version 5.
 */
import type { FieldValue } from '../../store/types.js';
import { withoutEnding } from '../decode/text.js';

export type ElementKind = 'number' | 'address' | 'mac' | 'text' | 'skip';
export interface Element {
  readonly name: string;
  readonly kind: ElementKind;
}

const of = (kind: ElementKind, elements: Readonly<Record<number, string>>): [number, Element][] =>
  Object.entries(elements).map(([id, name]) => [Number(id), { name: `nf_${name}`, kind }]);

export const elements: ReadonlyMap<number, Element> = new Map([
  ...of('number', {
    1: 'bytes',
    2: 'pkts',
    3: 'flows',
    4: 'proto',
    5: 'tos',
    6: 'tcp_flags',
    7: 'src_port',
    9: 'src_mask',
    10: 'snmp_input',
    11: 'dst_port',
    13: 'dst_mask',
    14: 'snmp_output',
    16: 'src_as',
    17: 'dst_as',
    19: 'mul_dst_pkts',
    20: 'mul_dst_bytes',
    21: 'last_switched',
    22: 'first_switched',
    23: 'out_bytes',
    24: 'out_pkts',
    29: 'src_mask',
    30: 'dst_mask',
    31: 'flow_label',
    32: 'icmp_type',
    33: 'igmp_type',
    34: 'sampling_interval',
    35: 'sampling_algorithm',
    38: 'engine_type',
    39: 'engine_id',
    48: 'sampler_id',
    58: 'src_vlan',
    59: 'dst_vlan',
    60: 'ip_version',
    61: 'direction',
    85: 'total_bytes',
    86: 'total_pkts',
    89: 'forwarding_status',
    95: 'application_id',
    136: 'flow_end_reason',
    148: 'flow_id',
    150: 'start_seconds',
    151: 'stop_seconds',
    152: 'start_milliseconds',
    153: 'stop_milliseconds',
    227: 'post_nat_src_port',
    228: 'post_nat_dst_port',
    230: 'nat_event',
    234: 'ingress_vrf',
    235: 'egress_vrf',
  }),
  ...of('address', {
    8: 'src_address',
    12: 'dst_address',
    15: 'next_hop',
    18: 'bgp_next_hop',
    27: 'src_address',
    28: 'dst_address',
    62: 'next_hop',
    63: 'bgp_next_hop',
    225: 'post_nat_src_address',
    226: 'post_nat_dst_address',
  }),
  ...of('mac', { 56: 'src_mac', 57: 'out_dst_mac', 80: 'dst_mac', 81: 'out_src_mac' }),
  ...of('text', { 82: 'interface_name', 83: 'interface_description', 96: 'application_name' }),
]);

const longestNumber = 8;
/** Longest number in bytes that is decoded without bigint, because bigint takes several times as long. */
const longestPlain = 6;
const mostBytes = 1_024;

const hex = (bytes: Buffer, separator: string): string =>
  [...bytes.subarray(0, mostBytes)].map((byte) => byte.toString(16).padStart(2, '0')).join(separator);

/** Formats an IPv6 address; the longest run of zero groups is compressed (RFC 5952 §4.2). */
function ipv6(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
  const runs = [...groups.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].sort((one, other) => other[0].length - one[0].length);
  const [run] = runs;
  if (!run) return groups;
  return `${groups.slice(0, run.index)}::${groups.slice(run.index + run[0].length + 1)}`;
}

function numberOf(bytes: Buffer): FieldValue {
  if (bytes.length <= longestPlain) return bytes.readUIntBE(0, bytes.length);
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/**
 * Decodes the value of an element; undefined for skipped elements and empty values. If the length does not fit the
 * kind, the bytes are returned as hexadecimal digits.
 */
export function elementValue(kind: ElementKind, bytes: Buffer): FieldValue | undefined {
  if (kind === 'skip' || bytes.length === 0) return undefined;
  if (kind === 'text') return withoutEnding(bytes.toString('utf8', 0, mostBytes));
  if (kind === 'mac' && bytes.length === 6) return hex(bytes, ':');
  if (kind === 'address' && bytes.length === 4) return bytes.join('.');
  if (kind === 'address' && bytes.length === 16) return ipv6(bytes);
  return kind === 'number' && bytes.length <= longestNumber ? numberOf(bytes) : hex(bytes, '');
}

const mostDefinitions = 5_000;
const kinds: readonly (readonly [RegExp, ElementKind])[] = [
  [/^u?int\d*$/, 'number'],
  [/^ip[46]?_addr$/, 'address'],
  [/^mac_addr$/, 'mac'],
  [/^string$/, 'text'],
  [/^skip$/, 'skip'],
];

/**
 * Parses definitions of further elements, in the form of the YAML files of other collectors: a number and a colon, then
 * a list of a type and a name.
 * @throws Error when a line cannot be read (the message names it), or when there are too many definitions
 */
export function readDefinitions(text: string): ReadonlyMap<number, Element> {
  const found = new Map<number, Element>();
  let id: number | undefined;
  let kind: ElementKind | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.replace(/\s+#.*$|^#.*$/, '').trim();
    const number = /^(\d{1,5}):$/.exec(content);
    const item = /^- *:?([\w.-]{1,200})$/.exec(content);
    if (content === '' || content === '---') continue;
    if (number) [id, kind] = [Number(number[1]), undefined];
    else if (item && id !== undefined && kind === undefined) {
      kind = kinds.find(([pattern]) => pattern.test(item[1] ?? ''))?.[1];
      if (kind === undefined) throw new Error(`Line ${index + 1} of the definitions names no known type.`);
      if (kind === 'skip') found.set(id, { name: '', kind });
    } else if (item && id !== undefined && kind !== undefined) found.set(id, { name: `nf_${item[1]}`, kind });
    else
      throw new Error(
        `Line ${index + 1} of the definitions cannot be read; it is a number with a list of a type and a name.`,
      );
    if (found.size > mostDefinitions) throw new Error(`There are more than ${mostDefinitions} definitions.`);
  }
  return found;
}

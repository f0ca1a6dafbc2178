/**
 * Decodes packets of NetFlow 5, NetFlow 9 (RFC 3954) and IPFIX (RFC 7011) into flows. Every length is checked against
 * the packet before it is used.
 */
import { DecodeFailure, type DecodedMessage } from '../decode/decoded.js';
import type { Remote } from '../transport/receiver.js';
import type { FieldValue } from '../../store/types.js';
import { elements, elementValue, type Element } from './fields.js';
import { flowMessage, type FlowHead } from './records.js';
import { variable, type Exporter, type Template, type TemplateField, type Templates } from './templates.js';

/**
 * Largest number of flows of one packet: a template with one-byte records could otherwise create thousands of messages.
 */
const mostFlows = 2_000;
const firstDataSet = 256;

const v5 = { head: 24, record: 48 };
/**
 * Element id, offset and length of the fields in a version 5 record
 * (https://www.cisco.com/c/en/us/td/docs/net_mgmt/netflow_collection_engine/3-6/user/guide/format.html).
 */
const v5Fields: readonly (readonly [id: number, offset: number, length: number])[] = [
  [8, 0, 4],
  [12, 4, 4],
  [15, 8, 4],
  [10, 12, 2],
  [14, 14, 2],
  [2, 16, 4],
  [1, 20, 4],
  [22, 24, 4],
  [21, 28, 4],
  [7, 32, 2],
  [11, 34, 2],
  [6, 37, 1],
  [4, 38, 1],
  [5, 39, 1],
  [16, 40, 2],
  [17, 42, 2],
  [9, 44, 1],
  [13, 45, 1],
];

function readV5(packet: Buffer): DecodedMessage[] {
  const count = packet.readUInt16BE(2);
  if (packet.length < v5.head + count * v5.record) {
    throw new DecodeFailure(`NetFlow 5: ${count} records are announced, which the packet has no room for.`);
  }
  const exportedAt = packet.readUInt32BE(8) * 1_000 + Math.floor(packet.readUInt32BE(12) / 1e6);
  const head = { version: 5, exportedAt, bootedAt: exportedAt - packet.readUInt32BE(4) };
  return Array.from({ length: count }, (_, index) => {
    const start = v5.head + index * v5.record;
    const found = v5Fields.flatMap(([id, offset, length]) => {
      const from = start + offset;
      const value = valueOf(elements.get(id), packet.subarray(from, from + length));
      return value ? [value] : [];
    });
    return flowMessage(head, found);
  });
}

function valueOf(element: Element | undefined, bytes: Buffer): readonly [string, FieldValue] | undefined {
  const value = element && elementValue(element.kind, bytes);
  return value === undefined ? undefined : [element?.name ?? '', value];
}

interface Reading {
  readonly head: FlowHead;
  readonly exporter: Exporter;
  readonly templates: Templates;
  readonly own: ReadonlyMap<number, Element>;
  readonly now: number;
  readonly flows: DecodedMessage[];
  unknown: number | undefined;
}

/**
 * Reads a field of a template and returns it with its end; undefined: the set ends within the field. IPFIX marks an
 * enterprise-specific element by the highest bit of its id (RFC 7011 §3.2).
 */
function readTemplateField(
  set: Buffer,
  at: number,
  isIpfix: boolean,
): { field: TemplateField; end: number } | undefined {
  if (set.length < at + 4) return undefined;
  const id = set.readUInt16BE(at);
  const length = set.readUInt16BE(at + 2);
  if (!isIpfix || id < 0x8000) return { field: { id, enterprise: 0, length }, end: at + 4 };
  if (set.length < at + 8) return undefined;
  return { field: { id: id & 0x7fff, enterprise: set.readUInt32BE(at + 4), length }, end: at + 8 };
}

/**
 * Reads the templates of a set and stores them for the exporter. Throws a DecodeFailure for a template that is
 * incomplete or has too many fields.
 * @param options true for options templates: their header has a further number, and in version 9 it contains lengths in
 * bytes instead of counts (RFC 3954 §6.1)
 */
function readTemplates(set: Buffer, reading: Reading, options: boolean): void {
  const isIpfix = reading.head.version === 10;
  const headBytes = options ? 6 : 4;
  const { templates } = reading;
  for (let at = 0; at + headBytes <= set.length;) {
    const id = set.readUInt16BE(at);
    if (id < firstDataSet) return;
    const declaredLength = set.readUInt16BE(at + 2);
    const count = options && !isIpfix ? Math.floor((declaredLength + set.readUInt16BE(at + 4)) / 4) : declaredLength;
    if (count > templates.limits.fields)
      throw new DecodeFailure(`Template ${id} has ${count} fields; at most ${templates.limits.fields} are taken.`);
    at += headBytes;
    const fields: TemplateField[] = [];
    for (let read = 0; read < count; read += 1) {
      const found = readTemplateField(set, at, isIpfix);
      if (!found) throw new DecodeFailure(`Template ${id} ends within its fields.`);
      // A field of 0 bytes carries no value, so it is dropped. Otherwise, with a template of a one-byte field and many
      // fields of 0 bytes, every byte of a set would cost as much as a record of many fields.
      if (found.field.length > 0) fields.push(found.field);
      at = found.end;
    }
    templates.set(reading.exporter, id, { fields, options }, reading.now);
  }
}

interface Cut {
  readonly bytes: Buffer;
  readonly end: number;
}

function cutField(set: Buffer, at: number, length: number): Cut | undefined {
  let from = at;
  let size = length;
  if (length === variable) {
    if (set.length < at + 1) return undefined;
    size = set.readUInt8(at);
    from = at + 1;
    if (size === 0xff) {
      if (set.length < at + 3) return undefined;
      size = set.readUInt16BE(at + 1);
      from = at + 3;
    }
  }
  return set.length < from + size ? undefined : { bytes: set.subarray(from, from + size), end: from + size };
}

function elementOf({ id, enterprise }: TemplateField, own: Reading['own']): Element {
  if (enterprise !== 0) return { name: `nf_${enterprise}_${id}`, kind: 'number' };
  return own.get(id) ?? elements.get(id) ?? { name: `nf_field_${id}`, kind: 'number' };
}

/**
 * Returns the number of complete records in a data set, at most `mostFlows`; incomplete bytes after the last record are
 * padding.
 */
function countRecords(set: Buffer, { fields }: Template): number {
  let records = 0;
  for (let at = 0; at < set.length && records < mostFlows; records += 1) {
    const start = at;
    for (const { length } of fields) {
      const cut = cutField(set, at, length);
      if (!cut) return records;
      at = cut.end;
    }
    if (at === start) return records;
  }
  return records;
}

function readRecords(set: Buffer, template: Template, { head, own, flows }: Reading): void {
  for (let at = 0; at < set.length;) {
    const start = at;
    const found: (readonly [string, FieldValue])[] = [];
    for (const field of template.fields) {
      const cut = cutField(set, at, field.length);
      // The remaining bytes of the set are too few for a record, so they are padding.
      if (!cut) return;
      at = cut.end;
      const value = valueOf(elementOf(field, own), cut.bytes);
      if (value) found.push(value);
    }
    if (at === start) throw new DecodeFailure('A template describes records of 0 bytes.');
    if (flows.length >= mostFlows) throw new DecodeFailure(`A packet has more than ${mostFlows} flows.`);
    flows.push(flowMessage(head, found));
  }
}

function readSets(packet: Buffer, from: number, reading: Reading): void {
  const [templateSet, optionsSet] = reading.head.version === 10 ? [2, 3] : [0, 1];
  for (let at = from; at + 4 <= packet.length;) {
    const id = packet.readUInt16BE(at);
    const length = packet.readUInt16BE(at + 2);
    // Some exporters fill the packet up with zeros behind the last set.
    if (id === 0 && length === 0 && packet.subarray(at).every((byte) => byte === 0)) return;
    if (length < 4 || at + length > packet.length)
      throw new DecodeFailure(`Set ${id} of ${length} bytes does not fit into the packet.`);
    const set = packet.subarray(at + 4, at + length);
    at += length;
    if (id === templateSet || id === optionsSet) readTemplates(set, reading, id === optionsSet);
    else if (id >= firstDataSet) {
      const template = reading.templates.get(reading.exporter, id, reading.now);
      if (!template) reading.unknown ??= id;
      else if (template.options) reading.templates.addOptions(reading.exporter, countRecords(set, template));
      else readRecords(set, template, reading);
    }
  }
}

function headOf(packet: Buffer, version: number): { head: FlowHead; domain: number; bytes: number } {
  if (version === 10) {
    const exportedAt = packet.readUInt32BE(4) * 1_000;
    return { head: { version, exportedAt, bootedAt: undefined }, domain: packet.readUInt32BE(12), bytes: 16 };
  }
  const exportedAt = packet.readUInt32BE(8) * 1_000;
  const bootedAt = exportedAt - packet.readUInt32BE(4);
  return { head: { version, exportedAt, bootedAt }, domain: packet.readUInt32BE(16), bytes: 20 };
}

const leastBytes: Readonly<Record<number, number>> = { 5: v5.head, 9: 20, 10: 16 };

/**
 * Returns the flows of a packet; none for a packet that only contains templates or options records. If a set is broken,
 * reading ends, and the last flow that was read reports the problem in `nf_problem`. Options records describe the
 * exporter. Their number is reported in `nf_options_records` of the exporter's next flow, in this packet or a later
 * one.
 * @param now time of receipt, epoch milliseconds
 * @param own user-defined elements by id
 * @throws DecodeFailure when the version is unsupported, when no flow can be read because the packet is broken or only
 * has unknown templates, or when it contains too many flows
 */
export function readNetFlow(
  packet: Buffer,
  remote: Remote,
  now: number,
  templates: Templates,
  own: ReadonlyMap<number, Element>,
): DecodedMessage[] {
  const version = packet.length < 2 ? 0 : packet.readUInt16BE(0);
  const least = leastBytes[version];
  if (least === undefined)
    throw new DecodeFailure(`The packet has version ${version}; only NetFlow 5, NetFlow 9 and IPFIX are supported.`);
  if (packet.length < least)
    throw new DecodeFailure(`A packet of ${packet.length} bytes is too short for version ${version}.`);
  if (version === 5) return readV5(packet);
  const { head, domain, bytes } = headOf(packet, version);
  const exporter = { address: remote.address, domain: `${version} ${domain}` };
  const reading: Reading = { head, exporter, templates, own, now, flows: [], unknown: undefined };
  const { flows } = reading;
  try {
    readSets(packet, bytes, reading);
  } catch (error) {
    // The flows that were read before the fault are kept.
    const last = flows.at(-1);
    if (!(error instanceof DecodeFailure) || !last || flows.length >= mostFlows) throw error;
    last.fields['nf_problem'] = error.message;
  }
  const options = flows[0] ? templates.takeOptions(exporter) : 0;
  if (flows[0] && options > 0) flows[0].fields['nf_options_records'] = options;
  if (flows.length === 0 && reading.unknown !== undefined) {
    throw new DecodeFailure(
      `Template ${reading.unknown} of ${remote.address} is not known yet; the exporter repeats it from time to time.`,
    );
  }
  return flows;
}

/** Writes a small database in the format of MaxMind (MaxMind DB File Format 2.0): one network with one record. */

/** Encodes a value with its type: utf8_string 2, double 3, uint32 6, map 7, or array 11, which is an extended type. */
function encoded(value: unknown): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    const head = text.length < 29 ? [(2 << 5) | text.length] : [(2 << 5) | 29, text.length - 29];
    return Buffer.concat([Buffer.from(head), text]);
  }
  if (typeof value === 'number' && Number.isInteger(value)) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.from([(6 << 5) | 4]), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([Buffer.from([(3 << 5) | 8]), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encoded)]);
  const entries = Object.entries(value as object);
  const parts = entries.flatMap(([name, part]) => [encoded(name), encoded(part)]);
  return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...parts]);
}

/** Encodes a database with one record. @param bits network of the record: the leading bits of its IPv4 addresses */
export function databaseOf(bits: string, record: object): Buffer {
  const nodeCount = bits.length;
  const nodes = Buffer.alloc(nodeCount * 6);
  for (const [at, bit] of [...bits].entries()) {
    const next = at + 1 < nodeCount ? at + 1 : nodeCount + 16;
    nodes.writeUIntBE(bit === '0' ? next : nodeCount, at * 6, 3);
    nodes.writeUIntBE(bit === '1' ? next : nodeCount, at * 6 + 3, 3);
  }
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: 'Test',
    description: { en: 'Test' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodeCount,
    record_size: 24,
  };
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([nodes, Buffer.alloc(16), encoded(record), marker, encoded(metadata)]);
}

/** Computes CRC-32C (Castagnoli, RFC 3720), for record batches of Kafka and as a function of pipeline rules. */

const polynomial = 0x82f63b78;
/** Eight lookup tables, so that one step processes eight bytes (slicing-by-8). */
const tables = Array.from({ length: 8 }, () => new Int32Array(256));

function fill(): void {
  const [first = new Int32Array(256)] = tables;
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    first[byte] = value;
  }
  for (let byte = 0; byte < 256; byte += 1) {
    let value = first[byte] ?? 0;
    for (const table of tables.slice(1)) {
      value = (first[value & 255] ?? 0) ^ (value >>> 8);
      table[byte] = value;
    }
  }
}
fill();
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
  Int32Array,
];

/**
 * Returns the CRC-32C of bytes. `?? 0` is for the type checker only: all indices are within the buffer and the tables.
 */
export function crc32c(bytes: Buffer): number {
  let crc = -1;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const low = crc ^ bytes.readInt32LE(at);
    const high = bytes.readInt32LE(at + 4);
    crc =
      (t7[low & 255] ?? 0) ^
      (t6[(low >>> 8) & 255] ?? 0) ^
      (t5[(low >>> 16) & 255] ?? 0) ^
      (t4[low >>> 24] ?? 0) ^
      (t3[high & 255] ?? 0) ^
      (t2[(high >>> 8) & 255] ?? 0) ^
      (t1[(high >>> 16) & 255] ?? 0) ^
      (t0[high >>> 24] ?? 0);
  }
  for (; at < bytes.length; at += 1) crc = (t0[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

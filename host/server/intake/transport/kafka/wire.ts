/**
 * Reads and writes the primitive types of Kafka's protocol (https://kafka.apache.org/protocol#protocol_types), without
 * compact encodings.
 */

/** Thrown when bytes from a broker do not follow Kafka's protocol. */
export class WireError extends Error {
  override name = 'WireError';
}

export class WireWriter {
  readonly #parts: Buffer[] = [];

  bytesOf(write: (buffer: Buffer) => void, length: number): this {
    const buffer = Buffer.allocUnsafe(length);
    write(buffer);
    this.#parts.push(buffer);
    return this;
  }
  int8(value: number): this {
    return this.bytesOf((buffer) => buffer.writeInt8(value), 1);
  }
  int16(value: number): this {
    return this.bytesOf((buffer) => buffer.writeInt16BE(value), 2);
  }
  int32(value: number): this {
    return this.bytesOf((buffer) => buffer.writeInt32BE(value), 4);
  }
  int64(value: bigint): this {
    return this.bytesOf((buffer) => buffer.writeBigInt64BE(value), 8);
  }
  string(value: string): this {
    const bytes = Buffer.from(value);
    return this.int16(bytes.length).raw(bytes);
  }
  nullableString(value: string | null): this {
    return value === null ? this.int16(-1) : this.string(value);
  }
  bytes(value: Buffer): this {
    return this.int32(value.length).raw(value);
  }
  raw(value: Buffer): this {
    this.#parts.push(value);
    return this;
  }
  array<T>(values: Iterable<T>, write: (writer: this, value: T) => void): this {
    const all = [...values];
    this.int32(all.length);
    for (const value of all) write(this, value);
    return this;
  }
  get buffer(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export class WireReader {
  #at = 0;

  constructor(readonly buffer: Buffer) {}

  get left(): number {
    return this.buffer.length - this.#at;
  }
  get at(): number {
    return this.#at;
  }

  #skip(bytes: number): number {
    if (bytes < 0 || bytes > this.left) throw new WireError('The response of the Kafka broker ends too early.');
    const at = this.#at;
    this.#at += bytes;
    return at;
  }
  int8(): number {
    return this.buffer.readInt8(this.#skip(1));
  }
  int16(): number {
    return this.buffer.readInt16BE(this.#skip(2));
  }
  int32(): number {
    return this.buffer.readInt32BE(this.#skip(4));
  }
  uint32(): number {
    return this.buffer.readUInt32BE(this.#skip(4));
  }
  int64(): bigint {
    return this.buffer.readBigInt64BE(this.#skip(8));
  }
  /** Reads a zigzag varint of the record format; the value is exact up to 53 bits. */
  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = this.buffer[this.#skip(1)] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
    throw new WireError('A number in the response of the Kafka broker is too long.');
  }
  /** Returns the next bytes as a view of the buffer, not as a copy. */
  raw(length: number): Buffer {
    const at = this.#skip(length);
    return this.buffer.subarray(at, at + length);
  }
  string(): string {
    return this.raw(this.int16()).toString('utf8');
  }
  nullableString(): string | null {
    const length = this.int16();
    return length < 0 ? null : this.raw(length).toString('utf8');
  }
  /** Reads bytes after their length; null (a length of -1) is returned as an empty buffer. */
  bytes(): Buffer {
    return this.raw(Math.max(0, this.int32()));
  }
  /** Reads the elements of an array after their number; a null array is returned as empty. */
  array<T>(read: (reader: this) => T): T[] {
    const length = this.int32();
    // Each element takes at least one byte, so a larger length is invalid.
    if (length > this.left) throw new WireError('The response of the Kafka broker ends too early.');
    const found: T[] = [];
    for (let at = 0; at < length; at += 1) found.push(read(this));
    return found;
  }
}

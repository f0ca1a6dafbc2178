/**
 * Reads the wire format of protocol buffers (https://protobuf.dev/programming-guides/encoding/) field by field, never
 * beyond the available bytes, and encodes single fields.
 */
import { DecodeFailure } from './decoded.js';

const broken = (what: string) => new DecodeFailure(`Broken protobuf: ${what}.`);
/** Largest number of fields of a protobuf message, because a message is read without yielding to the event loop. */
const maxFields = 100_000;
const wireNames = ['varint', '64 bits', 'length-delimited', 'start of a group', 'end of a group', '32 bits'];

export class ProtobufReader {
  #at = 0;
  #fields = 0;
  /** Number of the current field, whose value is read next. */
  field = 0;
  #wire = 0;

  constructor(private readonly bytes: Buffer) {}

  /**
   * Advances to the next field, whose value must then be read or skipped.
   * @returns false: there is no further field
   * @throws DecodeFailure when the bytes are no field, or the message has too many fields
   */
  next(): boolean {
    if (this.#at >= this.bytes.length) return false;
    this.#fields += 1;
    if (this.#fields > maxFields) throw broken(`a message has more than ${maxFields} fields`);
    const tag = Number(this.#varint());
    this.field = Math.floor(tag / 8);
    this.#wire = tag % 8;
    if (this.field < 1 || this.field > 536_870_911) throw broken('a field has no valid number');
    return true;
  }

  #varint(): number | bigint {
    const start = this.#at;
    // Most numbers are small, and bigint arithmetic is slow.
    let small = 0;
    for (let index = 0; index < 4; index += 1) {
      const byte = this.#byte();
      small += (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return small;
    }
    let value = BigInt(small);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw broken(`the number at byte ${start} has no end`);
  }

  #byte(): number {
    const byte = this.bytes[this.#at];
    if (byte === undefined) throw broken('it ends too early');
    this.#at += 1;
    return byte;
  }

  #expect(wire: number): void {
    if (this.#wire !== wire)
      throw broken(`field ${this.field} is ${wireNames[this.#wire] ?? 'of an unknown kind'}, not ${wireNames[wire]}`);
  }

  #take(length: number): Buffer {
    if (length > this.bytes.length - this.#at) throw broken('it ends too early');
    const taken = this.bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  /** Reads a varint as a number, which is exact up to 2^53; this suffices for enumerations, sizes and flags. */
  uint(): number {
    this.#expect(0);
    return Number(this.#varint());
  }

  int64(): bigint {
    this.#expect(0);
    return BigInt.asIntN(64, BigInt(this.#varint()));
  }

  fixed64(): bigint {
    this.#expect(1);
    return this.#take(8).readBigUInt64LE(0);
  }

  fixed32(): number {
    this.#expect(5);
    return this.#take(4).readUInt32LE(0);
  }

  double(): number {
    this.#expect(1);
    return this.#take(8).readDoubleLE(0);
  }

  /** Reads a length-delimited value as a view of the bytes, without copying. */
  part(): Buffer {
    this.#expect(2);
    return this.#take(Number(this.#varint()));
  }

  text(): string {
    return this.part().toString('utf8');
  }

  skip(): void {
    if (this.#wire === 0) this.#varint();
    else if (this.#wire === 1) this.#take(8);
    else if (this.#wire === 2) this.part();
    else if (this.#wire === 5) this.#take(4);
    else throw broken(`field ${this.field} is ${wireNames[this.#wire] ?? 'of an unknown kind'}`);
  }
}

/**
 * Returns all values of a repeated, length-delimited field.
 * @param field number of the field
 * @throws DecodeFailure when the bytes are invalid or have more than `limit` values
 */
export function repeatedParts(bytes: Buffer, field: number, limit: number): Buffer[] {
  const found: Buffer[] = [];
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field !== field) reader.skip();
    else if (found.push(reader.part()) > limit) throw new DecodeFailure(`There are more than ${limit} in one list.`);
  }
  return found;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

/** Encodes a varint field. @param value integer of at least 0 */
export const numberField = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
/** Encodes a length-delimited field with a text or a message. */
export function partField(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

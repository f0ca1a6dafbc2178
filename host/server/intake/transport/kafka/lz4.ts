/**
 * Decompresses LZ4 frames (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md and lz4_Block_format.md) with a
 * limit of the decompressed size.
 */
import { intakeTurn } from '../../decode/intake-turn.js';
import { DecodeFailure } from '../../decode/decoded.js';

const magic = 0x184d2204;
const headBytes = 7;
const maxBlockBytes = 4 * 1024 * 1024;
const minMatch = 4;
/** Number of bytes that are copied between two checks of the clock. */
const bytesBetweenLooks = 64 * 1024;

const broken = (what: string) => new DecodeFailure(`Broken lz4 data: ${what}.`);

class Lz4 {
  #out = Buffer.allocUnsafe(64 * 1024);
  #to = 0;
  #at = 0;
  #looked = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly limit: number,
  ) {}

  async run(): Promise<Buffer> {
    if (this.bytes.length < headBytes || this.bytes.readUInt32LE(0) !== magic) throw broken('it has no head');
    const flags = this.bytes[4] ?? 0;
    const hasBlockChecksums = (flags & 0x10) !== 0;
    // The frame header consists of flags, block size, optional content size, optional dictionary id and a checksum.
    this.#at = headBytes + ((flags & 0x08) === 0 ? 0 : 8) + ((flags & 0x01) === 0 ? 0 : 4);
    for (let length = this.#uint32(); length !== 0; length = this.#uint32()) {
      const isPlain = length >= 2 ** 31;
      const size = isPlain ? length - 2 ** 31 : length;
      if (size > maxBlockBytes || size > this.bytes.length - this.#at) throw broken('a block ends too early');
      const end = this.#at + size;
      if (isPlain) this.#copyIn(size);
      else await this.#block(end);
      if (this.#at !== end) throw broken('a block has another length than it says');
      if (hasBlockChecksums) this.#at += 4;
    }
    return this.#out.subarray(0, this.#to);
  }

  #uint32(): number {
    if (this.bytes.length - this.#at < 4) throw broken('it ends too early');
    this.#at += 4;
    return this.bytes.readUInt32LE(this.#at - 4);
  }

  async #block(end: number): Promise<void> {
    while (this.#at < end) {
      if (this.#isTime) await intakeTurn.room();
      const token = this.bytes[this.#at] ?? 0;
      this.#at += 1;
      this.#copyIn(this.#length(token >> 4, end), end);
      // The last sequence of a block consists of literals only.
      if (this.#at >= end) return;
      if (end - this.#at < 2) throw broken('a block ends too early');
      const offset = this.bytes.readUInt16LE(this.#at);
      this.#at += 2;
      await this.#copyBack(minMatch + this.#length(token & 15, end), offset);
    }
  }

  /**
   * Tells whether to yield to the event loop; the clock is checked once per `bytesBetweenLooks` read or written bytes.
   */
  get #isTime(): boolean {
    const done = this.#at + this.#to;
    if (done - this.#looked < bytesBetweenLooks) return false;
    this.#looked = done;
    return intakeTurn.isOver;
  }

  /**
   * Returns the length of a literal or match.
   * @param short length in the token; 15: the next bytes are added to the length
   */
  #length(short: number, end: number): number {
    let length = short;
    if (short < 15) return length;
    for (let byte = 255; byte === 255; length += byte) {
      if (this.#at >= end) throw broken('a block ends too early');
      byte = this.bytes[this.#at] ?? 0;
      this.#at += 1;
    }
    return length;
  }

  #room(length: number): void {
    const wanted = this.#to + length;
    if (wanted > this.limit) throw new DecodeFailure(`More than ${this.limit} bytes after decompression (lz4).`);
    if (wanted <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(Math.min(this.limit, Math.max(wanted, 2 * this.#out.length)));
    this.#out.copy(larger, 0, 0, this.#to);
    this.#out = larger;
  }

  #copyIn(length: number, end = this.bytes.length): void {
    if (length > end - this.#at) throw broken('a block ends too early');
    this.#room(length);
    this.bytes.copy(this.#out, this.#to, this.#at, this.#at + length);
    this.#at += length;
    this.#to += length;
  }

  /**
   * Copies bytes of the output that begin `offset` bytes before its end. The copy is made in parts: if the offset is
   * shorter than the length, later parts read bytes that earlier parts have written.
   */
  async #copyBack(length: number, offset: number): Promise<void> {
    if (offset < 1 || offset > this.#to) throw broken('it refers to data that does not exist');
    this.#room(length);
    const from = this.#to - offset;
    for (let left = length; left > 0;) {
      // The copied part repeats with the period of the offset, so each further copy can be longer.
      const period = Math.floor((this.#to - from) / offset) * offset;
      const part = Math.min(left, period, bytesBetweenLooks);
      this.#out.copyWithin(this.#to, this.#to - period, this.#to - period + part);
      this.#to += part;
      left -= part;
      if (this.#isTime) await intakeTurn.room();
    }
  }
}

/**
 * Decompresses an LZ4 frame, and yields to the event loop meanwhile.
 * @param limit largest size of the result in bytes
 * @throws DecodeFailure when the frame is broken, or its content larger than the limit
 */
export const unlz4 = (bytes: Buffer, limit: number): Promise<Buffer> => new Lz4(bytes, limit).run();

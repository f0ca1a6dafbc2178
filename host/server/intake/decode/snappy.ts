/**
 * Decompresses blocks of Snappy (https://github.com/google/snappy/blob/main/format_description.txt), bounded by the
 * uncompressed length that the block declares.
 */
import { intakeTurn } from './intake-turn.js';
import { DecodeFailure } from './decoded.js';

const stepsBetweenLooks = 4_096;

const broken = (what: string) => new DecodeFailure(`Broken snappy data: ${what}.`);

/** Returns the uncompressed length that the block declares, and the offset of the compressed data. */
function head(bytes: Buffer): [length: number, start: number] {
  let length = 0;
  for (let at = 0; at < 5; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) break;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return [length, at + 1];
  }
  throw broken('it has no length');
}

class Snappy {
  readonly #out: Buffer;
  #to = 0;

  constructor(
    private readonly bytes: Buffer,
    length: number,
    private at: number,
  ) {
    this.#out = Buffer.allocUnsafe(length);
  }

  async run(): Promise<Buffer> {
    for (let steps = 1; this.at < this.bytes.length; steps += 1) {
      if (steps % stepsBetweenLooks === 0 && intakeTurn.isOver) await intakeTurn.room();
      const tag = this.#number(1);
      const kind = tag & 3;
      if (kind === 0) this.#literal(tag >> 2);
      else if (kind === 1) this.#copy(4 + ((tag >> 2) & 7), ((tag & 0xe0) << 3) + this.#number(1));
      else this.#copy(1 + (tag >> 2), this.#number(kind === 2 ? 2 : 4));
    }
    if (this.#to !== this.#out.length) throw broken('less comes out than it says');
    return this.#out;
  }

  /** Reads a little-endian number. @param bytes length of the number in bytes */
  #number(bytes: number): number {
    if (this.at + bytes > this.bytes.length) throw broken('it ends too early');
    this.at += bytes;
    return this.bytes.readUIntLE(this.at - bytes, bytes);
  }

  #room(length: number): void {
    if (length > this.#out.length - this.#to) throw broken('more comes out than it says');
  }

  /**
   * Copies a literal.
   * @param short length of the literal minus one; from 60 on, the length minus one is in the next 1 to 4 bytes
   */
  #literal(short: number): void {
    const length = 1 + (short < 60 ? short : this.#number(short - 59));
    if (length > this.bytes.length - this.at) throw broken('it ends too early');
    this.#room(length);
    this.bytes.copy(this.#out, this.#to, this.at, this.at + length);
    this.at += length;
    this.#to += length;
  }

  /**
   * Copies bytes of the output from `offset` bytes before its end. If the ranges overlap, the bytes are copied one by
   * one, because the copy reads bytes that it has just written.
   */
  #copy(length: number, offset: number): void {
    if (offset < 1 || offset > this.#to) throw broken('it refers to data that does not exist');
    this.#room(length);
    const out = this.#out;
    if (offset >= length) out.copyWithin(this.#to, this.#to - offset, this.#to - offset + length);
    else for (let index = 0; index < length; index += 1) out[this.#to + index] = out[this.#to + index - offset] ?? 0;
    this.#to += length;
  }
}

/**
 * Decompresses a block.
 * @param limit largest uncompressed length in bytes
 * @param hold called with the uncompressed length before memory is allocated; it may throw
 * @returns undefined when the length exceeds the limit
 * @throws DecodeFailure when the block is broken, and the error of `hold`
 */
export async function unsnapped(
  bytes: Buffer,
  limit: number,
  hold: (bytes: number) => void = () => undefined,
): Promise<Buffer | undefined> {
  const [length, start] = head(bytes);
  // A copy element of three bytes yields at most 64 bytes, which bounds the compression ratio.
  if (length > bytes.length * 22 + 64) throw broken('it says more than it can hold');
  if (length > limit) return undefined;
  hold(length);
  return new Snappy(bytes, length, start).run();
}

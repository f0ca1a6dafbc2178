/** Splits a syslog TCP stream into messages by octet counts or newlines, distinguished for each message (RFC 6587). */
import {
  carriageReturn,
  DelimitedFrames,
  emit,
  newline,
  nul,
  Unfinished,
  type Framing,
  type FrameSink,
} from './frames.js';

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const longestCount = 10;
/**
 * A message whose count is above the size limit is skipped up to this multiple of the limit. For a larger count the
 * connection is closed, because the number is probably no count.
 */
const skippable = 16;

type CountOrNot = { readonly count: number; readonly length: number } | 'newline' | 'unknown';

/**
 * Splits a stream whose messages have an octet count (`123 <13>…`) or end with a newline; a stream may contain both
 * (RFC 6587 §3.4).
 */
export class SyslogFrames implements Framing {
  /** Bytes at the beginning of a message that do not yet show whether they are a count. */
  #start: Buffer = Buffer.alloc(0);
  readonly #counted = new Unfinished();
  #wanted = 0;
  #skip = 0;
  readonly #lines: DelimitedFrames;
  #inLine = false;
  #afterCounted = false;

  constructor(
    private readonly limit: number,
    private readonly sink: FrameSink,
  ) {
    this.#lines = DelimitedFrames.newline(limit, sink);
  }

  get pending(): number {
    return this.#start.length + this.#counted.bytes + this.#lines.pending;
  }

  push(chunk: Buffer): boolean {
    let bytes = this.#start.length === 0 ? chunk : Buffer.concat([this.#start, chunk]);
    this.#start = Buffer.alloc(0);
    while (bytes.length > 0) {
      const next = this.#step(bytes);
      if (next === 'lost') return false;
      if (next === 'more') {
        this.#start = Buffer.from(bytes);
        return true;
      }
      bytes = next;
    }
    return true;
  }

  end(): void {
    if (this.#wanted > 0) {
      const cut = this.#counted.take();
      this.sink.broken(`Ended after ${cut.length} of ${this.#wanted} announced bytes.`, cut);
      this.#wanted = 0;
    } else if (this.#inLine) this.#lines.end();
    else if (this.#start.length > 0) emit(this.sink, this.#start, this.limit);
    this.#start = Buffer.alloc(0);
  }

  /**
   * Takes a message, or a part of a message, from the beginning of the bytes.
   * @returns the remaining bytes; `lost`: the connection has to be closed; `more`: further bytes are needed
   */
  #step(bytes: Buffer): Buffer | 'more' | 'lost' {
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, bytes.length);
      this.#skip -= skipped;
      return bytes.subarray(skipped);
    }
    if (this.#wanted > 0) return this.#takeCounted(bytes);
    if (this.#inLine) return this.#takeLine(bytes);
    const first = bytes[0];
    if (first === nul || (this.#afterCounted && (first === newline || first === carriageReturn))) {
      return bytes.subarray(1);
    }
    const found = countAt(bytes);
    if (found === 'unknown') return 'more';
    if (found === 'newline') return this.#takeLine(bytes);
    return this.#begin(bytes, found.count, found.length);
  }

  #begin(bytes: Buffer, count: number, length: number): Buffer | 'lost' {
    this.#afterCounted = true;
    if (count <= this.limit) {
      this.#wanted = count;
      return bytes.subarray(length);
    }
    this.sink.broken(
      `Octet count ${count}, the maximum message size is ${this.limit} bytes.`,
      bytes.subarray(0, length + count),
    );
    if (count > this.limit * skippable) return 'lost';
    this.#skip = count;
    return bytes.subarray(length);
  }

  #takeCounted(bytes: Buffer): Buffer {
    const missing = this.#wanted - this.#counted.bytes;
    const part = bytes.subarray(0, missing);
    if (part.length < missing) {
      this.#counted.add(part);
      return bytes.subarray(part.length);
    }
    this.#wanted = 0;
    if (this.#counted.bytes > 0) this.#counted.add(part);
    const whole = this.#counted.bytes > 0 ? this.#counted.take() : part;
    emit(this.sink, whole[whole.length - 1] === newline ? whole.subarray(0, -1) : whole, this.limit);
    return bytes.subarray(missing);
  }

  #takeLine(bytes: Buffer): Buffer {
    this.#afterCounted = false;
    const end = bytes.indexOf(newline);
    const line = end < 0 ? bytes : bytes.subarray(0, end + 1);
    this.#inLine = end < 0;
    this.#lines.push(line);
    return bytes.subarray(line.length);
  }
}

/**
 * Reads the octet count at the beginning of a message: digits without a leading 0, a space and the `<` of the PRI.
 * `newline`: the message is a line without a count; `unknown`: more bytes are needed.
 */
function countAt(bytes: Buffer): CountOrNot {
  let at = 0;
  while (at < longestCount && isDigit(bytes[at])) at += 1;
  if (at === 0 || bytes[0] === 0x30) return 'newline';
  if (at === bytes.length) return 'unknown';
  if (bytes[at] !== 0x20) return 'newline';
  if (at + 1 === bytes.length) return 'unknown';
  return bytes[at + 1] === 0x3c ? { count: Number(bytes.toString('latin1', 0, at)), length: at + 1 } : 'newline';
}

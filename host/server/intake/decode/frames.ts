/**
 * Splits a TCP byte stream into messages by newline, null byte, or the mixed framing of GELF senders. Memory is bounded
 * by the maximum message size and one chunk, and by twice that while the buffer grows.
 */

export interface FrameSink {
  /** Called with a message without its delimiter; never empty. The bytes are only valid during the call. */
  frame(bytes: Buffer): void;
  /** Called for an empty frame between two delimiters. */
  empty(): void;
  /** Called for a message that cannot be accepted, with the reason and the bytes received so far. */
  broken(reason: string, bytes: Buffer): void;
}

export interface Framing {
  /**
   * Takes received bytes.
   * @returns false: the beginning of the next message is unknown, so the connection has to be closed
   */
  push(chunk: Buffer): boolean;
  /**
   * Called when the sender has ended the stream. The remaining bytes are a last message; if they are incomplete, they
   * are reported as broken.
   */
  end(): void;
  /** Passes messages that are held back to the sink; absent: this framing holds no messages back. */
  release?(): void;
  /** Number of bytes that are buffered for the incomplete message. */
  readonly pending: number;
}

export const newline = 0x0a;
export const carriageReturn = 0x0d;
export const nul = 0x00;

/**
 * Buffers the bytes of one unfinished message as a copy: a slice would keep the whole receive buffer alive, and a list
 * of slices would need one object per packet.
 */
export class Unfinished {
  #buffer: Buffer = Buffer.alloc(0);
  bytes = 0;

  add(part: Buffer): void {
    const wanted = this.bytes + part.length;
    if (wanted > this.#buffer.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(wanted, this.#buffer.length * 2, 256));
      this.#buffer.copy(grown, 0, 0, this.bytes);
      this.#buffer = grown;
    }
    part.copy(this.#buffer, this.bytes);
    this.bytes = wanted;
  }

  take(): Buffer {
    const whole = this.#buffer.subarray(0, this.bytes);
    this.bytes = 0;
    this.#buffer = Buffer.alloc(0);
    return whole;
  }
}

export const oversize = (limit: number) => `Longer than the maximum message size of ${limit} bytes.`;

export function emit(sink: FrameSink, bytes: Buffer, limit: number): void {
  const end = bytes[bytes.length - 1] === carriageReturn ? bytes.length - 1 : bytes.length;
  if (end === 0) sink.empty();
  else if (end > limit) sink.broken(oversize(limit), bytes);
  else sink.frame(end === bytes.length ? bytes : bytes.subarray(0, end));
}

/**
 * Collects the message that is being received. A message above the size limit is reported once, and its remaining bytes
 * are skipped up to the delimiter.
 */
class CurrentMessage {
  readonly #unfinished = new Unfinished();
  #skipping = false;

  constructor(
    private readonly limit: number,
    private readonly sink: FrameSink,
  ) {}

  get bytes(): number {
    return this.#unfinished.bytes;
  }

  /** True between two messages: no byte of the next message has been received. */
  get isEmpty(): boolean {
    return this.#unfinished.bytes === 0 && !this.#skipping;
  }

  /**
   * Ends the message at its delimiter: passes it to the sink, or drops the rest of a message that was too long.
   * @param last bytes of the message in the current chunk
   */
  finish(last: Buffer): void {
    if (this.#skipping) {
      this.#skipping = false;
      return;
    }
    if (this.#unfinished.bytes === 0) return emit(this.sink, last, this.limit);
    this.#unfinished.add(last);
    emit(this.sink, this.#unfinished.take(), this.limit);
  }

  /** Keeps the bytes of an incomplete message at the end of a chunk. */
  keep(rest: Buffer): void {
    if (this.#skipping) return;
    this.#unfinished.add(rest);
    if (this.#unfinished.bytes <= this.limit + 1) return;
    this.sink.broken(oversize(this.limit), this.#unfinished.take());
    this.#skipping = true;
  }

  /** Passes a message without a delimiter to the sink when the stream has ended. */
  end(): void {
    if (!this.#skipping && this.#unfinished.bytes > 0) emit(this.sink, this.#unfinished.take(), this.limit);
  }
}

/**
 * Splits a stream into messages that end with a newline or a null byte; a carriage return before the delimiter is
 * dropped.
 */
export class DelimitedFrames implements Framing {
  readonly #message: CurrentMessage;

  constructor(
    private readonly delimiter: number,
    limit: number,
    private readonly sink: FrameSink,
  ) {
    this.#message = new CurrentMessage(limit, sink);
  }

  static newline(limit: number, sink: FrameSink): DelimitedFrames {
    return new DelimitedFrames(newline, limit, sink);
  }

  static nul(limit: number, sink: FrameSink): DelimitedFrames {
    return new DelimitedFrames(nul, limit, sink);
  }

  get pending(): number {
    return this.#message.bytes;
  }

  push(chunk: Buffer): boolean {
    let start = 0;
    for (;;) {
      const at = chunk.indexOf(this.delimiter, start);
      if (at < 0) break;
      // A chunk of 64 KiB may consist of 65,536 delimiters, so an empty message must not allocate an object.
      if (at === start && this.#message.isEmpty) this.sink.empty();
      else this.#message.finish(chunk.subarray(start, at));
      start = at + 1;
    }
    this.#message.keep(chunk.subarray(start));
    return true;
  }

  end(): void {
    this.#message.end();
  }
}

/**
 * Splits GELF over TCP (https://go2docs.graylog.org/current/getting_in_log_data/gelf.html): a null byte ends a message.
 * A newline outside of JSON objects and lists also ends a message, so that senders of JSON lines need no setting and
 * indented JSON still arrives whole. A newline inside a JSON string, which is no valid JSON, ends a message, too.
 */
export class GelfFrames implements Framing {
  readonly #message: CurrentMessage;
  #depth = 0;
  #inText = false;
  #escaped = false;

  constructor(limit: number, sink: FrameSink) {
    this.#message = new CurrentMessage(limit, sink);
  }

  get pending(): number {
    return this.#message.bytes;
  }

  push(chunk: Buffer): boolean {
    let start = 0;
    let nextNul = -1;
    let nextNewline = -1;
    while (start < chunk.length) {
      if (nextNul < start) nextNul = positionOf(chunk, nul, start);
      if (nextNewline < start) nextNewline = positionOf(chunk, newline, start);
      // If a message begins in this chunk, the nesting of its JSON matters only when a newline comes before the null
      // byte.
      const end = this.#message.isEmpty && nextNul < nextNewline ? nextNul : this.#endOf(chunk, start);
      if (end >= chunk.length) break;
      this.#message.finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#message.keep(chunk.subarray(start));
    return true;
  }

  end(): void {
    this.#message.end();
  }

  /**
   * Follows the nesting of the JSON up to the byte that ends the message.
   * @returns position of this byte; the chunk's length when the message does not end in the chunk
   */
  #endOf(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? nul;
      // A JSON string contains no raw newline (RFC 8259 §7), so a newline within a string means a broken message:
      // parsing starts anew.
      if (byte === nul || (byte === newline && (this.#depth === 0 || this.#inText))) {
        this.#depth = 0;
        this.#inText = false;
        this.#escaped = false;
        return at;
      }
      this.#follow(byte);
    }
    return chunk.length;
  }

  #follow(byte: number): void {
    if (this.#inText) {
      if (this.#escaped) this.#escaped = false;
      else if (byte === 0x5c) this.#escaped = true;
      else if (byte === 0x22) this.#inText = false;
    } else if (byte === 0x22) this.#inText = this.#depth > 0;
    else if (byte === 0x7b || byte === 0x5b) this.#depth += 1;
    else if ((byte === 0x7d || byte === 0x5d) && this.#depth > 0) this.#depth -= 1;
  }
}

const positionOf = (chunk: Buffer, byte: number, from: number) => {
  const at = chunk.indexOf(byte, from);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
};

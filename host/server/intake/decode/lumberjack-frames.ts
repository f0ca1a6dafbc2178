/**
 * Splits a Lumberjack stream (https://github.com/elastic/go-lumber; version 2, and version 1 of old senders) into
 * frames: a version byte, a type byte, and a content that depends on the type. All numbers are unsigned 32-bit,
 * big-endian.
 */
import { Unfinished } from './frames.js';

export type LumberjackFrame =
  | { readonly kind: 'window'; readonly version: number; readonly size: number }
  | { readonly kind: 'event'; readonly sequence: number; /** JSON text of the event. */ readonly bytes: Buffer }
  | { readonly kind: 'compressed'; readonly bytes: Buffer };

/** Thrown when a stream is broken, so that the beginning of the next frame is unknown; the message gives the reason. */
export class LumberjackError extends Error {
  override name = 'LumberjackError';
  constructor(
    message: string,
    readonly bytes: Buffer,
  ) {
    super(message);
  }
}

export interface LumberjackLimits {
  /** Largest size of one event in bytes. */
  readonly event: number;
  /** Largest size of a compressed frame in bytes as received. */
  readonly compressed: number;
}

const headBytes = 2;
const numberBytes = 4;
const mostPairs = 1_000;
/** Largest size in bytes of an event that is encoded as pairs instead of JSON (data frames of version 1). */
const mostPairBytes = 1024 * 1024;

const versions: ReadonlySet<number> = new Set([0x31, 0x32]);

/** Marks an incomplete frame; `needed` is the number of bytes from its beginning that must be available. */
class Missing {
  constructor(readonly needed: number) {}
}

interface Found {
  readonly frame: LumberjackFrame;
  /** Offset of the first byte behind the frame. */
  readonly end: number;
}

/**
 * Reads a length and the part of the content that follows it and has this length.
 * @param at position of the length
 * @param start beginning of the frame
 * @throws LumberjackError when the part is larger than `limit`
 */
function readPart(bytes: Buffer, at: number, limit: number, start: number): { part: Buffer; end: number } | Missing {
  const from = at + numberBytes;
  if (bytes.length < from) return new Missing(from - start);
  const length = bytes.readUInt32BE(at);
  if (length > limit) {
    throw new LumberjackError(
      `A key or value of an event has ${length} bytes; at most ${limit} are accepted.`,
      bytes.subarray(start),
    );
  }
  const end = from + length;
  return bytes.length < end ? new Missing(end - start) : { part: bytes.subarray(from, end), end };
}

function readPairs(bytes: Buffer, start: number): Found | Missing {
  const from = start + headBytes + 2 * numberBytes;
  if (bytes.length < from) return new Missing(from - start);
  const sequence = bytes.readUInt32BE(start + headBytes);
  const count = bytes.readUInt32BE(start + headBytes + numberBytes);
  if (count > mostPairs) {
    throw new LumberjackError(
      `An event has ${count} fields; at most ${mostPairs} are accepted.`,
      bytes.subarray(start),
    );
  }
  const texts: string[] = [];
  let at = from;
  while (texts.length < count * 2) {
    const found = readPart(bytes, at, mostPairBytes - (at - start), start);
    if (found instanceof Missing) return found;
    texts.push(found.part.toString('utf8'));
    at = found.end;
  }
  const fields = new Map<string, string>();
  for (let index = 0; index < texts.length; index += 2) fields.set(texts[index] ?? '', texts[index + 1] ?? '');
  const json = Buffer.from(JSON.stringify(Object.fromEntries(fields)));
  return { frame: { kind: 'event', sequence, bytes: json }, end: at };
}

/**
 * Reads the frame that begins at `start`.
 * @throws LumberjackError when the bytes are no frame, or the frame is too large
 */
function readFrame(bytes: Buffer, start: number, limits: LumberjackLimits): Found | Missing {
  const content = start + headBytes;
  if (bytes.length < content) return new Missing(headBytes);
  const version = bytes[start] ?? 0;
  const kind = String.fromCharCode(bytes[start + 1] ?? 0);
  if (!versions.has(version) || !'WJDC'.includes(kind)) {
    throw new LumberjackError('Not a frame of Beats (lumberjack version 2).', bytes.subarray(start));
  }
  if (kind === 'D') return readPairs(bytes, start);
  if (bytes.length < content + numberBytes) return new Missing(headBytes + numberBytes);
  const value = bytes.readUInt32BE(content);
  if (kind === 'W') return { frame: { kind: 'window', version, size: value }, end: content + numberBytes };
  const at = kind === 'J' ? content + numberBytes : content;
  const found = readPart(bytes, at, kind === 'J' ? limits.event : limits.compressed, start);
  if (found instanceof Missing) return found;
  const { part, end } = found;
  return kind === 'J'
    ? { frame: { kind: 'event', sequence: value, bytes: part }, end }
    : { frame: { kind: 'compressed', bytes: part }, end };
}

export class LumberjackFrames {
  readonly #unfinished = new Unfinished();
  /** Number of buffered bytes below which the next frame is certainly incomplete. */
  #needed = headBytes;

  constructor(private readonly limits: LumberjackLimits) {}

  /** Bytes buffered for an incomplete frame. */
  get pending(): number {
    return this.#unfinished.bytes;
  }

  /**
   * Yields the frames that are complete with this chunk. Their bytes are valid only until the next call.
   * @throws LumberjackError when the bytes are no frame, or a frame is too large
   */
  *push(chunk: Buffer): Generator<LumberjackFrame> {
    let bytes = chunk;
    if (this.#unfinished.bytes > 0 || chunk.length < this.#needed) {
      this.#unfinished.add(chunk);
      if (this.#unfinished.bytes < this.#needed) return;
      bytes = this.#unfinished.take();
    }
    this.#needed = headBytes;
    let at = 0;
    while (at < bytes.length) {
      const found = readFrame(bytes, at, this.limits);
      if (found instanceof Missing) {
        this.#needed = found.needed;
        this.#unfinished.add(bytes.subarray(at));
        return;
      }
      at = found.end;
      yield found.frame;
    }
  }
}

/**
 * Assembles chunked GELF packets (contract data-intake, GELF;
 * https://go2docs.graylog.org/current/getting_in_log_data/gelf.html): magic bytes 1e 0f, message id of eight bytes,
 * sequence number, sequence count. The number and the bytes of incomplete messages are bounded; a message that is
 * incomplete after five seconds is discarded.
 */
import { DecodeFailure } from './decoded.js';

export const chunkValidityMs = 5_000;
/** Magic bytes at the start of every chunked GELF packet. */
export const chunkMagic = Buffer.from([0x1e, 0x0f]);
/** Length of a chunk's header in bytes: magic bytes, message id, sequence number and sequence count. */
export const chunkHeaderBytes = 12;
export const maxChunks = 128;

interface ChunkSet {
  readonly parts: (Buffer | undefined)[];
  readonly startedAt: number;
  missing: number;
  bytes: number;
}

export interface ChunkLimits {
  /** Largest number of incomplete messages at a time. */
  readonly sets: number;
  /** Largest number of bytes held for all incomplete messages. */
  readonly bytes: number;
}

const defaultChunkLimits: ChunkLimits = { sets: 1_000, bytes: 64 * 1024 * 1024 };

/** Describes why an incomplete message was discarded. */
export interface AbandonedChunks {
  readonly reason: string;
}

export class GelfChunks {
  /** Chunk sets by sender and id; the oldest come first, because a set never moves. */
  readonly #sets = new Map<string, ChunkSet>();
  #bytes = 0;

  constructor(
    private readonly limits: ChunkLimits = defaultChunkLimits,
    private readonly onAbandoned: (abandoned: AbandonedChunks) => void = () => undefined,
  ) {}

  static isChunk(packet: Buffer): boolean {
    return packet.length > 1 && packet[0] === chunkMagic[0] && packet[1] === chunkMagic[1];
  }

  get unfinished(): number {
    return this.#sets.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a chunk; returns the message when it is complete, otherwise undefined. A repeated chunk is ignored.
   * @param sender address and port of the sender, because two senders may use the same message id
   * @param now epoch milliseconds
   * @throws DecodeFailure for a chunk that has an invalid header, no content, or another count than earlier chunks
   */
  add(packet: Buffer, sender: string, now: number): Buffer | undefined {
    this.expire(now);
    if (packet.length <= chunkHeaderBytes) throw new DecodeFailure('GELF chunk without content.');
    const id = `${sender}/${packet.toString('hex', 2, 10)}`;
    const number = packet.readUInt8(10);
    const count = packet.readUInt8(11);
    if (count === 0 || count > maxChunks)
      throw new DecodeFailure(`GELF chunk count ${count}, allowed are 1 to ${maxChunks}.`);
    if (number >= count) throw new DecodeFailure(`GELF chunk number ${number} of only ${count}.`);
    const set = this.#sets.get(id) ?? this.#open(id, count, now);
    if (set.parts.length !== count) {
      this.#drop(id, set);
      throw new DecodeFailure(`GELF chunks of one message disagree on their count: ${set.parts.length} and ${count}.`);
    }
    if (set.parts[number] !== undefined) return undefined;
    // The bytes are copied, because a slice would keep the whole receive buffer alive.
    const part = Buffer.from(packet.subarray(chunkHeaderBytes));
    set.parts[number] = part;
    set.missing -= 1;
    set.bytes += part.length;
    this.#bytes += part.length;
    if (set.missing > 0) {
      this.#makeRoom();
      return undefined;
    }
    this.#drop(id, set);
    return Buffer.concat(set.parts as Buffer[], set.bytes);
  }

  /**
   * Discards messages that have been incomplete for `chunkValidityMs`; called with every chunk and by a timer.
   * @param now epoch milliseconds
   */
  expire(now: number): void {
    for (const [id, set] of this.#sets) {
      if (now - set.startedAt < chunkValidityMs) return;
      this.#abandon(id, set, `not complete after ${chunkValidityMs / 1000} s`);
    }
  }

  #open(id: string, count: number, now: number): ChunkSet {
    const set: ChunkSet = { parts: new Array<Buffer | undefined>(count), startedAt: now, missing: count, bytes: 0 };
    this.#sets.set(id, set);
    this.#makeRoom();
    return set;
  }

  #makeRoom(): void {
    for (const [id, set] of this.#sets) {
      if (this.#sets.size <= this.limits.sets && this.#bytes <= this.limits.bytes) return;
      this.#abandon(id, set, 'too many unfinished chunked messages');
    }
  }

  #abandon(id: string, set: ChunkSet, why: string): void {
    this.#drop(id, set);
    const arrived = set.parts.length - set.missing;
    this.onAbandoned({
      reason: `Chunked GELF message given up, ${why}: ${arrived} of ${set.parts.length} chunks arrived.`,
    });
  }

  #drop(id: string, set: ChunkSet): void {
    if (this.#sets.delete(id)) this.#bytes -= set.bytes;
  }
}

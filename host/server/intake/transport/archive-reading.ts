/** Reads the lines of a compressed file from a position on and submits their messages, at the rate of the store. */
import { Yielder } from '../../foundation/yielding.js';
import type { Receiver } from './receiver.js';
import { headBytes, type FollowedLines } from './followed-lines.js';
import { ArchiveError } from './inflated-file.js';

export interface ArchiveReadingRooms {
  readonly lines: FollowedLines;
  readonly receiver: Receiver;
  readonly maxLineBytes: number;
  /** Offset in the decompressed content from which on lines are read. */
  readonly from: number;
  readonly signal: AbortSignal;
  /**
   * Stores that everything before the offset is durable.
   * @param done true: the whole content is durable
   */
  readonly remember: (offset: number, done: boolean) => Promise<void>;
}

const batchBytes = 1024 * 1024;

export class ArchiveReading {
  /** Offset in the decompressed content up to which the content was split into lines. */
  #at: number;
  #submitted: number;
  #remembered: number;
  /** Offset of the current line, whose line end has not been read. */
  #lineStart: number;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #skipping = false;

  constructor(private readonly rooms: ArchiveReadingRooms) {
    this.#at = rooms.from;
    this.#submitted = rooms.from;
    this.#remembered = rooms.from;
    this.#lineStart = rooms.from;
  }

  /**
   * Reads the content and submits its messages.
   * @throws ArchiveError when the content is damaged, after the complete lines before the damage were submitted; also
   * throws errors of the store
   */
  async read(content: AsyncIterable<Buffer>): Promise<void> {
    let problem: ArchiveError | undefined;
    let start = 0;
    try {
      for await (const piece of this.#wholeUnits(content)) {
        await this.#push(piece, start);
        start += piece.length;
        if (this.#at - this.#submitted >= batchBytes) await this.#submit(false);
        if (this.rooms.signal.aborted) return;
      }
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      problem = error;
    }
    if (this.rooms.signal.aborted) return;
    // The last line of the content may lack its line end.
    if (!problem && (this.#restBytes > 0 || this.#skipping)) this.#line();
    this.rooms.lines.release();
    await this.#submit(problem === undefined);
    if (problem) throw problem;
  }

  /** Yields the bytes in chunks that consist of whole code units of the charset, so that no line end is split. */
  async *#wholeUnits(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of this.#judged(content)) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
      const end = bytes.length - (bytes.length % this.rooms.lines.lineEnds.unit);
      rest = bytes.subarray(end);
      yield bytes.subarray(0, end);
    }
    if (rest.length > 0) yield rest;
  }

  /** Yields the chunks after the beginning of the content was used to recognise the format of the lines. */
  async *#judged(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let first: Buffer[] | undefined = [];
    let problem: unknown;
    const judge = async (pieces: readonly Buffer[]) => {
      const beginning = Buffer.concat(pieces);
      await this.rooms.lines.isReady(async (bytes) => beginning.subarray(0, bytes), true);
    };
    try {
      for await (const piece of content) {
        if (!first) {
          yield piece;
          continue;
        }
        first.push(piece);
        if (first.reduce((bytes, { length }) => bytes + length, 0) < headBytes) continue;
        await judge(first);
        yield* first;
        first = undefined;
      }
    } catch (error) {
      problem = error;
    }
    if (first) {
      await judge(first);
      yield* first;
    }
    if (problem !== undefined) throw problem;
  }

  async #submit(done: boolean): Promise<void> {
    const { receiver, lines, signal, remember } = this.rooms;
    await receiver.whenOpen(signal);
    if (signal.aborted) return;
    const read = this.#at - this.#submitted;
    receiver.counters.readBytes.mark(read);
    await receiver.submit(lines.taken(), read);
    this.#submitted = this.#at;
    const offset = lines.heldFrom ?? this.#lineStart;
    if (!done && offset === this.#remembered) return;
    await remember(offset, done);
    this.#remembered = offset;
  }

  /**
   * Splits a piece into lines; content before `from` is skipped.
   * @param start offset of the piece in the content
   */
  async #push(piece: Buffer, start: number): Promise<void> {
    const yielder = new Yielder();
    const { next, unit } = this.rooms.lines.lineEnds;
    for (let at = Math.min(piece.length, Math.max(0, this.rooms.from - start)); at < piece.length;) {
      if (yielder.isOver) await yielder.pause();
      const end = next(piece, at, start);
      const part = piece.subarray(at, end < 0 ? piece.length : end);
      this.#keep(part);
      this.#at = start + at + part.length;
      at += part.length + unit;
      if (end < 0) return;
      this.#at += unit;
      this.#line();
    }
  }

  #line(): void {
    const { lines, receiver } = this.rooms;
    if (!this.#skipping) lines.take(this.#whole(), this.#lineStart, receiver.now());
    this.#skipping = false;
    this.#forget();
    this.#lineStart = this.#at;
  }

  /**
   * Keeps a part of the current line. The first bytes of a line that is too long are reported, and the rest is skipped.
   */
  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#rest.push(part);
    this.#restBytes += part.length;
    if (this.#restBytes <= this.rooms.maxLineBytes) return;
    this.rooms.lines.take(this.#whole(), this.#lineStart, this.rooms.receiver.now());
    this.#forget();
    this.#skipping = true;
  }

  #whole(): Buffer {
    const [first] = this.#rest;
    return first && this.#rest.length === 1 ? first : Buffer.concat(this.#rest);
  }

  #forget(): void {
    this.#rest = [];
    this.#restBytes = 0;
  }
}

/**
 * Keeps the queue of an output on disk: a journal, and the position up to which the receiver has confirmed all
 * messages. The queue is limited in messages and in bytes; when it is full, new messages are skipped and counted. The
 * position is stored about once a second, so after a crash some messages are sent again and none is lost. Unreadable
 * messages are counted, reported once and skipped.
 */
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../store/data-directory.js';
import { isBefore, type JournalPosition } from '../store/journal-format.js';
import { Journal } from '../store/journal.js';
import type { JournalThread } from '../store/journal-writer.js';
import { Yielder } from '../foundation/yielding.js';
import {
  beginning,
  decodeQueueRecord,
  encodePosition,
  encodeQueueRecord,
  positionFile,
  readPosition,
} from './queue-record.js';

export interface QueueLimits {
  readonly messages: number;
  readonly bytes: number;
}

export interface QueueOptions<T> {
  readonly directory: string;
  /** Decodes a line that was passed to `push`; if it throws, the line is skipped. */
  readonly decode: (line: string) => T;
  /** Called for each message that waits when the queue is opened. */
  readonly onFound?: (message: T) => void;
  readonly limits: QueueLimits;
  readonly thread: JournalThread;
  /**
   * Called when a file ends incompletely after a crash or has unreadable content. It is also called for the first
   * message that cannot be decoded; `path` is then the directory.
   */
  readonly onDamage: (path: string, offset: number) => void;
  /** Called once when messages can no longer be written to disk, and with `undefined` when they can be again. */
  readonly onFailure?: (failure: Error | undefined) => void;
}

export interface QueuedBatch<T> {
  readonly messages: readonly T[];
  /** Time at which the first message was queued, epoch milliseconds. */
  readonly queuedAt: number;
  /** Number of messages, including unreadable messages. */
  readonly count: number;
  /** Number of bytes of the messages on disk. */
  readonly bytes: number;
  readonly end: JournalPosition;
}

export interface BatchLimits {
  readonly messages: number;
  readonly bytes: number;
}

const segmentBytes = 8 * 1024 * 1024;
const saveIntervalMs = 1_000;
const saveFedIntervalMs = 5_000;

export class OutputQueue<T> {
  readonly #options: QueueOptions<T>;
  limits: QueueLimits;
  readonly #journal: Journal;
  #waitingMessages = 0;
  #waitingBytes = 0;
  #dropped = 0;
  #unreadable = 0;
  #confirmed: JournalPosition;
  #saved: JournalPosition;
  #fed: JournalPosition | undefined;
  #savedFed: JournalPosition | undefined;
  #savedAt = 0;
  #saving: Promise<void> | undefined;
  readonly #saver: NodeJS.Timeout;
  #read: JournalPosition;
  #records: ReturnType<Journal['read']> | undefined;
  #recordsEnd: JournalPosition = beginning;
  #wake: (() => void) | undefined;

  private constructor(options: QueueOptions<T>, journal: Journal, position: JournalPosition) {
    this.#options = options;
    this.limits = options.limits;
    this.#journal = journal;
    this.#confirmed = this.#saved = this.#read = position;
    this.#saver = setInterval(() => void this.#saveIfDue(), saveIntervalMs).unref();
  }

  static async open<T>(options: QueueOptions<T>): Promise<OutputQueue<T>> {
    const { directory, thread, onDamage, onFound, onFailure } = options;
    await makeDirectory(directory);
    const { confirmed: position, fed } = await readPosition(directory);
    let isFailing = false;
    const journal: Journal = await Journal.open({
      directory,
      loaded: position,
      segmentBytes,
      thread,
      onDamage,
      onChange: () => {
        const { failure } = journal;
        if (isFailing === (failure !== undefined)) return;
        isFailing = failure !== undefined;
        onFailure?.(failure);
      },
    });
    const queue = new OutputQueue(options, journal, position);
    queue.#fed = queue.#savedFed = fed;
    try {
      for await (const { payload, bytes } of journal.read(position)) {
        const { lines, fed: recordFed } = decodeQueueRecord(payload);
        if (recordFed) queue.advance(recordFed);
        queue.#waitingMessages += lines.length;
        queue.#waitingBytes += bytes;
        if (onFound) for (const line of lines) queue.#decode(line, onFound, false);
      }
    } catch (error) {
      // The files are closed, because the next attempt opens them again.
      clearInterval(queue.#saver);
      await journal.close();
      throw error;
    }
    return queue;
  }

  /** Position of the store's journal up to which the queue has all messages; undefined: unknown. */
  get fed(): JournalPosition | undefined {
    return this.#fed;
  }

  /** Sets the position of the store's journal up to which the queue has all messages; the position never decreases. */
  advance(place: JournalPosition): void {
    if (!this.#fed || isBefore(this.#fed, place)) this.#fed = place;
  }

  /** Sets the position of the store's journal up to which the queue was fed, even to an earlier position. */
  setFed(place: JournalPosition): void {
    this.#fed = place;
  }

  get waitingMessages(): number {
    return this.#waitingMessages;
  }
  get waitingBytes(): number {
    return this.#waitingBytes;
  }
  /**
   * Number of messages skipped since the start, because the queue was full, could not be written, or was written too
   * slowly.
   */
  get dropped(): number {
    return this.#dropped;
  }

  /** Number of messages since the start that could not be decoded. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Counts messages that were skipped before they reached the queue. */
  drop(count: number): void {
    this.#dropped += count;
  }

  /**
   * Queues messages. Resolves when each of them is on disk, or could not be queued. Messages for which a full queue has
   * no room are counted; messages that could not be written have to be pushed again by the caller.
   * @param lines encoded messages without line ends (`encodeMessage`)
   * @param now epoch milliseconds
   * @param fed position of the store's journal up to which the queue has all messages after this push
   * @returns `full`: the queue had no room for some messages; `unwritten`: writing failed; undefined: all are on disk
   */
  async push(lines: readonly string[], now: number, fed?: JournalPosition): Promise<'full' | 'unwritten' | undefined> {
    const fitting = this.#fitting(lines);
    this.#dropped += lines.length - fitting.length;
    const left = fitting.length < lines.length ? ('full' as const) : undefined;
    if (fitting.length === 0) return left;
    const payload = encodeQueueRecord({ lines: fitting, time: now, fed });
    let reserved = payload.length;
    this.#waitingMessages += fitting.length;
    this.#waitingBytes += reserved;
    try {
      await this.#journal.append(payload, (_end, bytes) => {
        this.#waitingBytes += bytes - reserved;
        reserved = bytes;
      });
      this.#wake?.();
      return left;
    } catch {
      this.#waitingMessages -= fitting.length;
      this.#waitingBytes -= reserved;
      return 'unwritten';
    }
  }

  #fitting(lines: readonly string[]): readonly string[] {
    const { limits } = this;
    let bytes = this.#waitingBytes;
    const room = Math.max(0, limits.messages - this.#waitingMessages);
    const end = lines.findIndex((line, at) => at >= room || (bytes += line.length) > limits.bytes);
    return end < 0 ? lines : lines.slice(0, end);
  }

  /**
   * Returns the next messages, which remain queued until they are confirmed; undefined: no message has arrived in time,
   * or the signal was aborted.
   * @param waitMs milliseconds to wait for a message if the queue is empty; undefined: without a limit
   */
  async next(
    limits: BatchLimits,
    waitMs: number | undefined,
    signal: AbortSignal,
  ): Promise<QueuedBatch<T> | undefined> {
    if (!this.#records && !isBefore(this.#read, this.#journal.end)) await this.#pause(waitMs, signal);
    const yielder = new Yielder();
    const messages: T[] = [];
    let [count, bytes, queuedAt] = [0, 0, 0];
    while (!signal.aborted && count < limits.messages && bytes < limits.bytes) {
      const record = await this.#nextRecord();
      if (!record) break;
      const { lines, time } = decodeQueueRecord(record.payload);
      if (count === 0) queuedAt = time;
      count += lines.length;
      bytes += record.bytes;
      for (const line of lines) {
        if (yielder.isOver) await yielder.pause();
        this.#decode(line, (message) => messages.push(message), true);
      }
    }
    return bytes === 0 ? undefined : { messages, queuedAt, count, bytes, end: this.#read };
  }

  #decode(line: string, take: (message: T) => void, isCounted: boolean): void {
    let message: T;
    try {
      message = this.#options.decode(line);
    } catch {
      if (!isCounted) return;
      if (this.#unreadable === 0) this.#options.onDamage(this.#options.directory, this.#read.offset);
      this.#unreadable += 1;
      return;
    }
    take(message);
  }

  async #nextRecord() {
    if (!this.#records) {
      if (!isBefore(this.#read, this.#journal.end)) return undefined;
      this.#recordsEnd = this.#journal.end;
      this.#records = this.#journal.read(this.#read);
    }
    const { value, done } = await this.#records.next();
    if (!done) {
      this.#read = value.position;
      return value;
    }
    this.#records = undefined;
    // If reading ended early because of an unreadable record, it continues after that record.
    if (isBefore(this.#read, this.#recordsEnd)) this.#read = this.#recordsEnd;
    return undefined;
  }

  /** Waits until a message is pushed, the time has passed (undefined: no limit), or the signal is aborted. */
  async #pause(waitMs: number | undefined, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = waitMs === undefined ? undefined : setTimeout(resolve, waitMs);
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#wake = done;
      signal.addEventListener('abort', done, { once: true });
    });
    this.#wake = undefined;
  }

  /** Removes a batch that the receiver has confirmed, and all messages before it. */
  confirm({ count, bytes, end }: QueuedBatch<T>): void {
    this.#waitingMessages -= count;
    this.#waitingBytes -= bytes;
    const left = end.segment > this.#confirmed.segment;
    this.#confirmed = end;
    if (left) void this.#journal.forget(end);
  }

  /** Moves the read position back to the first unconfirmed message, so that all unconfirmed messages are sent again. */
  async rewind(): Promise<void> {
    const records = this.#records;
    this.#records = undefined;
    this.#read = this.#confirmed;
    await records?.return(undefined);
  }

  /**
   * Stores the positions if they have changed. A change of the store's journal position alone is stored less often,
   * because reading some of the journal again is cheap.
   */
  #saveIfDue(): Promise<void> {
    const isDue = this.#confirmed !== this.#saved || Date.now() - this.#savedAt >= saveFedIntervalMs;
    return isDue ? this.save() : Promise.resolve();
  }

  /** Stores the positions. Never rejects; when it resolves, they are on disk if they could be written. */
  async save(): Promise<void> {
    await this.#saving;
    const [position, fed] = [this.#confirmed, this.#fed];
    if (position === this.#saved && fed === this.#savedFed) return;
    const path = join(this.#options.directory, positionFile);
    const store = async (): Promise<void> => {
      await writeFile(`${path}.new`, encodePosition(position, fed));
      await rename(`${path}.new`, path);
      [this.#saved, this.#savedFed, this.#savedAt] = [position, fed, Date.now()];
    };
    // A failure is ignored: then more messages are sent again after the next start.
    this.#saving = store().catch(() => undefined);
    await this.#saving;
  }

  async close(): Promise<void> {
    clearInterval(this.#saver);
    await this.rewind();
    await this.#journal.close();
    await this.save();
  }
}

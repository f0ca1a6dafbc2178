/**
 * Messages in the journal that are not in an index yet; loading writes them into an index. Some of these messages, up
 * to a limit, are also in memory. The others are read from the journal later.
 */
import { sharedTurn } from '../foundation/yielding.js';
import { decodeMessage, type AcceptedMessage } from './record.js';
import type { Journal } from './journal.js';
import { isBefore, type JournalPosition } from './journal-format.js';
import { WaitingSince } from './waiting-since.js';

/**
 * Messages of one journal record, or of several records that are loaded together, and the journal position after them.
 */
export interface Batch {
  readonly messages: readonly AcceptedMessage[];
  readonly end: JournalPosition;
  /** Size of the batch in the journal in bytes. */
  readonly bytes: number;
}

/** Length of an encoded message in characters from which on decoding it takes milliseconds. */
const largeCharacters = 512 * 1024;

export interface BacklogOptions {
  readonly maxCachedBytes: number;
  readonly maxBatchMessages: number;
  readonly maxBatchBytes: number;
  /** Positions that no batch crosses, because records before and behind such a position are loaded differently. */
  readonly stops?: readonly JournalPosition[];
  readonly onDamage: (error: unknown) => void;
}

export class Backlog {
  readonly #journal: Journal;
  readonly #options: BacklogOptions;
  #cached: Batch[] = [];
  #cachedBytes = 0;
  /** Position up to which all messages are loaded or in a batch that was taken. */
  #position: JournalPosition;
  /** True when the records that follow the cached records are only on disk. */
  #onDisk: boolean;
  #bytes = 0;
  #messages = 0;
  readonly #since = new WaitingSince();

  /** @param bytes size in bytes of the part of the journal after `loaded` */
  constructor(journal: Journal, loaded: JournalPosition, bytes: number, options: BacklogOptions) {
    this.#journal = journal;
    this.#options = options;
    this.#position = loaded;
    this.#bytes = bytes;
    this.#onDisk = bytes > 0;
    // The messages that earlier runs left have an unknown time of receipt until they are read. The present time is used
    // instead.
    if (bytes > 0) this.#since.add(bytes, Date.now());
  }

  /** Bytes of the journal that are not loaded yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Number of messages that are not loaded yet. Messages of earlier runs are included once `countLeft` has counted
   * them.
   */
  get messages(): number {
    return Math.max(0, this.#messages);
  }

  /**
   * Time of receipt of the oldest message that is not loaded yet, epoch milliseconds; undefined: no message waits.
   * Messages of earlier runs count as received at the start of this run.
   */
  get oldest(): number | undefined {
    return this.#since.oldest;
  }

  /**
   * Counts the messages that earlier runs of the server have left in the journal. Messages may be loaded at the same
   * time.
   */
  async countLeft(): Promise<void> {
    if (!this.#onDisk) return;
    for await (const { payload } of this.#journal.read(this.#position)) {
      if (this.empty) return;
      for (const line of payload.split('\n')) if (line !== '') this.#messages += 1;
    }
  }

  get empty(): boolean {
    return this.#cached.length === 0 && !this.#onDisk;
  }

  /** Adds a record that has just been written to disk. Must be called in the order of the journal. */
  push(batch: Batch): void {
    this.#bytes += batch.bytes;
    this.#messages += batch.messages.length;
    this.#since.add(batch.bytes, batch.messages[0]?.receivedAt ?? Date.now());
    if (this.#onDisk || this.#cachedBytes + batch.bytes > this.#options.maxCachedBytes) {
      this.#onDisk = true;
      return;
    }
    this.#cached.push(batch);
    this.#cachedBytes += batch.bytes;
  }

  /**
   * Returns the next messages to load; undefined: no message waits. The batch is empty if no readable message remains
   * in the journal, or before the next stop in it. The caller loads the messages, then calls `loaded`.
   */
  async take(): Promise<Batch | undefined> {
    if (this.#cached.length > 0) return this.#takeCached();
    return this.#onDisk ? this.#takeFromDisk() : undefined;
  }

  #takeCached(): Batch {
    const messages: AcceptedMessage[] = [];
    let bytes = 0;
    let count = 0;
    for (const record of this.#cached) {
      if (count > 0 && this.#isFull(messages.length + record.messages.length, bytes + record.bytes)) break;
      for (const message of record.messages) messages.push(message);
      bytes += record.bytes;
      this.#position = record.end;
      count += 1;
    }
    this.#cached.splice(0, count);
    this.#cachedBytes -= bytes;
    return { messages, end: this.#position, bytes };
  }

  async #takeFromDisk(): Promise<Batch> {
    const messages: AcceptedMessage[] = [];
    const end = this.#journal.end;
    const stop = this.#nextStop(end);
    let bytes = 0;
    for await (const record of this.#journal.read(this.#position)) {
      const { segment, offset } = record.position;
      // The start of the record is compared and not its end: a stop may be at the beginning of a segment, while the
      // record before it ends in the preceding segment.
      if (stop && !isBefore({ segment, offset: offset - record.bytes }, stop)) break;
      await this.#decode(record.payload, messages);
      bytes += record.bytes;
      this.#position = record.position;
      if (this.#isFull(messages.length, bytes)) return { messages, end: this.#position, bytes };
    }
    this.#position = stop ?? end;
    // If no record was appended during the reading, all remaining messages are in this batch. From then on, the bytes
    // of incomplete records that earlier runs have left no longer count.
    const now = this.#journal.end;
    if (!stop && now.segment === end.segment && now.offset === end.offset) {
      this.#onDisk = false;
      this.#bytes = bytes;
    }
    return { messages, end: this.#position, bytes };
  }

  /** Returns the first stop between the present position and the end; undefined if there is none. */
  #nextStop(end: JournalPosition): JournalPosition | undefined {
    return this.#options.stops
      ?.filter((one) => isBefore(this.#position, one) && isBefore(one, end))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1))[0];
  }

  async #decode(payload: string, messages: AcceptedMessage[]): Promise<void> {
    for (const line of payload.split('\n')) {
      if (line === '') continue;
      if (line.length >= largeCharacters) await sharedTurn.room();
      try {
        messages.push(decodeMessage(line));
      } catch (error) {
        this.#options.onDamage(error);
      }
    }
  }

  #isFull(messages: number, bytes: number): boolean {
    return messages >= this.#options.maxBatchMessages || bytes >= this.#options.maxBatchBytes;
  }

  /** Must be called when a batch is loaded into its indices; subtracts the batch from the backlog. */
  loaded(batch: Batch): void {
    this.#bytes = Math.max(0, this.#bytes - batch.bytes);
    this.#messages -= batch.messages.length;
    this.#since.remove(batch.bytes);
    // The number of messages left by earlier runs may be inexact; it is corrected as soon as the backlog is empty.
    if (!this.empty || this.#bytes > 0) return;
    this.#messages = 0;
    this.#since.clear();
  }
}

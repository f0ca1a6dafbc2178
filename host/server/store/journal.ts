/**
 * The journal (write-ahead log) contains the messages that are accepted and not yet in an index file. It also contains
 * the messages that a reader of the journal still needs. Appends are grouped, with one `fdatasync` per group.
 */
import { stat, unlink } from 'node:fs/promises';
import { StoreClosedError, StoreFullError } from './errors.js';
import {
  encodeRecord,
  listSegments,
  readSegment,
  segmentHeader,
  segmentPath,
  type JournalPosition,
  type JournalRecord,
} from './journal-format.js';
import { JournalWriter, type JournalThread } from './journal-writer.js';
import { errorOf } from '../foundation/caught.js';

const maxGroupBytes = 16 * 1024 * 1024;
const probeIntervalMs = 1000;

export interface JournalOptions {
  readonly directory: string;
  /**
   * Position from which on messages have to be loaded into indices. Segments before it are deleted, unless `kept`
   * retains them.
   */
  readonly loaded: JournalPosition;
  /** Size in bytes after which a new segment is begun. */
  readonly segmentBytes: number;
  /** Called when a torn or damaged record was found while reading. */
  readonly onDamage: (path: string, offset: number) => void;
  /** Called when a value changes on which the backpressure depends. */
  readonly onChange: () => void;
  /**
   * Returns the position from which on nothing may be deleted, not even loaded records; undefined: all loaded records
   * may be deleted.
   */
  readonly kept?: () => JournalPosition | undefined;
  /** Writer thread shared with other journals; undefined: the journal starts its own thread. */
  readonly thread?: JournalThread;
}

interface PendingRecord {
  /** The encoded record; a large record is empty once it was transferred to the writer thread. */
  readonly record: Buffer;
  readonly length: number;
  readonly durable: (end: JournalPosition, bytes: number) => void;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #writer: JournalWriter;
  /** Numbers of the segments on disk, ascending; the last segment is written to. */
  #segments: number[];
  /** Maps the number of each segment to the time at which it was begun, epoch milliseconds. */
  readonly #begun = new Map<number, number>();
  #end: JournalPosition;
  #pending: PendingRecord[] = [];
  #pendingBytes = 0;
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;

  private constructor(options: JournalOptions, segments: number[]) {
    this.#options = options;
    this.#writer = new JournalWriter(options.thread);
    this.#segments = segments;
    this.#end = { segment: 0, offset: 0 };
  }

  /** Opens the journal in an existing directory. New records go into a new segment, never after a torn record. */
  static async open(options: JournalOptions): Promise<Journal> {
    const journal = new Journal(options, await listSegments(options.directory));
    for (const segment of journal.#segments) {
      const { birthtimeMs, mtimeMs } = await stat(segmentPath(options.directory, segment));
      // Not every file system records the creation time of a file.
      journal.#begun.set(segment, birthtimeMs > 0 ? birthtimeMs : mtimeMs);
    }
    try {
      await journal.#beginSegment(Math.max(journal.#segments.at(-1) ?? 0, options.loaded.segment) + 1);
    } catch (error) {
      await journal.#writer.close();
      throw error;
    }
    await journal.forget(options.loaded);
    return journal;
  }

  /** Position after the last record on disk. */
  get end(): JournalPosition {
    return this.#end;
  }

  /** Number of bytes that were passed to `append` and are not yet on disk. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Number of segments on disk, and the time at which the oldest was begun, epoch milliseconds. */
  get files(): { readonly segments: number; readonly oldest: number } {
    return { segments: this.#segments.length, oldest: this.#begun.get(this.#segments[0] ?? -1) ?? Date.now() };
  }

  /** Error that prevents writing at present; undefined: the journal is writable. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Returns the number of bytes on disk from a position to the end. */
  async bytesAfter(position: JournalPosition): Promise<number> {
    let bytes = 0;
    for (const segment of this.#segments) {
      if (segment < position.segment) continue;
      const { size } = await stat(segmentPath(this.#options.directory, segment));
      bytes += Math.max(0, size - (segment === position.segment ? position.offset : segmentHeader.length));
    }
    return bytes;
  }

  /**
   * Appends a record. Resolves when the payload is on disk.
   * @param durable called just before the promise resolves, in the order of the journal
   * @throws StoreFullError when the record could not be written, StoreClosedError when the journal is closed
   */
  append(payload: string, durable: PendingRecord['durable']): Promise<void> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    if (this.#failure) return Promise.reject(new StoreFullError(this.#failure.message));
    const record = encodeRecord(payload);
    this.#pendingBytes += record.length;
    const written = new Promise<void>((resolve, reject) =>
      this.#pending.push({ record, length: record.length, durable, resolve, reject }),
    );
    this.#writing ??= this.#writeGroups();
    return written;
  }

  async #writeGroups(): Promise<void> {
    // Appends of the same turn of the event loop share the first group.
    await Promise.resolve();
    while (this.#pending.length > 0) {
      const group = this.#takeGroup();
      const bytes = group.reduce((sum, { length }) => sum + length, 0);
      try {
        if (this.#end.offset >= this.#options.segmentBytes) await this.#beginSegment(this.#end.segment + 1);
        await this.#writer.append(group.map(({ record }) => record));
        this.#pendingBytes -= bytes;
        for (const { length, durable, resolve } of group) {
          this.#end = { segment: this.#end.segment, offset: this.#end.offset + length };
          durable(this.#end, length);
          resolve();
        }
      } catch (error) {
        this.#pendingBytes -= bytes;
        this.#fail(errorOf(error), group);
      }
      this.#options.onChange();
    }
    this.#writing = undefined;
  }

  #takeGroup(): PendingRecord[] {
    let bytes = 0;
    let count = 0;
    for (const { length } of this.#pending) {
      if (count > 0 && bytes + length > maxGroupBytes) break;
      bytes += length;
      count += 1;
    }
    return this.#pending.splice(0, count);
  }

  #fail(error: Error, group: readonly PendingRecord[]): void {
    this.#failure = error;
    const reason = new StoreFullError(error.message);
    for (const { reject } of [...group, ...this.#pending.splice(0)]) reject(reason);
    this.#pendingBytes = 0;
    this.#probe ??= setTimeout(() => void this.#tryAgain(), probeIntervalMs).unref();
  }

  /** Tests whether the disk is writable again, by writing a record of padding into a new segment. */
  async #tryAgain(): Promise<void> {
    this.#probe = undefined;
    if (this.#closed) return;
    try {
      await this.#beginSegment(this.#end.segment + 1);
      const record = encodeRecord('\n'.repeat(256 * 1024));
      const { length } = record;
      await this.#writer.append([record]);
      this.#end = { segment: this.#end.segment, offset: this.#end.offset + length };
      this.#failure = undefined;
    } catch (error) {
      this.#failure = errorOf(error);
      this.#probe = setTimeout(() => void this.#tryAgain(), probeIntervalMs).unref();
    }
    this.#options.onChange();
  }

  async #beginSegment(segment: number): Promise<void> {
    const { directory } = this.#options;
    await this.#writer.open(segmentPath(directory, segment), segmentHeader, directory);
    if (this.#segments.at(-1) !== segment) this.#segments.push(segment);
    this.#begun.set(segment, Date.now());
    this.#end = { segment, offset: segmentHeader.length };
  }

  /**
   * Yields the records from a position on. It ends at the position that was the end of the journal at the time of the
   * call. Each record has the position behind it.
   */
  async *read(from: JournalPosition): AsyncGenerator<JournalRecord & { readonly position: JournalPosition }> {
    const end = this.#end;
    for (const segment of [...this.#segments]) {
      if (segment < from.segment || segment > end.segment) continue;
      const path = segmentPath(this.#options.directory, segment);
      const offset = segment === from.segment ? from.offset : 0;
      const until = segment === end.segment ? end.offset : Number.POSITIVE_INFINITY;
      const records = readSegment(path, offset, until, (at) => this.#options.onDamage(path, at));
      for await (const record of records) yield { ...record, position: { segment, offset: record.end } };
    }
  }

  /** Deletes the segments that lie completely before a position and are not retained by `kept`. */
  async forget(loaded: JournalPosition): Promise<void> {
    const first = Math.min(loaded.segment, this.#options.kept?.()?.segment ?? loaded.segment);
    const old = this.#segments.filter((segment) => segment < first && segment !== this.#end.segment);
    this.#segments = this.#segments.filter((segment) => !old.includes(segment));
    for (const segment of old) this.#begun.delete(segment);
    for (const segment of old) await unlink(segmentPath(this.#options.directory, segment)).catch(() => {});
  }

  /** Accepts no more records, and resolves when the pending records are written. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#probe);
    await this.#writing;
    await this.#writer.close();
  }
}

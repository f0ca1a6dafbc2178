/** Indexing progress of one index, and the rows that wait to be indexed. */
import type { DynamicField } from '../load-plan.js';
import type { Feed } from './feed.js';
import type { InvertedIndexFile } from './index-file.js';

const MiB = 1024 * 1024;
/** Largest number of bytes of loaded rows that are kept in memory while an index has too few rows to be indexed. */
const mostHeld = 16 * MiB;
/** Largest number of times that the pause after a failure doubles. */
const mostDoublings = 6;

/** Properties of the index that the builder needs. */
export interface IndexedFile {
  readonly name: string;
  readonly catalog: string;
  readonly createdAt: number;
  readonly messages: number;
  readonly bytes: number;
  readonly sealed: boolean;
  readonly dynamicFields: () => readonly DynamicField[];
}

/** State of the inverted index of one index. */
export class KeptIndex {
  /** Number of loaded rows that may be read from the database. */
  rows: number;
  /** Number of the row that the builder thread expects next; undefined: the thread does not build this index now. */
  next: number | undefined;
  /** True once the inverted-index file was read. */
  isRead = false;
  /** True once the builder thread was informed that the index gets no further rows. */
  ending = false;
  dropped = false;
  /** Loaded rows that directly follow the indexed rows; they wait until the builder thread begins with this index. */
  #held: Feed[] = [];
  #heldBytes = 0;
  #failures = 0;
  #restUntil = 0;
  /** Chain of promises that publishes blocks one after another. */
  news: Promise<void> = Promise.resolve();

  constructor(
    readonly index: IndexedFile,
    readonly file: InvertedIndexFile,
  ) {
    this.rows = index.messages;
  }

  get fed(): number {
    return this.next ?? this.file.keptRows;
  }

  /**
   * Keeps loaded rows in memory for the builder thread if they directly follow the rows that are kept already.
   * Otherwise, or if the kept rows exceed `mostHeld` bytes, all kept rows are dropped. Does nothing while the thread
   * builds the index.
   */
  hold(feed: Feed): void {
    if (this.next !== undefined) return;
    const last = this.#held.at(-1);
    const expected = last ? last.first + last.rows : this.file.writtenRows;
    const bytes = this.#heldBytes + feed.bytes;
    if (feed.first !== expected || bytes > mostHeld) {
      this.release();
      return;
    }
    this.#held.push(feed);
    this.#heldBytes = bytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Returns the held rows and forgets them. */
  release(): Feed[] {
    this.#heldBytes = 0;
    return this.#held.splice(0);
  }

  /** Resets the progress when the builder thread no longer has the state of this index, as after a failure. */
  restart(): void {
    this.release();
    this.next = undefined;
    this.ending = false;
  }

  get isResting(): boolean {
    return Date.now() < this.#restUntil;
  }

  /**
   * Pauses the building after a failure, so that other indices come first.
   * @param restMs length of the first pause in milliseconds; each further failure in a row doubles it
   * @returns the pause in milliseconds
   */
  rest(restMs: number): number {
    const length = restMs * 2 ** Math.min(this.#failures, mostDoublings);
    this.#failures += 1;
    this.#restUntil = Date.now() + length;
    return length;
  }

  /** Resets the pause after a block was written successfully. */
  succeeded(): void {
    this.#failures = 0;
  }
}

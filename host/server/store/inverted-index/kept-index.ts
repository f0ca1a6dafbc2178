/** Progress of the inverted index of one index, and the rows that wait for it. */
import type { DynamicField } from '../load-plan.js';
import type { Feed } from './feed.js';
import type { InvertedIndexFile } from './index-file.js';

const MiB = 1024 * 1024;
/** Bytes of rows that are held until there are enough for a block. */
const mostHeld = 16 * MiB;
/** An index of which something goes wrong rests twice as long each time, so many times. */
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

/** An index whose words are kept. */
export class KeptIndex {
  /** Rows that are loaded and may be read. */
  rows: number;
  /** The row that the thread waits for; undefined while it makes nothing of this index. */
  next: number | undefined;
  /** True once its file was read. */
  isRead = false;
  /** The thread knows that no further row follows. */
  ending = false;
  dropped = false;
  /** Freshly loaded rows behind those in blocks, of an index that the thread does not know yet. */
  #held: Feed[] = [];
  #heldBytes = 0;
  #failures = 0;
  #restUntil = 0;
  /** Blocks are made known one after another. */
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

  /** Keeps rows until they are wanted, if they follow those that are kept. */
  hold(feed: Feed): void {
    if (this.next !== undefined) return;
    const last = this.#held.at(-1);
    const follows = feed.first === (last ? last.first + last.rows : this.file.writtenRows);
    this.#heldBytes += feed.bytes;
    if (!follows || this.#heldBytes > mostHeld) this.release();
    else this.#held.push(feed);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Gives away what is held. */
  release(): Feed[] {
    this.#heldBytes = 0;
    return this.#held.splice(0);
  }

  /** Whatever the thread had of it is lost. */
  restart(): void {
    this.release();
    this.next = undefined;
    this.ending = false;
  }

  get isResting(): boolean {
    return Date.now() < this.#restUntil;
  }

  /** Pauses the building after a failure, so that other indices come first. @returns the pause in milliseconds */
  rest(restMs: number): number {
    const length = restMs * 2 ** Math.min(this.#failures, mostDoublings);
    this.#failures += 1;
    this.#restUntil = Date.now() + length;
    return length;
  }

  /** A block was written. */
  succeeded(): void {
    this.#failures = 0;
  }
}

/** Worker thread that builds inverted indexes while loading and searching continue. */
import { closeSync, fdatasyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Builder, textsOf } from './builder.js';
import { encode } from './encode.js';
import type { Feed } from './feed.js';
import { errorOf } from '../../foundation/caught.js';
import { packBlock } from './packed-block.js';
import type { IndexNews, IndexTask } from './protocol.js';

/** Milliseconds without new rows after which the rows of an unfinished block become searchable. */
const quietMs = 50;
/** Most milliseconds between two publications of an unfinished block while new rows keep coming (see `restFactor`). */
const longestUnseenMs = 2000;
/**
 * Factor of the pause after the publication of an unfinished block, because each publication encodes the whole block
 * anew. The pause is at least this many times as long as the encoding took, even if it exceeds `longestUnseenMs`.
 */
const restFactor = 20;
/**
 * Milliseconds without new rows after which an unfinished block is also written to the file, so that the next start
 * finds the block. The finished block overwrites it.
 */
const keepMs = 5000;

type Begin = Extract<IndexTask, { kind: 'begin' }>;

class IndexWords {
  readonly #begin: Begin;
  readonly #file: number;
  #at: number;
  #builder: Builder;
  #shownRows = 0;
  #shownAt = Date.now();
  #showMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #keptRows = 0;
  #keepTimer: NodeJS.Timeout | undefined;

  constructor(begin: Begin) {
    this.#begin = begin;
    this.#at = begin.at;
    this.#file = openSync(begin.path, 'a+');
    closeSync(this.#file);
    this.#file = openSync(begin.path, 'r+');
    ftruncateSync(this.#file, begin.at);
    this.#builder = new Builder(begin.first, begin.blockRows);
  }

  get heldBytes(): number {
    return this.#builder.heldBytes;
  }

  take(feed: Feed): void {
    if (feed.first !== this.#builder.first + this.#builder.rows)
      throw new Error(`Row ${feed.first} does not follow the last row of the word index`);
    const texts = textsOf(feed);
    for (let from = 0; from < feed.rows;) {
      from += this.#builder.take(feed, from, texts);
      if (this.#builder.isFull) this.#write();
    }
    this.#showInTime();
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => this.keep(), keepMs);
  }

  /** Writes a block at the end of the file, over an unfinished block. */
  #put(block: Buffer): void {
    try {
      for (let written = 0; written < block.length;)
        written += writeSync(this.#file, block, written, block.length - written, this.#at + written);
      ftruncateSync(this.#file, this.#at + block.length);
    } catch (error) {
      // On a full disk a partial block would take up useful space.
      ftruncateSync(this.#file, this.#at);
      throw error;
    }
  }

  #write(): void {
    const block = packBlock(encode(this.#builder, this.#begin.createdAt));
    this.#put(block);
    fdatasyncSync(this.#file);
    const at = this.#at;
    this.#at += block.length;
    this.#builder = new Builder(this.#builder.first + this.#builder.rows, this.#begin.blockRows);
    this.#shownRows = 0;
    this.#keptRows = 0;
    this.#shownAt = Date.now();
    this.#showMs = 0;
    tell({ kind: 'written', index: this.#begin.index, at });
  }

  #showInTime(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    const due = Math.max(
      this.#shownAt + this.#showMs * restFactor,
      Math.min(now + quietMs, this.#shownAt + longestUnseenMs),
    );
    if (due <= now) this.#show();
    else this.#timer = setTimeout(() => this.#show(), due - now);
  }

  #show(): void {
    const begun = Date.now();
    this.#shownAt = begun;
    if (this.#builder.rows === this.#shownRows) return;
    this.#shownRows = this.#builder.rows;
    const block = new Uint8Array(encode(this.#builder, this.#begin.createdAt));
    parentPort?.postMessage({ kind: 'open', index: this.#begin.index, block } satisfies IndexNews, [block.buffer]);
    this.#shownAt = Date.now();
    this.#showMs = this.#shownAt - begun;
  }

  /**
   * Saves the unfinished block. A failure or a torn file is harmless, because the block can be rebuilt. The block stays
   * plain, because at shutdown all unfinished blocks have to be saved within a short time.
   */
  keep(): void {
    const { rows } = this.#builder;
    if (rows === this.#keptRows) return;
    try {
      this.#put(encode(this.#builder, this.#begin.createdAt));
      this.#keptRows = rows;
    } catch {
      // Writing may fail, for example on a full disk.
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#keepTimer);
    if (this.#builder.rows > 0) this.#write();
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#keepTimer);
    closeSync(this.#file);
  }
}

/**
 * Lowers the priority of this thread below loading and searching. Only Linux sets priorities per thread; elsewhere the
 * call would affect the whole process.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    // A lower priority of the process, set by the operator, must not be raised.
    setPriority(Math.max(5, getPriority()));
  } catch {
    // Where the call is forbidden, the worker runs with its normal priority.
  }
}
giveWay();

const indices = new Map<string, IndexWords>();

const tell = (news: IndexNews): void => parentPort?.postMessage(news);

function forget(index: string): void {
  indices.get(index)?.close();
  indices.delete(index);
}

function carryOut(task: Exclude<IndexTask, { kind: 'keep' }>): void {
  if (task.kind === 'begin') {
    forget(task.index);
    indices.set(task.index, new IndexWords(task));
    return;
  }
  const words = indices.get(task.index);
  if (task.kind === 'rows') words?.take(task.feed);
  else if (task.kind === 'end') {
    words?.end();
    forget(task.index);
  } else forget(task.index);
}

parentPort?.on('message', (task: IndexTask) => {
  if (task.kind === 'keep') {
    for (const words of indices.values()) words.keep();
    tell({ kind: 'kept' });
    return;
  }
  try {
    carryOut(task);
  } catch (error) {
    tell({ kind: 'failed', index: task.index, reason: errorOf(error).message });
    forget(task.index);
  } finally {
    const held = [...indices.values()].reduce((sum, words) => sum + words.heldBytes, 0);
    if (task.kind === 'rows') tell({ kind: 'taken', bytes: task.feed.bytes, held });
    else tell({ kind: 'held', held });
  }
});

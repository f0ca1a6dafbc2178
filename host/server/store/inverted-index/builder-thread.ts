/**
 * Runs the builder of the inverted indexes in a thread, and limits the bytes that are queued for it. The thread starts
 * when the first index is built; after an unexpected end it starts again with the next build.
 */
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../foundation/thread.js';
import type { Log } from '../../log/log.js';
import { transfersOf, type Feed } from './feed.js';
import type { IndexNews, IndexTask } from './protocol.js';

const MiB = 1024 * 1024;
/**
 * Largest number of bytes that are queued for the builder thread. While more bytes are queued, loaded rows are not
 * passed on; they are read from the database later.
 */
const mostQueued = 32 * MiB;
/** Number of queued bytes below which rows are read from the database again. */
const lowQueued = 4 * MiB;
/** Longest time in milliseconds for saving unfinished blocks when the server stops. */
const mostKeepMs = 1000;

/** A message of the thread about the blocks of one index. */
export type BlockNews = Extract<IndexNews, { readonly index: string }>;

interface Callbacks {
  readonly onNews: (news: BlockNews) => void;
  /** Called when the thread has ended without being asked to; it has lost the state of all builds. */
  readonly onEnd: () => void;
}

export class BuilderThread {
  readonly #log: Log;
  readonly #callbacks: Callbacks;
  #worker: Worker | undefined;
  #queued = 0;
  /** Memory in bytes that the builders use. */
  #building = 0;
  #stopWaiting: (() => void) | undefined;
  #onKept: (() => void) | undefined;

  constructor(log: Log, callbacks: Callbacks) {
    this.#log = log;
    this.#callbacks = callbacks;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** True while the thread runs and takes loaded rows. */
  get hasRoom(): boolean {
    return this.isRunning && this.#queued <= mostQueued;
  }

  /** Memory in bytes of the builders and of the queue. */
  get bytes(): number {
    return this.#building + this.#queued;
  }

  start(): void {
    if (this.#worker) return;
    const worker = startThread(new URL('./index-worker', import.meta.url), { name: 'words' });
    this.#worker = worker;
    // An idle thread must not keep the process alive.
    worker.unref();
    worker.on('message', (news: IndexNews) => this.#hear(news));
    worker.on('error', (error) => this.#log.warn('The thread of the word index has ended', { error }));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#queued = 0;
      this.#building = 0;
      this.#callbacks.onEnd();
      this.stopWaiting();
    });
  }

  /** Sends a task; nothing happens if the thread does not run. */
  tell(task: IndexTask, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(task, transfer);
  }

  /** Queues rows of an index; the buffers of the feed belong to the thread afterwards. */
  feed(index: string, feed: Feed): void {
    this.#queued += feed.bytes;
    this.tell({ kind: 'rows', index, feed }, transfersOf(feed));
  }

  /** Resolves when few bytes are queued, or at `stopWaiting`. */
  async worksOff(): Promise<void> {
    if (this.#queued > lowQueued) await new Promise<void>((resolve) => (this.#stopWaiting = resolve));
    this.#stopWaiting = undefined;
  }

  /** Resolves the promise of `worksOff`, because a build has failed or the server stops. */
  stopWaiting(): void {
    this.#stopWaiting?.();
  }

  /** Saves unfinished blocks, so that the next start need not build them again, and ends the thread. */
  async end(): Promise<void> {
    const worker = this.#worker;
    if (!worker) return;
    const timer = setTimeout(() => this.#onKept?.(), mostKeepMs);
    await new Promise<void>((resolve) => {
      this.#onKept = resolve;
      this.tell({ kind: 'keep' });
    });
    clearTimeout(timer);
    this.#worker = undefined;
    await worker.terminate();
  }

  #hear(news: IndexNews): void {
    if (news.kind === 'kept') {
      this.#onKept?.();
      return;
    }
    if (news.kind === 'held' || news.kind === 'taken') this.#building = news.held;
    if (news.kind === 'held') return;
    if (news.kind === 'taken') {
      this.#queued -= news.bytes;
      if (this.#queued <= lowQueued) this.stopWaiting();
      return;
    }
    this.#callbacks.onNews(news);
  }
}

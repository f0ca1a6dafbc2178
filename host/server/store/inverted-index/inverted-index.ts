/**
 * Maintains the inverted indexes of all index files, and knows which rows are indexed. It passes rows to the builder
 * thread as they are loaded. If the thread is late, the rows are read from the database instead. Neither loading nor
 * searches wait for the builder: rows that are not indexed are scanned.
 */
import type { Log } from '../../log/log.js';
import type { Cell, DynamicField, LoadPlan } from '../load-plan.js';
import { fixedColumns } from '../columns.js';
import type { QueryPool } from '../query-pool.js';
import { BuilderThread, type BlockNews } from './builder-thread.js';
import { feedOf, type Feed } from './feed.js';
import { readFeed } from './stored-rows.js';
import type { WordsLoad } from '../types.js';
import { KeptIndex, type IndexedFile } from './kept-index.js';
import { InvertedIndexCaches } from './index-caches.js';
import { InvertedIndexFile, type WordView } from './index-file.js';

export interface InvertedIndexOptions {
  readonly pool: QueryPool;
  readonly log: Log;
  readonly blockRows: number;
  /** Smallest number of messages for which an inverted index is built. Smaller indices are scanned just as fast. */
  readonly fromMessages: number;
  /** Milliseconds without building after a failure; each further failure in a row doubles them, up to 64-fold. */
  readonly restMs: number;
  /** Called when the number of indexed rows of an index may have changed. */
  readonly onChange: (index: string) => void;
}

/** Rows in the form in which they were loaded. */
interface LoadedRows {
  readonly slice: LoadPlan;
  readonly fields: readonly DynamicField[];
}

export class InvertedIndex {
  readonly #options: InvertedIndexOptions;
  readonly #caches = new InvertedIndexCaches();
  readonly #kept = new Map<string, KeptIndex>();
  readonly #stop = new AbortController();
  readonly #thread: BuilderThread;
  /** Number of aborted dictionary walks in removed indices. */
  #endedWalks = 0;
  #working: Promise<void> | undefined;
  #opening: Promise<void> = Promise.resolve();

  constructor(options: InvertedIndexOptions) {
    this.#options = options;
    this.#thread = new BuilderThread(options.log, {
      onNews: (news) => this.#hear(news),
      onEnd: () => this.#ended(),
    });
  }

  /**
   * Begins to maintain the inverted index of an index. The promise resolves when the rows in the file can be looked up,
   * or when the file cannot be read.
   * @param path path of the inverted-index file
   */
  async open(index: IndexedFile, path: string): Promise<void> {
    const kept = this.#keep(index, path);
    await this.#read(kept);
  }

  /**
   * Opens the inverted indexes of many indices in the background, one after another; until then an index is scanned.
   */
  openInTime(indices: readonly { readonly index: IndexedFile; readonly path: string }[]): void {
    const all = indices.map(({ index, path }) => this.#keep(index, path));
    this.#opening = this.#opening.then(async () => {
      for (const kept of all) await this.#read(kept);
    });
  }

  #keep(index: IndexedFile, path: string): KeptIndex {
    const { name, createdAt } = index;
    const file = new InvertedIndexFile({ name, path, createdAt }, this.#caches, (damaged) => this.#damaged(damaged));
    const kept = new KeptIndex(index, file);
    this.#kept.set(name, kept);
    return kept;
  }

  /** Reads the blocks that an earlier run of the server wrote. */
  async #read(kept: KeptIndex): Promise<void> {
    const { pool, log, onChange } = this.#options;
    const { index, file } = kept;
    const idOf = async (row: number): Promise<string | undefined> => {
      const sql = `SELECT id FROM ${index.catalog}.messages WHERE rowid = ${row}`;
      const [found] = await pool.query(sql, [], this.#stop.signal);
      return found && String(found['id']);
    };
    if (kept.dropped || this.#stop.signal.aborted) return;
    try {
      await file.read(kept.rows, idOf, index.sealed ? undefined : this.#options.blockRows, this.#stop.signal);
      kept.isRead = true;
    } catch (error) {
      if (!kept.dropped && !this.#stop.signal.aborted)
        log.warn('The word index of an index cannot be read; its messages are scanned', { index: index.name, error });
    }
    if (kept.dropped) return file.close();
    onChange(index.name);
    this.#wake();
  }

  get load(): WordsLoad {
    const load = { readerBytes: this.#caches.bytes, builderBytes: this.#thread.bytes };
    let endedWalks = this.#endedWalks;
    for (const { file, heldBytes } of this.#kept.values()) {
      load.readerBytes += file.heldBytes;
      load.builderBytes += heldBytes;
      endedWalks += file.endedWalks;
    }
    return { ...load, endedWalks };
  }

  view(name: string): WordView | undefined {
    return this.#kept.get(name)?.file.view();
  }

  /** Tells whether rows from `first` on should be passed to `loaded`; others are read from the database later. */
  wants(name: string, first: number): boolean {
    const kept = this.#kept.get(name);
    return kept !== undefined && this.#wish(kept, first) !== undefined;
  }

  /**
   * Takes committed rows, and passes them to the builder thread if it has all preceding rows.
   * @param first number of the first row; earlier rows may not have been reported
   * @param known the loaded rows; absent: they are read from the database later
   */
  async loaded(name: string, first: number, rows: number, known?: LoadedRows): Promise<void> {
    const kept = this.#kept.get(name);
    if (!kept) return;
    try {
      if (known) await this.#handOn(kept, first, known);
    } catch (error) {
      this.#failed(kept, 'Messages cannot be handed to the word index', error);
    }
    // The count of rows changes after the rows were passed on, because counted rows may be read from the database at
    // any time.
    kept.rows = first + rows;
    this.#wake();
  }

  /** Decides whether loaded rows are held, fed to the builder thread, or not used (undefined). */
  #wish(kept: KeptIndex, first: number): 'hold' | 'feed' | undefined {
    if (kept.dropped || !kept.isRead) return undefined;
    if (kept.next === undefined) return first < this.#options.fromMessages ? 'hold' : undefined;
    return kept.next === first && this.#thread.hasRoom ? 'feed' : undefined;
  }

  async #handOn(kept: KeptIndex, first: number, { slice, fields }: LoadedRows): Promise<void> {
    if (!this.#wish(kept, first)) return;
    const columns = new Map<string, readonly Cell[] | undefined>();
    const all = [...fixedColumns.map(({ column }) => column), ...fields.map(({ column }) => column)];
    for (const [at, column] of all.entries()) columns.set(column, slice.columns[at]);
    const feed = await feedOf(first, slice.rows, (column) => columns.get(column), fields);
    // The build may have been restarted meanwhile.
    const wish = this.#wish(kept, first);
    if (wish === 'feed') return this.#feed(kept, feed);
    if (wish !== 'hold') return;
    kept.hold(feed);
    const isEnough = first + slice.rows >= this.#options.fromMessages;
    if (isEnough && !this.#stop.signal.aborted && !kept.isResting) this.#begin(kept);
  }

  #feed(kept: KeptIndex, feed: Feed): void {
    kept.next = feed.first + feed.rows;
    this.#thread.feed(kept.index.name, feed);
  }

  seal(name: string): void {
    const kept = this.#kept.get(name);
    if (!kept) return;
    // The builder thread does not build this index, so an unfinished block of an earlier run becomes final.
    if (kept.next === undefined) {
      kept.release();
      kept.file.seal();
    }
    this.#wake();
  }

  /** Stops building the inverted index of an index; its finished part stays readable until it is removed. */
  drop(name: string): void {
    const kept = this.#kept.get(name);
    if (!kept) return;
    kept.dropped = true;
    kept.restart();
    this.#thread.tell({ kind: 'forget', index: name });
  }

  async remove(name: string): Promise<void> {
    this.drop(name);
    const kept = this.#kept.get(name);
    this.#kept.delete(name);
    this.#endedWalks += kept?.file.endedWalks ?? 0;
    await kept?.file.close();
  }

  #damaged(file: InvertedIndexFile): void {
    this.#options.log.warn('The inverted index of an index is damaged; it is rebuilt from there', { index: file.name });
    const kept = this.#kept.get(file.name);
    kept?.restart();
    this.#thread.tell({ kind: 'forget', index: file.name });
    this.#options.onChange(file.name);
    this.#wake();
  }

  // ---- builder thread ----

  /** Retries the builds that the thread has not finished when it ended. */
  #ended(): void {
    for (const kept of this.#kept.values())
      if (kept.next !== undefined) {
        kept.restart();
        this.#rest(kept);
      }
  }

  #hear(news: BlockNews): void {
    const kept = this.#kept.get(news.index);
    if (!kept) return;
    if (news.kind === 'failed') {
      this.#failed(kept, 'The word index of an index cannot be written for now', news.reason);
      return;
    }
    kept.news = kept.news
      .then(async () => {
        if (news.kind === 'open') {
          const { buffer, byteOffset, byteLength } = news.block;
          kept.file.show(Buffer.from(buffer, byteOffset, byteLength));
        } else if (!(await kept.file.add(news.at))) return;
        else {
          kept.succeeded();
          if (kept.ending && kept.file.writtenRows >= kept.rows) kept.restart();
        }
        this.#options.onChange(news.index);
      })
      .catch((error: unknown) => this.#unreadable(kept, error));
  }

  /**
   * Restarts the build of an index whose latest block cannot be read, for example because the file was removed. Without
   * that block, later blocks would not be found either.
   */
  async #unreadable(kept: KeptIndex, error: unknown): Promise<void> {
    // If the build of this index was abandoned already, nothing remains to be done.
    if (kept.next === undefined) return;
    this.#failed(kept, 'A block of the inverted index cannot be read; it is rebuilt', error);
    await kept.file.close().catch(() => {});
    this.#options.onChange(kept.index.name);
  }

  /** Handles a failure: the builder thread discards its state of the index, and the build is retried after a pause. */
  #failed(kept: KeptIndex, what: string, error: unknown): void {
    this.#options.log.warn(what, { index: kept.index.name, error });
    kept.restart();
    this.#thread.tell({ kind: 'forget', index: kept.index.name });
    this.#rest(kept);
  }

  #rest(kept: KeptIndex): void {
    this.#thread.stopWaiting();
    setTimeout(() => this.#wake(), kept.rest(this.#options.restMs) + 1).unref();
  }

  #wake(): void {
    if (this.#working || this.#stop.signal.aborted || !this.#nextBehind()) return;
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      this.#wake();
    });
  }

  /** Chooses the index to catch up with: the index that is written to first, then the newest. */
  #nextBehind(): KeptIndex | undefined {
    const behind = [...this.#kept.values()].filter(
      (kept) =>
        !kept.dropped &&
        kept.isRead &&
        !kept.ending &&
        !kept.isResting &&
        kept.rows >= this.#options.fromMessages &&
        (kept.fed < kept.rows || (kept.index.sealed && kept.next !== undefined)),
    );
    const newest = (left: KeptIndex, right: KeptIndex): number => right.index.createdAt - left.index.createdAt;
    return behind.find(({ index }) => !index.sealed) ?? behind.sort(newest)[0];
  }

  async #work(): Promise<void> {
    for (let kept = this.#nextBehind(); kept; kept = this.#nextBehind()) {
      if (this.#stop.signal.aborted) return;
      try {
        if (kept.next === undefined) this.#begin(kept);
        if (kept.fed < kept.rows) await this.#catchUp(kept);
        else if (kept.index.sealed) {
          kept.ending = true;
          this.#thread.tell({ kind: 'end', index: kept.index.name });
        }
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.log.warn('Messages cannot be read for the word index', { index: kept.index.name, error });
        this.#rest(kept);
      }
    }
  }

  #begin(kept: KeptIndex): void {
    this.#thread.start();
    const { file, index } = kept;
    kept.next = file.writtenRows;
    file.writeOver();
    this.#thread.tell({
      kind: 'begin',
      index: index.name,
      path: file.path,
      at: file.writtenBytes,
      first: kept.next,
      createdAt: index.createdAt,
      blockRows: this.#options.blockRows,
    });
    for (const feed of kept.release()) if (feed.first === kept.next) this.#feed(kept, feed);
  }

  async #catchUp(kept: KeptIndex): Promise<void> {
    await this.#thread.worksOff();
    const from = kept.next;
    if (from === undefined || this.#stop.signal.aborted) return;
    const feed = await readFeed(this.#options.pool, kept.index, from, kept.rows, this.#stop.signal);
    // The build may have been restarted or dropped meanwhile.
    if (kept.next === from && !kept.dropped && this.#thread.isRunning) this.#feed(kept, feed);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#thread.stopWaiting();
    await this.#opening;
    await this.#working;
    await this.#thread.end();
    for (const { news, file } of this.#kept.values()) await news.then(() => file.close());
    this.#kept.clear();
  }
}

/** The message store: combines journal, loader, index files and the connections for searches. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { statfs } from 'node:fs/promises';
import type { Log } from '../log/log.js';
import type { Backlog } from './backlog.js';
import { StoreClosedError, StoreFullError } from './errors.js';
import type { IndexFamilies } from './index-families.js';
import type { ReadsOfIndices } from './index-reads.js';
import type { Journal } from './journal.js';
import type { StoreJournalReading } from './journal-reading.js';
import { journalState } from './journal-state.js';
import type { Loader } from './loader.js';
import { pressureOf, slowPendingBytes } from './pressure.js';
import type { QueryPool } from './query-pool.js';
import type { StoreLimits } from './store-limits.js';
import type { AcceptedMessage } from './record.js';
import { Recorder } from './recorder.js';
import { countFailures, keptMessages, listFailures } from './retries.js';
import { retryRefused } from './retry.js';
import type { Sieve } from './storable.js';
import type { InvertedIndex } from './inverted-index/inverted-index.js';
import type { RowPages } from './row-pages/row-pages.js';
import type {
  Asker,
  IndexRemoval,
  IncomingMessage,
  IndexFacts,
  IndexFields,
  FailureFilter,
  FailurePage,
  JournalPlace,
  JournalState,
  MessageStore,
  OptimiseOptions,
  Pressure,
  RefusedMessage,
  RetryOutcome,
  Row,
  SqlValue,
  StoredIndex,
  WordsLoad,
} from './types.js';

/** Time limits in milliseconds for loading and for the checkpoints of a stop; together they stay below ten seconds. */
const closeTimeoutMs = 4000;
const checkpointTimeoutMs = 2500;

/** Components that a store combines. */
export interface Parts {
  readonly root: string;
  readonly journalDirectory: string;
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  readonly pool: QueryPool;
  readonly words: InvertedIndex;
  readonly pages: RowPages;
  readonly families: IndexFamilies;
  readonly journal: Journal;
  readonly journalReading: StoreJournalReading;
  readonly backlog: Backlog;
  readonly loader: Loader;
  readonly sieve: Sieve;
  readonly limits: StoreLimits;
  readonly log: Log;
  readonly release: () => void;
}

export class Store implements MessageStore {
  readonly #parts: Parts;
  readonly #recorder: Recorder;
  #pressure: Pressure = 'open';
  #whenOpen: (() => void)[] = [];
  readonly #counts = { appended: 0, appendedBytes: 0, refused: 0, underway: 0, newestAppended: 0 };
  #closing: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { journal } = parts;
    this.#recorder = new Recorder({
      write: (payload, messages) => this.#write(payload, messages),
      check: () => {
        this.updatePressure();
        if (this.#closing) throw new StoreClosedError();
        if (journal.failure) throw new StoreFullError(journal.failure.message);
      },
      isBehind: () => journal.pendingBytes >= slowPendingBytes,
    });
    this.updatePressure();
  }

  /** Reason why messages cannot be written or loaded at present; undefined: writing and loading succeed. */
  get failure(): Error | undefined {
    const { journal, loader } = this.#parts;
    return journal.failure ?? loader.failure;
  }

  get pressure(): Pressure {
    return this.#pressure;
  }

  get appendedBytes(): number {
    return this.#counts.appendedBytes;
  }

  get loadedBytes(): number {
    return this.#parts.loader.loadedBytes;
  }

  get journal(): JournalState {
    return journalState(this.#parts, this.#counts);
  }

  get journalReading(): StoreJournalReading {
    return this.#parts.journalReading;
  }

  get reads(): ReadsOfIndices {
    return this.#parts.pool.reads;
  }

  get words(): WordsLoad {
    const { words, pages } = this.#parts;
    const { load } = words;
    return {
      ...load,
      readerBytes: load.readerBytes + pages.heldBytes,
      builderBytes: load.builderBytes + pages.pendingBytes,
    };
  }

  whenOpen(): Promise<void> {
    if (this.#pressure === 'open') return Promise.resolve();
    return new Promise((resolve) => this.#whenOpen.push(resolve));
  }

  updatePressure(): void {
    const { journal, backlog, limits, loader } = this.#parts;
    const { oldestWaiting } = this.journal;
    const state = {
      isWritable: !journal.failure,
      isHeld: loader.isHeld,
      isFailing: loader.failure !== undefined,
      pendingBytes: journal.pendingBytes,
      waitingBytes: backlog.bytes,
      lagMs: oldestWaiting === undefined ? 0 : Date.now() - oldestWaiting,
    };
    this.#pressure = pressureOf(state, limits, this.#pressure);
    if (this.#pressure === 'open') for (const resolve of this.#whenOpen.splice(0)) resolve();
  }

  async append(messages: readonly IncomingMessage[]): Promise<void> {
    while (this.#recorder.pausing && !this.#closing) await this.#recorder.pausing;
    if (this.#closing) throw new StoreClosedError();
    if (messages.length === 0) return;
    const { journal } = this.#parts;
    const counts = this.#counts;
    if (this.#pressure === 'full') {
      counts.refused += messages.length;
      throw new StoreFullError(journal.failure?.message ?? 'too much waits to be made searchable');
    }
    const written: Promise<void>[] = [];
    counts.underway += messages.length;
    try {
      const recording = this.#recorder.record(messages, written);
      this.updatePressure();
      const bytes = await recording;
      this.updatePressure();
      await Promise.all(written);
      counts.appended += messages.length;
      counts.appendedBytes += bytes;
      for (const { receivedAt } of messages) counts.newestAppended = Math.max(counts.newestAppended, receivedAt);
    } catch (error) {
      await Promise.allSettled(written);
      counts.refused += messages.length;
      throw error;
    } finally {
      counts.underway -= messages.length;
    }
  }

  #write(payload: string, messages: readonly AcceptedMessage[]): Promise<void> {
    const { journal, journalReading, backlog, loader } = this.#parts;
    return journal.append(payload, (end, bytes) => {
      backlog.push({ messages, end, bytes });
      journalReading.tell({ payload, messages, end });
      loader.wake();
    });
  }

  get isHeld(): boolean {
    return this.#parts.loader.isHeld;
  }

  hold(held: boolean): void {
    this.#parts.loader.hold(held);
    this.updatePressure();
  }

  indices(): readonly StoredIndex[] {
    return this.#parts.families.snapshot();
  }

  query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): Promise<Row[]> {
    return this.#parts.pool.query(sql, parameters, signal, asker);
  }

  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): AsyncIterable<Row[]> {
    return this.#parts.pool.stream(sql, parameters, signal, asker);
  }

  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, asker?: Asker): Promise<T> {
    return this.#parts.pool.inTurn(work, signal, asker);
  }

  settled(): Promise<void> {
    return this.#parts.loader.settled();
  }

  failures(range: FailureFilter & { offset: number; limit: number }): Promise<FailurePage> {
    return listFailures(this.#parts.families.files(), this.#parts.pool, range);
  }

  keptMessages(filter: FailureFilter): Promise<RefusedMessage[]> {
    return keptMessages(this.#parts.families.files(), this.#parts.pool, filter);
  }

  retry(messages: readonly RefusedMessage[]): Promise<RetryOutcome> {
    return this.#between((families) => retryRefused({ ...this.#parts.sieve, families }, messages));
  }

  countFailures(since: number): Promise<number> {
    return countFailures(this.#parts.families.files(), this.#parts.pool, since);
  }

  facts(): readonly IndexFacts[] {
    return this.#parts.families.facts();
  }

  fieldsOf(set: string): readonly IndexFields[] {
    return this.#parts.families.fieldsOf(set);
  }

  cycle(set?: string): Promise<boolean> {
    return this.#between((families) => families.cycle(set));
  }

  deleteIndex(name: string): Promise<boolean> {
    return this.#parts.families.drop(name);
  }

  closeIndex(name: string): Promise<boolean> {
    return this.#parts.families.close(name);
  }

  reopenIndex(name: string): Promise<boolean> {
    return this.#parts.families.reopen(name);
  }

  addIndexSet(set: string): Promise<void> {
    return this.#between((families) => families.add(set));
  }

  async optimise(options: OptimiseOptions = {}): Promise<void> {
    const { set, index, progress, signal } = options;
    const indices = this.facts().filter(
      (one) => (set === undefined || one.set === set) && (index === undefined ? one.isWritten : one.name === index),
    );
    for (const [at, one] of indices.entries()) {
      signal?.throwIfAborted();
      await this.#between((families) => families.checkpoint({ set: one.set, index: one.name }));
      progress?.((100 * (at + 1)) / indices.length);
    }
  }

  removeIndexSet(set: string, withIndices: boolean): Promise<void> {
    return this.#between((families) => families.remove(set, withIndices));
  }

  whileStill<T>(work: () => Promise<T>): Promise<T> {
    const { log } = this.#parts;
    return this.#between(async (families) => {
      // A checkpoint writes the write-ahead logs into the index files, so that the files are complete.
      await families.checkpoint().catch((error: unknown) => log.warn('An index could not be checkpointed', { error }));
      return work();
    });
  }

  get unloaded(): { readonly from: JournalPlace; readonly end: JournalPlace } {
    const { families, journal } = this.#parts;
    return { from: families.kept, end: journal.end };
  }

  /**
   * Runs a task while no messages are loaded.
   * @throws StoreClosedError when the store is closing
   */
  #between<T>(work: (families: IndexFamilies) => Promise<T>): Promise<T> {
    const { loader, families } = this.#parts;
    return this.#closing ? Promise.reject(new StoreClosedError()) : loader.between(() => work(families));
  }

  async disk(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined> {
    const found = await statfs(this.#parts.root).catch(() => undefined);
    return found && { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize };
  }

  diskBytes(): Promise<ReadonlyMap<string, number>> {
    return this.#parts.families.diskBytes();
  }

  removals(): readonly IndexRemoval[] {
    return this.#parts.families.removals.all();
  }

  onRemoval(listener: (removal: IndexRemoval) => void): void {
    this.#parts.families.removals.listen(listener);
  }

  keepFiles(indices: readonly string[]): Promise<void> {
    return this.#parts.families.removals.keepFiles(indices);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /**
   * Closes all components. Messages that are not loaded in time stay in the journal and are loaded at the next start.
   */
  async #close(): Promise<void> {
    const { instance, connection, pool, words, pages, families, journal, loader, log, release } = this.#parts;
    await journal.close();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeTimeoutMs)));
    await Promise.race([loader.settled().catch(() => {}), timeout]);
    clearTimeout(timer);
    await loader.stop();
    await words.close();
    await pages.close();
    await pool.close();
    // A checkpoint that takes too long is interrupted: without it, the next start only takes longer.
    const interrupt = setTimeout(() => connection.interrupt(), checkpointTimeoutMs);
    await families.checkpoint().catch((error: unknown) => log.warn('The index could not be checkpointed', { error }));
    clearTimeout(interrupt);
    connection.disconnectSync();
    instance.closeSync();
    for (const resolve of this.#whenOpen.splice(0)) resolve();
    release();
  }
}

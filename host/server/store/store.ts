/** The message store: journal, loader, index files and the connections that search them, as one. */
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.js';
import { Backlog } from './backlog.js';
import { claim, makeDirectory } from './data-directory.js';
import { openDatabase } from './database.js';
import { StoreClosedError, StoreFullError } from './errors.js';
import { IndexFamilies } from './index-families.js';
import type { ReadsOfIndices } from './index-reads.js';
import { ensureIndexSet } from './index-set.js';
import { Journal } from './journal.js';
import { Loader } from './loader.js';
import { QueryPool } from './query-pool.js';
import { defaultLimits, type StoreLimits } from './store-limits.js';
import type { StoreOptions } from './store-options.js';
import type { AcceptedMessage } from './record.js';
import { Recorder } from './recorder.js';
import { countFailures, keptMessages, listFailures } from './retries.js';
import { retryRefused } from './retry.js';
import type { Sieve } from './storable.js';
import { Words } from './words/words.js';
import type {
  Asker,
  IndexRemoval,
  IncomingMessage,
  IndexFacts,
  IndexFields,
  FailureFilter,
  FailurePage,
  JournalState,
  MessageStore,
  Pressure,
  RefusedMessage,
  RetryOutcome,
  Row,
  SqlValue,
  StoredIndex,
  WordsLoad,
} from './types.js';

const MiB = 1024 * 1024;

/** Bytes not yet on disk, from which on senders are slowed, and from which on nothing is taken in. */
const slowPendingBytes = 16 * MiB;
const fullPendingBytes = 96 * MiB;
/** Together well below the ten seconds that a server has to end. */
const closeTimeoutMs = 4000;
const checkpointTimeoutMs = 2500;

/** @throws DataDirectoryError when the directory cannot be used, or another server uses it */
export async function openStore(options: StoreOptions): Promise<MessageStore> {
  const { documents, log, nodeId } = options;
  const limits: StoreLimits = { ...defaultLimits(), ...options.limits };
  const root = await makeDirectory(options.directory);
  const lockPath = join(root, 'store.duckdb');
  const release = claim(lockPath);
  const undo: (() => unknown)[] = [release];
  try {
    const [indexDirectory, journalDirectory] = await Promise.all(
      ['indices', 'journal'].map((name) => makeDirectory(join(root, name))),
    );
    if (indexDirectory === undefined || journalDirectory === undefined)
      throw new Error('Directories are made in pairs');
    const instance = await openDatabase({
      path: lockPath,
      threads: limits.threads,
      memoryBytes: limits.memoryBytes,
      checkpointBytes: limits.checkpointBytes,
      temporaryDirectory: join(root, 'temporary'),
      allowedDirectory: root,
    });
    undo.push(() => instance.closeSync());
    const connection = await instance.connect();
    undo.push(() => connection.disconnectSync());
    const pool = await QueryPool.open(instance, limits.connections);
    undo.push(() => pool.close());
    await ensureIndexSet(documents);
    let families: IndexFamilies | undefined = undefined;
    const words = new Words({
      pool,
      log,
      blockRows: limits.wordBlockRows,
      fromMessages: limits.wordsFrom,
      restMs: limits.wordsRestMs,
      onChange: (name) => families?.wordsChanged(name),
    });
    undo.push(() => words.close());
    families = await IndexFamilies.open({
      connection,
      directory: indexDirectory,
      documents,
      setOf: options.setOf ?? (() => undefined),
      pool,
      words,
      log,
      graceMs: limits.removalGraceMs,
      onUnreadable: (index) => options.onUnreadable?.(index),
      onChange: options.onIndexChange,
    });
    let store: Store | undefined = undefined;
    const onChange = (): void => {
      store?.updatePressure();
      options.onFailure?.(store?.failure);
    };
    const journal = await Journal.open({
      directory: journalDirectory,
      loaded: families.position,
      segmentBytes: limits.segmentBytes,
      onDamage: (path, offset) =>
        log.warn('The journal has a torn record; what follows it was not acknowledged', { path, offset }),
      onChange,
    });
    undo.push(() => journal.close());
    const waiting = await journal.bytesAfter(families.position);
    const backlog = new Backlog(journal, families.position, waiting, {
      maxCachedBytes: limits.cachedBytes,
      maxBatchMessages: limits.batchMessages,
      maxBatchBytes: limits.batchBytes,
      stops: families.positions,
      onDamage: (error) => log.error('A message in the journal cannot be read', { error }),
    });
    const sieve: Sieve = { connection, nodeId, limits: { maxFields: limits.maxFields, maxFailures: 1000 }, log };
    const loader = new Loader({
      ...sieve,
      backlog,
      families,
      journal,
      maintenanceIntervalMs: limits.maintenanceIntervalMs,
      retryIntervalMs: limits.retryIntervalMs,
      onChange,
    });
    store = new Store({
      root,
      instance,
      connection,
      pool,
      words,
      families,
      journal,
      backlog,
      loader,
      sieve,
      limits,
      log,
      release,
    });
    loader.start();
    return store;
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

interface Parts {
  readonly root: string;
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  readonly pool: QueryPool;
  readonly words: Words;
  readonly families: IndexFamilies;
  readonly journal: Journal;
  readonly backlog: Backlog;
  readonly loader: Loader;
  readonly sieve: Sieve;
  readonly limits: StoreLimits;
  readonly log: Log;
  readonly release: () => void;
}

class Store implements MessageStore {
  readonly #parts: Parts;
  readonly #recorder: Recorder;
  #pressure: Pressure = 'open';
  #whenOpen: (() => void)[] = [];
  #appended = 0;
  #appendedBytes = 0;
  #refused = 0;
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

  /** Why messages cannot be written at present. */
  get failure(): Error | undefined {
    const { journal, loader } = this.#parts;
    return journal.failure ?? loader.failure;
  }

  get pressure(): Pressure {
    return this.#pressure;
  }

  get journal(): JournalState {
    const { backlog, loader } = this.#parts;
    return {
      waitingBytes: backlog.bytes,
      appended: this.#appended,
      loaded: loader.loaded,
      appendedBytes: this.#appendedBytes,
      loadedBytes: loader.loadedBytes,
      refused: this.#refused,
    };
  }

  get reads(): ReadsOfIndices {
    return this.#parts.pool.reads;
  }

  get words(): WordsLoad {
    return this.#parts.words.load;
  }

  whenOpen(): Promise<void> {
    if (this.#pressure === 'open') return Promise.resolve();
    return new Promise((resolve) => this.#whenOpen.push(resolve));
  }

  updatePressure(): void {
    const { journal, backlog, limits } = this.#parts;
    const { slowBytes, fullBytes } = limits;
    const pending = journal.pendingBytes;
    // Once slowed, stay so until half of it is gone: no flutter at the edge.
    const ease = this.#pressure === 'open' ? 1 : 0.5;
    if (journal.failure || backlog.bytes >= fullBytes || pending >= fullPendingBytes) this.#pressure = 'full';
    else if (backlog.bytes >= slowBytes * ease || pending >= slowPendingBytes * ease) this.#pressure = 'slow';
    else {
      this.#pressure = 'open';
      for (const resolve of this.#whenOpen.splice(0)) resolve();
    }
  }

  async append(messages: readonly IncomingMessage[]): Promise<void> {
    while (this.#recorder.pausing && !this.#closing) await this.#recorder.pausing;
    if (this.#closing) throw new StoreClosedError();
    if (messages.length === 0) return;
    const { journal } = this.#parts;
    if (this.#pressure === 'full') {
      this.#refused += messages.length;
      throw new StoreFullError(journal.failure?.message ?? 'too much waits to be made searchable');
    }
    const written: Promise<void>[] = [];
    try {
      const recording = this.#recorder.record(messages, written);
      this.updatePressure();
      const bytes = await recording;
      this.updatePressure();
      await Promise.all(written);
      this.#appended += messages.length;
      this.#appendedBytes += bytes;
    } catch (error) {
      await Promise.allSettled(written);
      this.#refused += messages.length;
      throw error;
    }
  }

  #write(payload: string, messages: readonly AcceptedMessage[]): Promise<void> {
    const { journal, backlog, loader } = this.#parts;
    return journal.append(payload, (end, bytes) => {
      backlog.push({ messages, end, bytes });
      loader.wake();
    });
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

  async optimise(progress: (percent: number) => void = () => {}, signal?: AbortSignal): Promise<void> {
    const sets = this.#parts.families.all().map(({ set }) => set);
    for (const [at, set] of sets.entries()) {
      signal?.throwIfAborted();
      await this.#between((families) => families.checkpoint(set));
      progress((100 * (at + 1)) / sets.length);
    }
  }

  removeIndexSet(set: string, withIndices: boolean): Promise<void> {
    return this.#between((families) => families.remove(set, withIndices));
  }

  /** Work that must not be done while messages are loaded. */
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
    return this.#parts.families.removals();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  /** What is not loaded in time stays in the journal and is loaded at the next start. */
  async #close(): Promise<void> {
    const { instance, connection, pool, words, families, journal, loader, log, release } = this.#parts;
    await journal.close();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, closeTimeoutMs)));
    await Promise.race([loader.settled().catch(() => {}), timeout]);
    clearTimeout(timer);
    await loader.stop();
    await words.close();
    await pool.close();
    // Without it the next start takes longer, no more.
    const interrupt = setTimeout(() => connection.interrupt(), checkpointTimeoutMs);
    await families.checkpoint().catch((error: unknown) => log.warn('The index could not be checkpointed', { error }));
    clearTimeout(interrupt);
    connection.disconnectSync();
    instance.closeSync();
    for (const resolve of this.#whenOpen.splice(0)) resolve();
    release();
  }
}

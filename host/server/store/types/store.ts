/** Interface of the message store for the rest of the server. */
import type { IndexRemoval, OptimiseOptions } from '../index-changes.js';
import type { ReadsOfIndices } from '../index-reads.js';
import type { FailureFilter, FailurePage, RefusedMessage, RetryOutcome } from './failures.js';
import type { IndexFacts, IndexFields, WordsLoad } from './indices.js';
import type { JournalPlace, JournalReading, JournalState } from './journal.js';
import type { MessageSink } from './messages.js';
import type { Asker, MessageReader, Row, SqlValue } from './statements.js';

export interface MessageStore extends MessageSink, MessageReader {
  readonly journalReading: JournalReading;
  /**
   * Runs a statement and returns its rows.
   * @param asker user on whose behalf the statement runs; absent: the server itself
   */
  query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): Promise<Row[]>;
  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): AsyncIterable<Row[]>;
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, asker?: Asker): Promise<T>;
  /**
   * Resolves when all messages acknowledged so far are searchable (tests, shutdown).
   * @throws StoreClosedError, LoadingHeldError, or, after some attempts, the reason why messages cannot be stored
   */
  settled(): Promise<void>;
  /** Returns listed indexing failures, newest first. */
  failures(range: FailureFilter & { offset: number; limit: number }): Promise<FailurePage>;
  /** Returns the messages of matching failures that can be retried, oldest first. */
  keptMessages(filter: FailureFilter): Promise<RefusedMessage[]>;
  /**
   * Tries again to store refused messages, in the indices that are written to now. The result of each message is
   * recorded in the same transaction, so that a stored message is no longer listed as a failure.
   * @throws DiskFullError, or the reason why nothing can be stored at present; messages without a result are then
   * unchanged
   */
  retry(messages: readonly RefusedMessage[]): Promise<RetryOutcome>;
  /**
   * Counts the listed failures since a time.
   * @param since epoch milliseconds
   */
  countFailures(since: number): Promise<number>;
  /** Returns the facts of every index, open or closed, set by set, and oldest first within a set. */
  facts(): readonly IndexFacts[];
  /** Returns the fields of the indices of a set, oldest first. */
  fieldsOf(set: string): readonly IndexFields[];
  /**
   * Seals the index of a set that is written to, even if it is empty, and begins a new index.
   * @param set the first set by default
   * @returns false: the set does not exist
   */
  cycle(set?: string): Promise<boolean>;
  /**
   * Deletes a sealed index permanently: new searches do not see it, and its files are deleted when no running search
   * needs them.
   * @returns false: no such index exists, or it is written to
   */
  deleteIndex(name: string): Promise<boolean>;
  /**
   * Closes a sealed index: searches no longer read it.
   * @returns false: no such index exists, or it is written to
   */
  closeIndex(name: string): Promise<boolean>;
  /**
   * Reopens a closed index: it is searchable again, and retention keeps it.
   * @returns false: no such index exists, or it is written to
   */
  reopenIndex(name: string): Promise<boolean>;
  /**
   * Adds an index set whose document was created.
   * @throws StillRemovedError while indices with its prefix are being removed
   */
  addIndexSet(set: string): Promise<void>;
  /**
   * Removes an index set whose document was deleted.
   * @param withIndices false: the files of its indices stay where they are
   */
  removeIndexSet(set: string, withIndices: boolean): Promise<void>;
  /**
   * Writes the database's write-ahead logs into the index files, one index after another. Read-only indices have none.
   * @throws the reason of the signal in the options when it is aborted
   */
  optimise(options?: OptimiseOptions): Promise<void>;
  /** Returns free and total bytes of the disk on which the messages are; undefined: the system does not report them. */
  disk(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined>;
  /** Returns the size of each index on disk in bytes. */
  diskBytes(): Promise<ReadonlyMap<string, number>>;
  /** Number of reads of each index by searches. */
  readonly reads: ReadsOfIndices;
  /** Returns the removals that are not complete yet. */
  removals(): readonly IndexRemoval[];
  /** Calls the listener for each removal that begins from now on. */
  onRemoval(listener: (removal: IndexRemoval) => void): void;
  /** Keeps the remaining files of indices that are being removed. */
  keepFiles(indices: readonly string[]): Promise<void>;
  readonly journal: JournalState;
  readonly words: WordsLoad;
  /**
   * Runs a task while no messages are loaded and no index is created. Before that, the write-ahead logs are written
   * into the index files, if possible. Messages are accepted meanwhile and wait in the journal.
   * @throws StoreClosedError when the store is closed or closing
   */
  whileStill<T>(work: () => Promise<T>): Promise<T>;
  /** Start of the journal's range that is not yet in every index on disk, and end of the journal. */
  readonly unloaded: { readonly from: JournalPlace; readonly end: JournalPlace };
  /** Reason why messages cannot be written to the journal or loaded at present; undefined: there is none. */
  readonly failure: Error | undefined;
  /** True while loading is paused: accepted messages wait in the journal. A restart ends the pause. */
  readonly isHeld: boolean;
  hold(held: boolean): void;
  close(): Promise<void>;
}

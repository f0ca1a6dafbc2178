/** The message store as the rest of the server uses it (design: engine). */
import type { IndexRemoval, OptimiseOptions } from '../index-changes.js';
import type { ReadsOfIndices } from '../index-reads.js';
import type { FailureFilter, FailurePage, RefusedMessage, RetryOutcome } from './failures.js';
import type { IndexFacts, IndexFields, WordsLoad } from './indices.js';
import type { JournalPlace, JournalReading, JournalState } from './journal.js';
import type { MessageSink } from './messages.js';
import type { Asker, MessageReader, Row, SqlValue } from './statements.js';

export interface MessageStore extends MessageSink, MessageReader {
  readonly journalReading: JournalReading;
  /** @param asker the server itself when not said */
  query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): Promise<Row[]>;
  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal, asker?: Asker): AsyncIterable<Row[]>;
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal, asker?: Asker): Promise<T>;
  /**
   * Resolves when everything acknowledged so far can be found by a search (tests, shutdown).
   * @throws StoreClosedError, LoadingHeldError, or why messages cannot be stored, after some attempts
   */
  settled(): Promise<void>;
  /** Listed indexing failures, newest first. */
  failures(range: FailureFilter & { offset: number; limit: number }): Promise<FailurePage>;
  /** Messages of matching failures that can be retried, oldest first. */
  keptMessages(filter: FailureFilter): Promise<RefusedMessage[]>;
  /**
   * Tries again to store refused messages, in the indices that are written now. A stored message leaves the failures in the same transaction.
   * @throws DiskFullError, or why nothing can be stored at present; messages without a result are then unchanged
   */
  retry(messages: readonly RefusedMessage[]): Promise<RetryOutcome>;
  /** Number of listed failures since a time. @param since epoch ms */
  countFailures(since: number): Promise<number>;
  /** Every index of every set, open or closed, oldest first. */
  facts(): readonly IndexFacts[];
  /** Fields of the indices of a set, oldest first. */
  fieldsOf(set: string): readonly IndexFields[];
  /**
   * Seals the index of a set that is written to and begins a new one; one that is empty gets the fields that a new one would have.
   * @param set the first one if not said
   * @returns false: there is no such set
   */
  cycle(set?: string): Promise<boolean>;
  /** Removes a sealed index for good. False: there is none of that name, or it is written to. */
  deleteIndex(name: string): Promise<boolean>;
  /** Closes a sealed index: searches do not read it any more. @returns false: there is none of that name, or it is written to */
  closeIndex(name: string): Promise<boolean>;
  /** Reopens a closed index: it is searchable again, and retention leaves it alone. @returns false: there is none of that name, or it is written to */
  reopenIndex(name: string): Promise<boolean>;
  /** The document of an index set was made. @throws StillRemovedError while indices of its prefix are being removed */
  addIndexSet(set: string): Promise<void>;
  /** The document of an index set was deleted. @param withIndices false: the files of its indices stay where they are */
  removeIndexSet(set: string, withIndices: boolean): Promise<void>;
  /**
   * Writes what waits in logs of the database into the files of the indices, one after another. Nothing waits for one that is read-only.
   * @throws what the signal was aborted with
   */
  optimise(options?: OptimiseOptions): Promise<void>;
  /** Free and total bytes of the disk with the messages; undefined: the system does not say. */
  disk(): Promise<{ readonly freeBytes: number; readonly totalBytes: number } | undefined>;
  /** Size of each index on disk. */
  diskBytes(): Promise<ReadonlyMap<string, number>>;
  /** Number of reads of each index by searches. */
  readonly reads: ReadsOfIndices;
  removals(): readonly IndexRemoval[];
  /** Calls the listener for each removal that begins from now on. */
  onRemoval(listener: (removal: IndexRemoval) => void): void;
  /** Keeps the remaining files of indices that are being removed. */
  keepFiles(indices: readonly string[]): Promise<void>;
  readonly journal: JournalState;
  readonly words: WordsLoad;
  /**
   * Does something while no index is written, begun or removed and all that is loaded is in the files. Messages are taken in
   * meanwhile and wait in the journal.
   * @throws StoreClosedError
   */
  whileStill<T>(work: () => Promise<T>): Promise<T>;
  /** Range of the journal that some index has not loaded yet, and the journal's end. */
  readonly unloaded: { readonly from: JournalPlace; readonly end: JournalPlace };
  /** Why messages cannot be stored at present. */
  readonly failure: Error | undefined;
  /** True while loading is held: messages that are taken in wait in the journal. A restart ends the hold. */
  readonly isHeld: boolean;
  hold(held: boolean): void;
  close(): Promise<void>;
}

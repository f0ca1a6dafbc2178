/** Interface of the message store: where messages go in, and what searches may ask (design: engine). */

import type { AcceptedMessage } from './record.js';
import type { IndexRemoval, OptimiseOptions } from './index-changes.js';
import type { ReadsOfIndices } from './index-reads.js';
import type { WordView } from './inverted-index/index-file.js';

export type * from './index-changes.js';

export type FieldValue = string | number | bigint | boolean;

/** A message on its way in, decoded, extracted and routed. */
export interface IncomingMessage {
  /** Epoch milliseconds, UTC. */
  timestamp: number;
  source: string;
  message: string;
  fullMessage?: string;
  /** Every further field by its own name (without GELF's underscore), `level` and `facility` included. */
  fields: Record<string, FieldValue>;
  /** Ids of the streams the message is routed into; never empty. */
  streams: string[];
  /** Id of the input that took the message in; becomes `gl2_source_input`. */
  inputId: string;
  /** Address of the sender, becomes `gl2_remote_ip` and `gl2_remote_port`. */
  remote?: { address: string; port: number };
  /** Epoch milliseconds at which the input received it; becomes `gl2_receive_timestamp`. */
  receivedAt: number;
}

/** `open`: go on. `slow`: stop reading from TCP senders. `full`: answer 503, drop UDP (counted). */
export type Pressure = 'open' | 'slow' | 'full';

export interface MessageSink {
  /** Resolves when every message is on disk (journal synced): only then may a sender be sent an acknowledgement. */
  append(messages: readonly IncomingMessage[]): Promise<void>;
  readonly pressure: Pressure;
  /** Resolves when the pressure is `open` again. */
  whenOpen(): Promise<void>;
}

/** Type of a stored column. `keyword` is exact text, `text` is tokenised (`message`, `full_message`). */
export type ColumnType = 'text' | 'keyword' | 'long' | 'double' | 'boolean' | 'date';

/** One field of one index. Field names never appear in SQL: a field is reached by its column (`f0`, `f1` …). */
export interface StoredField {
  readonly name: string;
  readonly column: string;
  readonly type: ColumnType;
  /** For text columns: the column with the words of texts that are not all ASCII; in older files the words of all texts (words-sql.ts). */
  readonly tokenColumn?: string;
  /** The column is a list of values (`streams`: VARCHAR[]). */
  readonly list?: true;
}

/** One index: a DuckDB file, attached under `catalog`; its rows are in `<catalog>.messages`. */
export interface StoredIndex {
  /** `<prefix>_<number>`, e.g. `messages_0`. */
  readonly name: string;
  /** Quoted catalog name, ready for SQL. */
  readonly catalog: string;
  readonly sealed: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds; undefined while the index is written to. */
  readonly sealedAt: number | undefined;
  /** Sum of the accounted sizes of the messages, in bytes. */
  readonly bytes: number;
  /** Every field that has a column, by its wire name (`timestamp`, `source`, `message`, `streams`, `gl2_*`, dynamic ones). */
  readonly fields: ReadonlyMap<string, StoredField>;
  /** Fields that some messages have without a column, by name; their `column` is the SQL of the value. */
  readonly rest?: ReadonlyMap<string, StoredField>;
  /** Texts in fields whose own type is another one, by name: "timeout" in a field of numbers; their `column` is the SQL of the text. */
  readonly texts?: ReadonlyMap<string, StoredField>;
  /** Stream id → names of the dynamic fields that some of its messages have. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every stream that any of the messages is in; undefined: there may be others. Their rows have the numbers from 0 to before `messages`. */
  readonly knownStreams?: ReadonlySet<string> | undefined;
  readonly messages: number;
  /** Epoch ms of the oldest and newest message; undefined while empty. */
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  /** Inverted index of the file; undefined: it has none. */
  readonly words?: WordView | undefined;
  /** Messages that another index of the same look at the store holds as well, and which are left out here. */
  readonly hides?: HiddenRows | undefined;
}

/** All of them; those whose column names one of the homes; or there are none, which may not be so of rows that are loaded later. */
type HiddenRows = 'all' | { readonly column: string; readonly homes: readonly string[] } | { readonly before: number };

/** The fields of an index that have a column by what was in the messages, or by what the index set says. */
export interface IndexFields {
  /** Name of the index. */
  readonly name: string;
  readonly isWritten: boolean;
  readonly fields: readonly Pick<StoredField, 'name' | 'type'>[];
  /** Stream id → names of those fields that some of its messages have. */
  readonly fieldsOfStreams: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An index, open or closed, as an administrator sees it. Times are epoch milliseconds. */
export interface IndexFacts {
  readonly name: string;
  /** Id of its index set. */
  readonly set: string;
  readonly messages: number;
  readonly createdAt: number;
  readonly sealedAt: number | undefined;
  /** Time of the oldest message; undefined while empty. */
  readonly minTimestamp: number | undefined;
  readonly maxTimestamp: number | undefined;
  readonly isWritten: boolean;
  /** Searches do not look at it. */
  readonly isClosed: boolean;
  /** Somebody opened it again, and retention leaves it alone. */
  readonly isReopened: boolean;
}

/** Bytes are bits. */
export type SqlValue = string | number | bigint | boolean | Date | null | readonly string[] | Uint8Array;
export type Row = Record<string, unknown>;

/**
 * A value that could not be stored as its field's type: the message is kept, and the value with it (column `extra`). Or a message that
 * could not be stored at all.
 */
export interface IndexingFailure {
  readonly index: string;
  readonly messageId: string;
  /** Name of the field, cut to the allowed length; empty: it is the message as a whole. */
  readonly field: string;
  /** Reason of the last attempt's failure. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The message is not stored. */
  readonly isRefused: boolean;
  /** … and is kept whole, so that it can be tried again. */
  readonly isKept: boolean;
  /** Number of attempts to store the message. */
  readonly tries: number;
  /** The message that is not stored, as JSON; its beginning, where it is long. */
  readonly document?: string;
}

/** A failure as an index lists it. */
export interface ListedFailure extends Pick<IndexingFailure, 'messageId' | 'field' | 'reason' | 'time' | 'document'> {
  /** The message that is not stored, as the journal has it. */
  readonly record?: string;
  /** For a copy that is not stored: the index that also holds the message. */
  readonly home?: string;
}

/** A message that is not stored. */
export interface RefusedMessage {
  readonly index: string;
  readonly messageId: string;
}

/** Selects failures. */
export interface FailureFilter {
  /** In the names of index and field, the id or the reason, whatever the case; empty: all. */
  readonly text?: string | undefined;
  /** … or in what is shown of a message that is not stored. */
  readonly inDocuments?: boolean;
}

export interface FailurePage {
  /** Number of matching failures; without a filter including those no longer listed. */
  readonly total: number;
  /** Messages among them that can be tried again. */
  readonly kept: number;
  /** Listed, matching failures per index, the most first. */
  readonly indices: readonly { readonly index: string; readonly failures: number }[];
  readonly failures: IndexingFailure[];
}

/** Results of a retry. */
export interface RetryOutcome {
  readonly stored: number;
  readonly refused: number;
  /** Are stored already, or not kept. */
  readonly missing: number;
}

/** Lag of the indices behind the journal. */
export interface JournalState {
  /** Bytes acknowledged and not yet searchable. */
  readonly waitingBytes: number;
  /** Messages acknowledged since the start. */
  readonly appended: number;
  /** Messages made searchable since the start, replayed ones included. */
  readonly loaded: number;
  /** Bytes of those messages, as they are accounted. */
  readonly appendedBytes: number;
  readonly loadedBytes: number;
  /** Messages refused because the store was full. */
  readonly refused: number;
  /** Messages acknowledged and not yet searchable. */
  readonly waiting: number;
  /** Messages handed over and not yet on disk, their bytes, and how many bytes there may be. */
  readonly underway: number;
  readonly underwayBytes: number;
  readonly underwayLimit: number;
  /** Messages of the batch that is being loaded, the first of them, and how many a batch may have. */
  readonly loading: number;
  readonly loadingFirst: string | undefined;
  readonly loadingLimit: number;
  readonly files: JournalFiles;
  /** Time of receipt of the newest acknowledged message, and of the newest searchable one: epoch ms; 0: none since the start. */
  readonly newestAppended: number;
  readonly newestLoaded: number;
}

/** Files of the journal on disk. */
export interface JournalFiles {
  readonly directory: string;
  readonly segments: number;
  /** Time at which the oldest segment was begun, epoch ms. */
  readonly oldest: number;
  /** Bytes after which a new one is begun. */
  readonly segmentBytes: number;
  /** Bytes that may wait to be loaded before nothing more is taken in. */
  readonly limitBytes: number;
}

/** Priority of statements: a waiting person comes before an export, and both before background work. */
export type Rank = 'interactive' | 'export' | 'background';

/** User on whose behalf a statement runs: users take turns, and none of them holds all connections. */
export interface Asker {
  readonly username: string;
  readonly rank: Rank;
}

/** Read access to the stored messages. */
export interface MessageReader {
  /** Open indices, oldest first. A snapshot: fields may be added later. */
  indices(): readonly StoredIndex[];
  /**
   * Runs one read-only statement ($1, $2 … are the parameters). Integers beyond 2^53 come back as bigint, timestamps as
   * epoch milliseconds (number). Aborting the signal interrupts the running statement and rejects with its reason.
   */
  query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): Promise<Row[]>;
  /** Returns the result in chunks, without holding all of it in memory. */
  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): AsyncIterable<Row[]>;
  /** Work that takes its turn as a statement does, and must not itself wait for one. */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** The words of an index were looked up, which is no statement. */
  lookedUp?(index: string, milliseconds: number): void;
}

/** Current memory of the inverted index. */
export interface WordsLoad {
  /** Memory of what is looked up in: parts of blocks, rows that were found and messages that were read last, blocks that are not full yet. */
  readonly readerBytes: number;
  /** Memory of blocks that are made, and of rows on their way there. */
  readonly builderBytes: number;
  /** Dictionaries that searches gave up going through, as it took too much, since the start. */
  readonly endedWalks: number;
}

/** A number of a file of the journal, and bytes from its beginning. */
export interface JournalPlace {
  readonly segment: number;
  readonly offset: number;
}

/** A record of the journal: messages that came on disk as one. */
export interface StoredRecord {
  /** The text forms of the messages, a line each. */
  readonly payload: string;
  readonly messages: readonly AcceptedMessage[];
  /** The place behind it. */
  readonly end: JournalPlace;
}

/** Reader of the journal that passes messages on and must miss none over a crash. */
export interface JournalReading {
  /** Position behind the last record that is on disk. */
  readonly end: JournalPlace;
  /** The records from a place on that are on disk now and were not forgotten; lines that cannot be read are left out. */
  read(from: JournalPlace): AsyncIterable<StoredRecord>;
  /**
   * Registers a listener that is called for each record as soon as it is on disk, in the order of the journal, before its messages are
   * acknowledged. It must not throw.
   */
  listen(listener: (record: StoredRecord) => void): void;
  /** Registers a position behind which the journal is kept, loaded or not; undefined: loaded parts may be deleted. */
  keep(from: () => JournalPlace | undefined): void;
}

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
  /** Searches do not look at it any more. False as above. */
  closeIndex(name: string): Promise<boolean>;
  /** Reopens an index: it is searchable again, and retention leaves it alone. @returns false as above */
  reopenIndex(name: string): Promise<boolean>;
  /** The document of an index set was made. @throws StillRemovedError while indices of its prefix are being removed */
  addIndexSet(set: string): Promise<void>;
  /** … or is gone. @param withIndices false: the files of its indices stay where they are */
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
  /** While it is held nothing is loaded: what is taken in waits in the journal. Only this run of the server knows of it. */
  readonly isHeld: boolean;
  hold(held: boolean): void;
  close(): Promise<void>;
}

/** Documents (users, views, streams, inputs …): read from memory, written through one transaction. */
export interface Collection<T extends { id: string }> {
  get(id: string): T | undefined;
  all(): readonly T[];
  find(matches: (document: T) => boolean): T | undefined;
  /** Inserts or replaces; resolves when durable. */
  put(document: T): Promise<void>;
  /** Reads, changes and writes as one step; concurrent updates of one document run one after another. Undefined: not found. */
  update(id: string, change: (document: T) => T): Promise<T | undefined>;
  delete(id: string): Promise<boolean>;
}

/** Part of an archived document that stays in memory: its head, and the size of its text in bytes. */
export type Filed<Head> = Head & { readonly id: string; readonly bytes: number };

/** Documents that may be large (searches, views): only their heads are in memory, the rest is read when it is asked for. */
export interface Archive<T extends { id: string }, Head> {
  head(id: string): Filed<Head> | undefined;
  /** In the order in which they were made. */
  heads(): readonly Filed<Head>[];
  read(id: string): Promise<T | undefined>;
  /** Inserts or replaces; resolves when durable. */
  put(document: T): Promise<void>;
  /** Changes a stored document, like the update of a collection. */
  update(id: string, change: (document: T) => T): Promise<T | undefined>;
  delete(id: string): Promise<boolean>;
}

export interface Documents {
  collection<T extends { id: string }>(name: string): Collection<T>;
  /** @throws Error unless the collection was opened as an archive */
  archive<T extends { id: string }, Head>(name: string): Archive<T, Head>;
  /** Does something while nothing is written and all that was written is in the files. Who wants to write meanwhile waits. */
  whileStill<T>(work: () => Promise<T>): Promise<T>;
  /** Keeps files of documents that are replaced or deleted until the returned function is called. */
  keepFiles(): () => void;
  /**
   * Runs work whose writes belong together: if the process ends before the work does, the next start takes back every document that the
   * work wrote or deleted. Work that fails cleans up after itself, unless it throws `TakeBackLaterError`.
   */
  undoable<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

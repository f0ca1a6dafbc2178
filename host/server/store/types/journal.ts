/** Types of the journal: its lag, its files, and reading it from a position on. */
import type { AcceptedMessage } from '../record.js';

/** Measurements of the journal, and of the lag of the indices behind it. */
export interface JournalState {
  /** Number of bytes in the journal that are not searchable yet. */
  readonly waitingBytes: number;
  /** Number of messages acknowledged since the start. */
  readonly appended: number;
  /**
   * Number of messages that were loaded since the start. It includes the messages that earlier runs left and the
   * messages that indices refused.
   */
  readonly loaded: number;
  /** Accounted bytes of the messages counted in `appended`. */
  readonly appendedBytes: number;
  /** Accounted bytes of the messages counted in `loaded`. */
  readonly loadedBytes: number;
  /**
   * Number of messages that `append` has not accepted since the start, because the store was full or could not write
   * them.
   */
  readonly refused: number;
  /** Number of messages acknowledged and not yet searchable. */
  readonly waiting: number;
  /** Number of messages that were passed to `append` and are not yet on disk. */
  readonly underway: number;
  /** Number of bytes that were passed to `append` and are not yet on disk. */
  readonly underwayBytes: number;
  /** Number of bytes passed to `append` and not yet on disk from which on no message is accepted. */
  readonly underwayLimit: number;
  /** Number of messages in the batch that is being loaded; 0: no batch is being loaded. */
  readonly loading: number;
  /** Text of the first message in the batch that is being loaded. */
  readonly loadingFirst: string | undefined;
  /** Number of messages from which on a batch gets no further record. */
  readonly loadingLimit: number;
  readonly files: JournalFiles;
  /**
   * Time of receipt of the newest acknowledged message, epoch milliseconds; 0: none was acknowledged since the start.
   */
  readonly newestAppended: number;
  /**
   * Time of receipt of the newest searchable message, epoch milliseconds; 0: none became searchable since the start.
   */
  readonly newestLoaded: number;
  /**
   * Time of receipt of the oldest message that is acknowledged and not yet searchable, epoch milliseconds; undefined:
   * all messages are searchable. Messages of earlier runs may count as received at the start of this run.
   */
  readonly oldestWaiting: number | undefined;
}

/** Files of the journal on disk. */
export interface JournalFiles {
  readonly directory: string;
  readonly segments: number;
  /** Time at which the oldest segment was begun, epoch milliseconds. */
  readonly oldest: number;
  /** Size in bytes after which a new segment is begun. */
  readonly segmentBytes: number;
  /** Number of bytes waiting to be loaded from which on no message is accepted. */
  readonly limitBytes: number;
}

/** Position in the journal: number of a segment, and offset in it. */
export interface JournalPlace {
  readonly segment: number;
  readonly offset: number;
}

/** A record of the journal: messages that were written together. */
export interface StoredRecord {
  /** The encoded messages, one per line. */
  readonly payload: string;
  readonly messages: readonly AcceptedMessage[];
  /** Position in the journal behind the record. */
  readonly end: JournalPlace;
}

/** Interface for readers that forward messages and must not miss any across a crash. */
export interface JournalReading {
  /** Position after the last record that is on disk. */
  readonly end: JournalPlace;
  /** Yields the records from a position on that are now on disk and not deleted. Unreadable lines are left out. */
  read(from: JournalPlace): AsyncIterable<StoredRecord>;
  /**
   * Registers a listener, which replaces the one before. It is called for each record in the order of the journal, as
   * soon as the record is on disk and before its messages are acknowledged. It must not throw.
   */
  listen(listener: (record: StoredRecord) => void): void;
  /**
   * Registers a function that returns the position from which on nothing of the journal may be deleted, not even loaded
   * messages; undefined: loaded parts may be deleted.
   */
  keep(from: () => JournalPlace | undefined): void;
}

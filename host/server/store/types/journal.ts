/** The journal: its lag, its files, and reading it from a place on. */
import type { AcceptedMessage } from '../record.js';

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

/**
 * Types of stored documents (users, views, streams, inputs …). Collections are in memory. Of archives, only the heads
 * of the documents are in memory.
 */

/** A collection of documents, which are read from memory. Every change is also written to disk in a transaction. */
export interface Collection<T extends { id: string }> {
  get(id: string): T | undefined;
  all(): readonly T[];
  find(matches: (document: T) => boolean): T | undefined;
  /** Stores a document, replacing the one with the same id; resolves when the document is durable. */
  put(document: T): Promise<void>;
  /**
   * Reads, changes and writes a document as one step; concurrent updates of a document run one after another. Returns
   * the changed document, or undefined when no document has the id.
   */
  update(id: string, change: (document: T) => T): Promise<T | undefined>;
  /**
   * Deletes a document.
   * @returns false: no document has the id
   */
  delete(id: string): Promise<boolean>;
}

/** Part of an archived document that stays in memory: its head, and the size of its text in bytes. */
export type Filed<Head> = Head & { readonly id: string; readonly bytes: number };

/** A collection of documents that may be large: only their heads are in memory, and documents are read when needed. */
export interface Archive<T extends { id: string }, Head> {
  head(id: string): Filed<Head> | undefined;
  /**
   * Heads in the order in which the documents were created. The documents of earlier runs are in the order of their
   * last change.
   */
  heads(): readonly Filed<Head>[];
  /** Reads a document; undefined: no document has the id, or its text on disk is damaged or missing. */
  read(id: string): Promise<T | undefined>;
  /** Stores a document, replacing the one with the same id; resolves when the document is durable. */
  put(document: T): Promise<void>;
  /** Reads, changes and writes a document as one step, like `Collection.update`; undefined: no document has the id. */
  update(id: string, change: (document: T) => T): Promise<T | undefined>;
  delete(id: string): Promise<boolean>;
}

export interface Documents {
  collection<T extends { id: string }>(name: string): Collection<T>;
  /**
   * Returns an archive.
   * @throws Error unless the collection was opened as an archive
   */
  archive<T extends { id: string }, Head>(name: string): Archive<T, Head>;
  /**
   * Runs a task while nothing is written, after the write-ahead log was written into the database file, if possible.
   * Writers wait meanwhile.
   */
  whileStill<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Keeps the files of replaced or deleted documents until the returned function is called, for instance for a backup.
   */
  keepFiles(): () => void;
  /**
   * Runs a task whose writes belong together. If the process ends before the task does, the next start rolls back every
   * document that the task has written or deleted. A task that throws must itself have undone its changes. Only after a
   * `TakeBackLaterError`, the next start undoes them.
   */
  undoable<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

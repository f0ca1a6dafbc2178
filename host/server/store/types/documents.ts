/** Documents (users, views, streams, inputs …): collections in memory, archives whose heads are in memory. */

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

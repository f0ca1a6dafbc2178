/** Types for reading stored messages with SQL, and the users of statements. */
import type { StoredIndex } from './indices.js';

/** A parameter of a statement. `Uint8Array` becomes a BIT value. */
export type SqlValue = string | number | bigint | boolean | Date | null | readonly string[] | Uint8Array;
export type Row = Record<string, unknown>;

/** Priority of statements: interactive statements precede exports, and both precede background work. */
export type Rank = 'interactive' | 'export' | 'background';

/**
 * User on whose behalf a statement runs: users take turns, and none of them holds all connections if there are several.
 */
export interface Asker {
  readonly username: string;
  readonly rank: Rank;
}

/** Read access to the stored messages. */
export interface MessageReader {
  /** Returns the open indices, oldest first, as a snapshot: fields may be added later. */
  indices(): readonly StoredIndex[];
  /**
   * Runs one read-only statement ($1, $2 … are the parameters). Integers beyond 2^53 are returned as bigint, timestamps
   * as epoch milliseconds (number). Aborting the signal interrupts the running statement and rejects with its reason.
   */
  query(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): Promise<Row[]>;
  /** Returns the result in chunks, without holding all of it in memory. */
  stream(sql: string, parameters: readonly SqlValue[], signal?: AbortSignal): AsyncIterable<Row[]>;
  /** Runs other work that counts as a statement; the work must not wait for a statement. */
  inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Counts a look-up in the inverted index of an index; it runs no statement. */
  lookedUp?(index: string, milliseconds: number): void;
  /** Counts a read of pages of rows of an index; it runs no statement. */
  fetched?(index: string, milliseconds: number): void;
}

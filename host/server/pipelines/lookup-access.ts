/**
 * Interface of the lookup tables (`host/server/lookup`) for rule functions. Its methods neither throw nor reject: a
 * failure is an answer with `has_error`.
 */

/**
 * Answer of a lookup table; its members have the names of the API (contract administration LookupResult).
 */
export interface LookupAnswer {
  /** Text, number, bigint (integers beyond 2^53), Boolean, or null. */
  readonly single_value: unknown;
  /** Plain JSON values by name. */
  readonly multi_value: Readonly<Record<string, unknown>> | null;
  readonly string_list_value: readonly string[] | null;
  /** True: the table is unknown or does not run, or its adapter has failed; the values are then null. */
  readonly has_error: boolean;
}

/** An answer, if it is cached or in memory; a promise of it, if the adapter sends a request. */
export type LookupReply = LookupAnswer | Promise<LookupAnswer>;

export interface LookupAccess {
  /** Looks up a key through the cache of the table; the table's defaults replace an empty answer of the adapter. */
  lookup(table: string, key: string): LookupReply;
  /**
   * Sets the value of a key.
   * @param ttlSeconds lifetime of the entry in seconds; undefined: the entry does not expire
   */
  setValue(table: string, key: string, value: unknown, ttlSeconds: number | undefined): LookupReply;
  clearKey(table: string, key: string): void;
  setStringList(table: string, key: string, values: readonly string[], ttlSeconds: number | undefined): LookupReply;
  addStringList(table: string, key: string, values: readonly string[], keepDuplicates: boolean): LookupReply;
  removeStringList(table: string, key: string, values: readonly string[]): LookupReply;
  assignTtl(table: string, key: string, ttlSeconds: number): LookupReply;
}

export const lookupError: LookupAnswer = {
  single_value: null,
  multi_value: null,
  string_list_value: null,
  has_error: true,
};

/** Lookup tables of a server without lookup tables: every lookup fails. */
export const noLookupTables: LookupAccess = {
  lookup: () => lookupError,
  setValue: () => lookupError,
  clearKey: () => undefined,
  setStringList: () => lookupError,
  addStringList: () => lookupError,
  removeStringList: () => lookupError,
  assignTtl: () => lookupError,
};

/**
 * Access of rule functions to lookup tables. The tables themselves live in `host/server/lookup`; a host that has none gives
 * `noLookupTables`. No method throws or rejects: a failure is an answer with `has_error`.
 */

/** Answer of a lookup table, named as on the wire (`LookupResult` of the contract, kind administration). */
export interface LookupAnswer {
  /** Text, number, bigint (integers beyond 2^53), Boolean, or null. */
  readonly single_value: unknown;
  /** Plain JSON values by name. */
  readonly multi_value: Readonly<Record<string, unknown>> | null;
  readonly string_list_value: readonly string[] | null;
  /** True for an unknown table, a table that does not run, and a failure of its adapter; the three values are null then. */
  readonly has_error: boolean;
}

/** A cached answer comes at once; an adapter that asks a server answers later. */
export type LookupReply = LookupAnswer | Promise<LookupAnswer>;

export interface LookupAccess {
  /** Reads through the cache of the table; an empty answer of the adapter is already replaced by the table's defaults. */
  lookup(table: string, key: string): LookupReply;
  /** @param ttlSeconds lifetime of the entry in seconds; undefined: the entry does not expire */
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

/** Answers as a server without any lookup table. */
export const noLookupTables: LookupAccess = {
  lookup: () => lookupError,
  setValue: () => lookupError,
  clearKey: () => undefined,
  setStringList: () => lookupError,
  addStringList: () => lookupError,
  removeStringList: () => lookupError,
  assignTtl: () => lookupError,
};

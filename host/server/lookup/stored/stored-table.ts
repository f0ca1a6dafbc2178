/** A stored table in memory: its rows by key, divided into shards, each of which is stored as a separate document. */
import type { StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';

export interface TableRow extends Required<StoredRow> {
  /** Revision of the table at which the row was changed last. */
  readonly revision: number;
}

const shardCount = 256;
/** Largest number of rows of a stored table. */
export const mostStoredRows = 100_000;
export const mostStoredCharacters = 32 * 1024 * 1024;

/** Returns the shard of a key by its FNV-1a hash; the function must not change, because stored documents depend on it. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}

export const charactersOf = ({ key, values, note, list }: StoredRow): number =>
  64 + key.length + note.length + values.reduce((sum, value) => sum + value.length + 4, 0) + (list ?? []).join().length;

export class StoredTable {
  readonly #shards: Map<string, TableRow>[] = Array.from({ length: shardCount }, () => new Map());
  /** Keys by their lower-case forms, built lazily at the first case-insensitive lookup. */
  #folded: Map<string, string> | undefined;
  #rows = 0;
  #characters = 0;
  #version = 0;
  columns: readonly StoredColumn[];
  revision: number;
  /** Numbers of the shards with unsaved changes. */
  readonly dirty = new Set<number>();

  constructor(columns: readonly StoredColumn[], revision: number) {
    this.columns = columns;
    this.revision = revision;
  }

  get size(): number {
    return this.#rows;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Increases with every change, so that caches of the rows become invalid. */
  get version(): number {
    return this.#version;
  }

  get(key: string): TableRow | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  /** Returns a row whose key equals the text, ignoring case; if several keys do, one of them. */
  getFolded(key: string): TableRow | undefined {
    if (!this.#folded) {
      this.#folded = new Map();
      for (const row of this.rows()) this.#folded.set(row.key.toLowerCase(), row.key);
    }
    const known = this.#folded.get(key.toLowerCase());
    return known === undefined ? undefined : this.get(known);
  }

  *rows(): Generator<TableRow> {
    for (const shard of this.#shards) yield* shard.values();
  }

  shard(index: number): TableRow[] {
    return [...(this.#shards[index]?.values() ?? [])];
  }

  /** Sets a row. @param isStored true: the row was read from disk, so it need not be saved */
  set(row: TableRow, isStored = false): void {
    const index = shardOf(row.key);
    const shard = this.#shards[index];
    const before = shard?.get(row.key);
    this.#rows += before ? 0 : 1;
    this.#characters += charactersOf(row) - (before ? charactersOf(before) : 0);
    shard?.set(row.key, row);
    this.#folded?.set(row.key.toLowerCase(), row.key);
    this.#version += 1;
    if (!isStored) this.dirty.add(index);
  }

  delete(key: string): boolean {
    const index = shardOf(key);
    const row = this.#shards[index]?.get(key);
    if (!row) return false;
    this.#shards[index]?.delete(key);
    this.#rows -= 1;
    this.#characters -= charactersOf(row);
    this.#folded = undefined;
    this.#version += 1;
    this.dirty.add(index);
    return true;
  }
}

/**
 * Keeps a stored table in memory: its rows by key, divided into shards, each of which is stored as a separate document.
 */
import type { StoredColumn, StoredRow } from '../../../../api/contract/lookup.schema.js';
import type { Yielder } from '../../foundation/yielding.js';

export interface TableRow extends Required<StoredRow> {
  /** Revision of the table at which the row was changed last. */
  readonly revision: number;
}

const shardCount = 256;
/** Largest number of attempts to change all rows in slices while rules write to the table. */
const mostAttempts = 5;
/** Largest number of rows of a stored table. */
export const mostStoredRows = 100_000;
/** Largest size of a stored table in characters, as `charactersOf` counts them. */
export const mostStoredCharacters = 32 * 1024 * 1024;

/**
 * Returns the shard of a key by its FNV-1a hash; the function must not change, because stored documents depend on it.
 */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}

export const charactersOf = ({ key, values, note, list }: StoredRow): number =>
  64 + key.length + note.length + values.reduce((sum, value) => sum + value.length + 4, 0) + (list ?? []).join().length;

/** Maps lower-case forms to keys; keys that differ only in case are kept as a list. */
class FoldedKeys {
  readonly #keys = new Map<string, string | string[]>();
  isComplete = false;

  get(key: string): string | undefined {
    const found = this.#keys.get(key.toLowerCase());
    return typeof found === 'object' ? found.at(-1) : found;
  }

  add(key: string): void {
    const folded = key.toLowerCase();
    const found = this.#keys.get(folded);
    if (found === undefined) this.#keys.set(folded, key);
    else {
      const others = (typeof found === 'object' ? found : [found]).filter((other) => other !== key);
      this.#keys.set(folded, others.length === 0 ? key : [...others, key]);
    }
  }

  delete(key: string): void {
    const folded = key.toLowerCase();
    const found = this.#keys.get(folded);
    const others = typeof found === 'object' ? found.filter((other) => other !== key) : [];
    if (others.length > 0) this.#keys.set(folded, others);
    else if (found === key || typeof found === 'object') this.#keys.delete(folded);
  }
}

export class StoredTable {
  readonly #shards: Map<string, TableRow>[] = Array.from({ length: shardCount }, () => new Map());
  /** Keys by their lower-case forms; undefined: no case-insensitive lookup has needed them yet. */
  #folded: FoldedKeys | undefined;
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

  /** Returns a row whose key equals the text, ignoring case; if several keys equal it, the row of one of them. */
  getFolded(key: string): TableRow | undefined {
    if (!this.#folded?.isComplete) {
      this.#folded = new FoldedKeys();
      for (const row of this.rows()) this.#folded.add(row.key);
      this.#folded.isComplete = true;
    }
    const known = this.#folded.get(key);
    return known === undefined ? undefined : this.get(known);
  }

  /**
   * Prepares case-insensitive lookups in slices, because otherwise the first such lookup would block the event loop for
   * a large table.
   */
  async fold(yielder: Yielder): Promise<void> {
    if (this.#folded) return;
    // Changes made during the pauses are added to the unfinished keys, and the iteration includes new rows.
    const folded = (this.#folded = new FoldedKeys());
    for (const row of this.rows()) {
      folded.add(row.key);
      if (yielder.isOver) await yielder.pause();
    }
    folded.isComplete = true;
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
    if (!before) this.#folded?.add(row.key);
    this.#version += 1;
    if (!isStored) this.dirty.add(index);
  }

  /**
   * Replaces the columns, and the values of all rows accordingly. The new rows are created in slices and take effect
   * together. If rules change rows meanwhile, the rows are created again, the last time without yielding.
   * @param valuesOf returns the values of a row for the new columns
   * @returns the former rows
   */
  async recolumn(
    columns: readonly StoredColumn[],
    valuesOf: (row: TableRow) => string[],
    yielder: Yielder,
  ): Promise<readonly TableRow[]> {
    for (let attempt = 1; ; attempt += 1) {
      const version = this.#version;
      const former: TableRow[] = [];
      const shards: Map<string, TableRow>[] = [];
      let characters = 0;
      for (const shard of this.#shards) {
        const made = new Map<string, TableRow>();
        for (const row of shard.values()) {
          former.push(row);
          const changed = { ...row, values: valuesOf(row) };
          characters += charactersOf(changed);
          made.set(row.key, changed);
        }
        shards.push(made);
        if (attempt < mostAttempts && yielder.isOver) await yielder.pause();
      }
      if (this.#version !== version) continue;
      this.#shards.splice(0, shardCount, ...shards);
      this.#characters = characters;
      this.#version += 1;
      this.columns = columns;
      for (let shard = 0; shard < shardCount; shard += 1) this.dirty.add(shard);
      return former;
    }
  }

  delete(key: string): boolean {
    const index = shardOf(key);
    const row = this.#shards[index]?.get(key);
    if (!row) return false;
    this.#shards[index]?.delete(key);
    this.#rows -= 1;
    this.#characters -= charactersOf(row);
    this.#folded?.delete(key);
    this.#version += 1;
    this.dirty.add(index);
    return true;
  }
}

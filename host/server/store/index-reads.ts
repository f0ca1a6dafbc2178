/** Counts how often searches read each index since the start, and how long that took. */

export interface IndexReads {
  /** Number of searches for rows: statements, and look-ups in the inverted index. */
  readonly queries: number;
  readonly queryMs: number;
  /** Number of readings of rows that an earlier search had found: statements, and readings of pages. */
  readonly fetches: number;
  readonly fetchMs: number;
}

const none: IndexReads = { queries: 0, queryMs: 0, fetches: 0, fetchMs: 0 };
/** Matches the tables of messages in a statement. The names of indices are quoted in SQL, and contain no quotes. */
const table = /"([^"]+)"\.messages\b/g;
/** Matches statements that read rows by row number or message id. */
const named = /\browid (?:BETWEEN|=) |\bWHERE id = \$/;

export class ReadsOfIndices {
  readonly #reads = new Map<string, IndexReads>();

  of(index: string): IndexReads {
    return this.#reads.get(index) ?? none;
  }

  /** Counts a statement that has ended; its duration is divided between the indices that it has read. */
  statement(sql: string, milliseconds: number): void {
    const names = new Set(Array.from(sql.matchAll(table), ([, name = '']) => name));
    const isFetch = named.test(sql);
    for (const name of names) this.#add(name, milliseconds / names.size, isFetch);
  }

  /** Counts a look-up in the inverted index of an index. */
  lookUp(index: string, milliseconds: number): void {
    this.#add(index, milliseconds, false);
  }

  /** Counts a reading of pages of rows of an index. */
  fetch(index: string, milliseconds: number): void {
    this.#add(index, milliseconds, true);
  }

  #add(index: string, milliseconds: number, isFetch: boolean): void {
    const { queries, queryMs, fetches, fetchMs } = this.of(index);
    this.#reads.set(
      index,
      isFetch
        ? { queries, queryMs, fetches: fetches + 1, fetchMs: fetchMs + milliseconds }
        : { queries: queries + 1, queryMs: queryMs + milliseconds, fetches, fetchMs },
    );
  }

  /** Forgets an index that was deleted. */
  forget(index: string): void {
    this.#reads.delete(index);
  }
}

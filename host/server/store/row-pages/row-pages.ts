/**
 * Maintains the pages of rows of all index files. Rows are added as they are loaded. Missing pages, such as those of
 * files from earlier versions, are built from the database in the background. Searches do not wait for pages: rows
 * without a page are read from the database.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../log/log.js';
import { sharedTurn } from '../../foundation/yielding.js';
import { fixedColumns } from '../columns.js';
import type { LoadPlan } from '../load-plan.js';
import type { QueryPool } from '../query-pool.js';
import type { Asker, Row, StoredPages } from '../types.js';
import { rowsPerChunk } from './chunks.js';
import { isInPages, pageColumnNumber } from './columns.js';
import { OpenHandles } from './open-handles.js';
import { ChunkPacker, mostPageSize, sizeOf, type PageColumns } from './chunk-packer.js';
import { PageEncoder, type PageCell } from './page.js';
import { pageCache, PageFile } from './page-file.js';

const MiB = 1024 * 1024;
/** Size in bytes of the cache of decompressed pages and of dictionaries. */
const cacheBytes = 16 * MiB;
/** Largest number of files of pages that stay open while nothing is read from them. */
const mostOpenFiles = 64;
/** Largest accounted size in bytes of an index's loaded rows that wait until their chunk is complete. */
const mostPending = 8 * MiB;
/**
 * Largest accounted size in bytes of the waiting rows of all indices together, because there may be a hundred index
 * sets.
 */
const mostPendingOfAll = 32 * MiB;
/** Shortest pause in milliseconds between two chunks that are built from the database. */
const pauseMs = 10;
/** Length of a pause in relation to the work before it, so that two thirds of a processor stay free. */
const pausePerWork = 2;
/** Number of values that one background statement reads at most. It always reads at least the rows of one page. */
const cellsAtOnce = 32 * 1024;
/** Lowest priority, after the searches of all users. */
const atLeisure: Asker = { username: '', rank: 'background' };

/** Properties of the index that the pages need. */
export interface PagedIndex {
  readonly name: string;
  readonly catalog: string;
  readonly createdAt: number;
  readonly messages: number;
  readonly sealed: boolean;
  readonly dynamicFields: () => readonly { readonly column: string }[];
}

export interface RowPagesOptions {
  readonly pool: QueryPool;
  readonly log: Log;
  /** Milliseconds after a failure before a file is opened again, or pages are built from the database again. */
  readonly restMs: number;
}

/** Loaded rows from the beginning of a chunk on, by column. */
interface Pending {
  readonly first: number;
  rows: number;
  /**
   * Accounted size of the slices with these rows. The whole size of a slice that spans two chunks counts for both
   * chunks.
   */
  size: number;
  readonly columns: (PageCell[] | undefined)[];
}

interface Kept {
  readonly index: PagedIndex;
  readonly file: PageFile;
  readonly view: StoredPages;
  /** Number of loaded rows of which the pages may be built from the database. */
  rows: number;
  isOpen: boolean;
  pending: Pending | undefined;
  restUntil: number;
}

const idAt = fixedColumns.findIndex(({ column }) => column === 'id');
const shownAt = fixedColumns.map(({ column }) => isInPages(column));

export class RowPages {
  readonly #options: RowPagesOptions;
  readonly #cache = pageCache(cacheBytes);
  readonly #handles = new OpenHandles(mostOpenFiles);
  readonly #encoder = new PageEncoder();
  readonly #kept = new Map<string, Kept>();
  readonly #stop = new AbortController();
  #opening: Promise<void> = Promise.resolve();
  #working: Promise<void> | undefined;

  constructor(options: RowPagesOptions) {
    this.#options = options;
  }

  /** Memory in bytes of the cache, and for the offsets of the pages in all files. */
  get heldBytes(): number {
    return [...this.#kept.values()].reduce((sum, { file }) => sum + file.heldBytes, this.#cache.bytes);
  }

  /** Accounted size in bytes of the loaded rows that wait until their chunks are complete. */
  get pendingBytes(): number {
    return [...this.#kept.values()].reduce((sum, { pending }) => sum + (pending?.size ?? 0), 0);
  }

  /** Begins to maintain the pages of an index; its file is opened in the background. */
  open(index: PagedIndex, path: string): void {
    const file = new PageFile(path, index.createdAt, this.#cache, this.#handles);
    const onDamage = (chunks: readonly number[]): void => this.#damaged(index.name, chunks);
    const view: StoredPages = {
      has: (row) => file.has(row),
      read: (rows, columns, meter, signal) => file.read(rows, columns, meter, onDamage, signal),
    };
    const kept: Kept = { index, file, view, rows: index.messages, isOpen: false, pending: undefined, restUntil: 0 };
    this.#kept.set(index.name, kept);
    this.#openInTurn(kept);
  }

  #openInTurn(kept: Kept): void {
    this.#opening = this.#opening.then(() => this.#open(kept));
  }

  async #open(kept: Kept): Promise<void> {
    const { index, file } = kept;
    const { pool, log, restMs } = this.#options;
    if (!this.#isKept(kept)) return;
    try {
      await file.open(
        kept.rows,
        async (row) => {
          const sql = `SELECT id FROM ${index.catalog}.messages WHERE rowid = ${row}`;
          const [found] = await pool.query(sql, [], this.#stop.signal, atLeisure);
          return found && String(found['id']);
        },
        this.#stop.signal,
      );
      kept.isOpen = true;
    } catch (error) {
      if (!this.#isKept(kept)) return file.close();
      log.warn('The pages of an index cannot be read for now; its messages are read from the database', {
        index: index.name,
        error,
      });
      setTimeout(() => this.#openInTurn(kept), restMs).unref();
      return;
    }
    if (!this.#isKept(kept)) return file.close();
    this.#wake();
  }

  #isKept(kept: Kept): boolean {
    return this.#kept.get(kept.index.name) === kept && !this.#stop.signal.aborted;
  }

  view(name: string): StoredPages | undefined {
    return this.#kept.get(name)?.view;
  }

  #damaged(name: string, chunks: readonly number[]): void {
    const [chunk] = chunks;
    const fields = { index: name, chunk, chunks: chunks.length };
    this.#options.log.warn('Pages of messages are damaged; their chunks are built again', fields);
    for (const one of chunks) this.#kept.get(name)?.file.forget(one);
    this.#wake();
  }

  /**
   * Takes committed rows.
   * @param first number of the first row
   * @param rows number of rows
   * @param slice the rows as they were loaded; absent: they are read from the database later
   */
  async loaded(name: string, first: number, rows: number, slice?: LoadPlan): Promise<void> {
    const kept = this.#kept.get(name);
    if (!kept) return;
    try {
      if (slice && kept.isOpen) await this.#add(kept, first, slice);
      else kept.pending = undefined;
    } catch (error) {
      kept.pending = undefined;
      this.#failed(kept, error);
    }
    // The count of rows changes last, because missing pages of the counted rows may be built from the database at any
    // time.
    kept.rows = first + rows;
    this.#wake();
  }

  async #add(kept: Kept, first: number, { rows, columns, bytes }: LoadPlan): Promise<void> {
    if (kept.pending && kept.pending.first + kept.pending.rows !== first) kept.pending = undefined;
    for (let at = kept.pending ? 0 : -first & (rowsPerChunk - 1); at < rows;) {
      const pending = (kept.pending ??= { first: first + at, rows: 0, size: 0, columns: [] });
      const end = Math.min(rows, at + rowsPerChunk - pending.rows);
      pending.size += bytes;
      if (pending.size > mostPending || this.pendingBytes > mostPendingOfAll) {
        // The waiting rows exceed a limit, so this chunk is later built from the database.
        kept.pending = undefined;
        at = end + (-(first + end) & (rowsPerChunk - 1));
        continue;
      }
      for (const [number, cells] of columns.entries()) {
        if (!cells || shownAt[number] === false) continue;
        const all = (pending.columns[number] ??= []);
        for (let row = all.length; row < pending.rows; row += 1) all.push(null);
        for (let row = at; row < end; row += 1) all.push(cells[row] ?? null);
      }
      pending.rows += end - at;
      at = end;
      if (pending.rows < rowsPerChunk) return;
      kept.pending = undefined;
      await this.#write(kept, pending.first / rowsPerChunk, pending.columns);
    }
  }

  async #write({ file }: Kept, number: number, columns: PageColumns): Promise<void> {
    const packer = new ChunkPacker(this.#encoder, rowsPerChunk, columns, await file.dictionaryFor(number));
    await packer.add(columns, rowsPerChunk);
    await file.append(packer.chunk(number, String(columns[idAt]?.[rowsPerChunk - 1])));
  }

  /** Starts to build the remaining pages of an index that gets no further rows. */
  seal(name: string): void {
    const kept = this.#kept.get(name);
    if (kept) kept.pending = undefined;
    this.#wake();
  }

  async remove(name: string): Promise<void> {
    const kept = this.#kept.get(name);
    this.#kept.delete(name);
    // A file that is still being opened may wait for a database statement, which waits for this removal to end. So the
    // removal does not wait for the opening. The opening closes the file itself when it ends.
    await kept?.file.close();
  }

  #failed(kept: Kept, error: unknown): void {
    if (!this.#isKept(kept)) return;
    const { log, restMs } = this.#options;
    log.warn('Pages of messages cannot be written for now', { index: kept.index.name, error });
    kept.restUntil = Date.now() + restMs;
    setTimeout(() => this.#wake(), restMs + 1).unref();
  }

  #wake(): void {
    if (this.#working || this.#stop.signal.aborted || !this.#nextMissing()) return;
    this.#working = this.#work().finally(() => {
      this.#working = undefined;
      this.#wake();
    });
  }

  /** Returns a chunk that has to be built from the database: of the newest index first, and the newest rows first. */
  #nextMissing(): { readonly kept: Kept; readonly chunk: number } | undefined {
    const now = Date.now();
    const ready = [...this.#kept.values()].filter(({ isOpen, restUntil }) => isOpen && restUntil <= now);
    for (const kept of ready.sort((a, b) => b.index.createdAt - a.index.createdAt)) {
      const { index, file, rows } = kept;
      const complete = Math.floor(rows / rowsPerChunk);
      // The rows of an index with at most one chunk are read just as fast from the database.
      const isEnded = index.sealed && rows > rowsPerChunk && rows % rowsPerChunk > 0;
      const count = complete + (isEnded ? 1 : 0);
      const chunk = file.chunks >= count ? undefined : file.highestMissing(count, rows);
      if (chunk !== undefined) return { kept, chunk };
    }
    return undefined;
  }

  async #work(): Promise<void> {
    let pause = pauseMs;
    for (let next = this.#nextMissing(); next; next = this.#nextMissing()) {
      try {
        await wait(pause, undefined, { signal: this.#stop.signal, ref: false });
        const begun = performance.now();
        await this.#build(next.kept, next.chunk);
        pause = Math.max(pauseMs, (performance.now() - begun) * pausePerWork);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#failed(next.kept, error);
      }
    }
  }

  /** Builds a chunk from the database. @throws Error when rows are missing */
  async #build(kept: Kept, chunk: number): Promise<void> {
    const { index } = kept;
    const first = chunk * rowsPerChunk;
    const rows = Math.min(rowsPerChunk, kept.rows - first);
    const sizes = await this.#cells(index, ['size', 'id'], first, first + rows);
    const packer = new ChunkPacker(this.#encoder, rows, sizes, await kept.file.dictionaryFor(chunk));
    const { rowsPerPage } = packer;
    const names = [
      ...fixedColumns.map(({ column }) => column).filter(isInPages),
      ...index.dynamicFields().map(({ column }) => column),
    ];
    const step = Math.max(1, Math.floor(cellsAtOnce / names.length / rowsPerPage)) * rowsPerPage;
    for (let from = 0; from < rows;) {
      const to = stepEnd(sizes, rowsPerPage, from, Math.min(from + step, rows));
      if (sizeOf(sizes, from, to) > mostPageSize) packer.skip(to - from);
      else await packer.add(await this.#cells(index, names, first + from, first + to), to - from);
      from = to;
    }
    if (!this.#isKept(kept)) return;
    await kept.file.append(packer.chunk(chunk, String(sizes[idAt]?.[rows - 1])));
    // The chunk may not be writable, for example because its last id is very long. The index is then given up, because
    // the chunk would be built again for ever.
    if (kept.file.rowsOf(chunk) < rows) kept.isOpen = false;
  }

  /** Reads columns of rows from the database. @returns values by the number of the column */
  async #cells(index: PagedIndex, names: readonly string[], from: number, to: number): Promise<PageCell[][]> {
    const sql = `SELECT rowid AS r, ${names.join(', ')} FROM ${index.catalog}.messages WHERE rowid >= ${from} AND rowid < ${to}`;
    const found = await this.#options.pool.query(sql, [], this.#stop.signal, atLeisure);
    const rows: Row[] = [];
    for (const row of found) rows[Number(row['r']) - from] = row;
    if (found.length !== to - from || rows.length !== found.length)
      throw new Error(`The index ${index.name} does not contain the rows ${from} to ${to}`);
    const columns: PageCell[][] = [];
    for (const name of names) {
      if (sharedTurn.isOver) await sharedTurn.room();
      const number = pageColumnNumber(name);
      // The database returns the columns of messages as `PageCell` values.
      if (number !== undefined) columns[number] = rows.map((row) => (row[name] ?? null) as PageCell);
    }
    return columns;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#opening;
    await this.#working;
    for (const { file } of this.#kept.values()) await file.close();
    this.#kept.clear();
  }
}

/**
 * Returns the end of the rows that are read together. They are whole pages, as many as fit into `mostPageSize`
 * together, but at least one.
 */
function stepEnd(sizes: PageColumns, rowsPerPage: number, from: number, to: number): number {
  let end = Math.min(from + rowsPerPage, to);
  while (end < to && sizeOf(sizes, from, Math.min(end + rowsPerPage, to)) <= mostPageSize)
    end = Math.min(end + rowsPerPage, to);
  return end;
}

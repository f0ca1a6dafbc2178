/**
 * The file with the pages of rows of one index. It is a log of chunks in any order, and of the dictionaries with which
 * their pages are compressed. A dictionary precedes the chunks that use it. Each chunk contains the pages of 1024
 * consecutive rows, or fewer at the end of a sealed index. A chunk is written after its rows are committed, so
 * the file never contains other rows than the index. Rows without a page are read from the database.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { errorOf } from '../../foundation/caught.js';
import { Turns } from '../../foundation/turns.js';
import { Yielder } from '../../foundation/yielding.js';
import { RecentCache } from '../recent-cache.js';
import type { ReadMeter, Row } from '../types.js';
import { encodeChunk, encodeDictionary, fileHead, fileHeadBytes, readPart, type NewChunk } from './chunk-format.js';
import { Chunks, pageIn, rowsPerChunk, rowsPerPageOf, type Chunk } from './chunks.js';
import { blockOf, DamagedDictionaryError, Dictionaries, readDictionary, type DictionaryPlace } from './dictionaries.js';
import { ReopenedFile, type OpenHandles } from './open-handles.js';
import { unpackedLength, unpackPage } from './packed-page.js';
import { DamagedPageError, decodeRow, type PageColumn } from './page.js';
import { Reservation } from './reservation.js';

/** Number of runs that are read at the same time; a run is a sequence of pages of one chunk that are read together. */
const chunksAtOnce = 8;
/** Largest distance in bytes from the first to the last page that are read together. */
const mostAtOnce = 256 * 1024;
/**
 * Size in bytes up to which damaged chunks stay in the file beside the chunks that replace them. If the damaged chunks
 * exceed both this size and half of the size of all other chunks, the file is emptied and built again.
 */
const mostDeadBytes = 1024 * 1024;

/** Cache of decompressed pages and of dictionaries, shared by all files. */
export type PageCache = RecentCache<Buffer>;
export const pageCache = (mostBytes: number): PageCache => new RecentCache(mostBytes, ({ length }) => length + 100);

const isMissingFile = (error: unknown): boolean => errorOf(error).code === 'ENOENT';

let lastNumber = 0;

export class PageFile {
  readonly #number = (lastNumber += 1);
  readonly #cache: PageCache;
  readonly #file: ReopenedFile;
  #isReadOnly = true;
  #isClosed = false;
  #chunks = new Chunks();
  #dictionaries = new Dictionaries();
  #end = 0;
  readonly #writes = new Turns();

  constructor(
    path: string,
    readonly createdAt: number,
    cache: PageCache,
    handles: OpenHandles,
  ) {
    this.#file = new ReopenedFile(path, handles);
    this.#cache = cache;
  }

  /** Estimated memory in bytes for the offsets of the chunks and pages. */
  get heldBytes(): number {
    return this.#chunks.pages * Float64Array.BYTES_PER_ELEMENT + this.#chunks.size * 100;
  }

  has(row: number): boolean {
    return this.#chunks.hasRow(row);
  }

  /** Returns the number of rows in a chunk; 0: the file does not contain the chunk. */
  rowsOf(chunk: number): number {
    return this.#chunks.get(chunk)?.rows ?? 0;
  }

  get chunks(): number {
    return this.#chunks.size;
  }

  /**
   * Returns the highest chunk that lacks rows; undefined if none does.
   * @param count number of chunks that the file should contain
   * @param rows number of rows that they should contain together
   */
  highestMissing(count: number, rows: number): number | undefined {
    return this.#chunks.highestMissing(
      count,
      (chunk) => this.rowsOf(chunk) < Math.min(rowsPerChunk, rows - chunk * rowsPerChunk),
    );
  }

  /** Forgets a chunk, so that its rows are read from the database until it is written again. */
  forget(chunk: number): void {
    this.#chunks.forget(chunk);
  }

  /**
   * Opens the file and reads the heads of its chunks and dictionaries. The file is cut off at the first damaged head, and
   * at a chunk whose dictionary is missing. It is emptied when it does not belong to the index. A missing file is no error.
   * @param rows number of rows in the index
   * @param idOf returns the id of a message by its row
   */
  async open(rows: number, idOf: (row: number) => Promise<string | undefined>, signal: AbortSignal): Promise<void> {
    try {
      await this.#file.use('r+', async (handle) => {
        this.#isReadOnly = false;
        await this.#readDirectory(handle, rows, idOf, signal);
      });
    } catch (error) {
      if (!isMissingFile(error)) throw error;
      this.#isReadOnly = false;
    }
  }

  async #readDirectory(
    handle: FileHandle,
    rows: number,
    idOf: (row: number) => Promise<string | undefined>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!(await this.#isOurs(handle))) return this.#empty(handle);
    const chunks = new Chunks();
    const dictionaries = new Dictionaries();
    const placed = new Map<number, DictionaryPlace>();
    let end = fileHeadBytes;
    let last = -1;
    const { size } = await handle.stat();
    for (;;) {
      signal.throwIfAborted();
      const next = await readPart(handle, end, size, (at) => placed.get(at));
      if (!next) break;
      end = next.end;
      if ('dictionary' in next) {
        placed.set(next.dictionary.at, next.dictionary);
        dictionaries.set(next.dictionary);
        continue;
      }
      // The file has more rows than the index, for example after a restore of an older copy, so its pages may be wrong.
      if (next.number * rowsPerChunk + next.chunk.rows > rows) return this.#empty(handle);
      chunks.set(next.number, next.chunk);
      last = Math.max(last, next.number);
    }
    const chunk = chunks.get(last);
    if (chunk && (await idOf(last * rowsPerChunk + chunk.rows - 1)) !== chunk.lastId) return this.#empty(handle);
    // Searches use the pages of this file from now on.
    this.#chunks = chunks;
    this.#dictionaries = dictionaries;
    this.#end = end;
    if (size > this.#end) await handle.truncate(this.#end);
  }

  async #isOurs(handle: FileHandle): Promise<boolean> {
    const head = Buffer.alloc(fileHeadBytes);
    const { bytesRead } = await handle.read(head, 0, fileHeadBytes, 0);
    return bytesRead === fileHeadBytes && head.equals(fileHead(this.createdAt));
  }

  #forgetAll(): void {
    this.#chunks.clear();
    this.#dictionaries.clear();
    this.#end = 0;
  }

  /** Empties the file. */
  async #empty(handle: FileHandle): Promise<void> {
    this.#forgetAll();
    await handle.truncate(0);
  }

  /**
   * Returns the dictionary with which the pages of a new chunk are compressed; undefined: the file has no readable
   * dictionary for the block of the chunk.
   */
  async dictionaryFor(chunk: number): Promise<Buffer | undefined> {
    const place = this.#dictionaries.of(blockOf(chunk));
    return place && this.#readDictionary(place).catch(() => undefined);
  }

  /** Reads a dictionary. If that fails, new chunks get another one. @throws what `readDictionary` throws */
  async #readDictionary(place: DictionaryPlace, reservation?: Reservation): Promise<Buffer> {
    if (this.#isClosed) throw new DamagedPageError('The file is closed.');
    try {
      return await readDictionary(place, this.#file, this.#number, this.#cache, reservation);
    } catch (error) {
      if (!reservation?.isRefused) this.#dictionaries.forget(place);
      throw error;
    }
  }

  /**
   * Writes a chunk, and its dictionary if the file does not contain it yet.
   * @returns false: nothing was written, because the file is not open, or the chunk or its last id is too large
   */
  append(chunk: NewChunk): Promise<boolean> {
    return this.#writes.take(() => this.#append(chunk));
  }

  async #append(chunk: NewChunk): Promise<boolean> {
    const encoded = this.#isReadOnly ? undefined : encodeChunk(chunk);
    if (!encoded) return false;
    const { deadBytes, liveBytes } = this.#chunks;
    try {
      if (deadBytes > mostDeadBytes && deadBytes > liveBytes / 2)
        await this.#file.use('r+', (handle) => this.#empty(handle));
      const isNew = this.#end === 0;
      const at = isNew ? fileHeadBytes : this.#end;
      const dictionary = chunk.dictionary && this.#placeDictionary(chunk.dictionary, blockOf(chunk.number), at);
      const start = at + (dictionary?.bytes.length ?? 0);
      const placed = encoded.placeAt(start, dictionary?.place);
      await this.#file.use(isNew ? 'w+' : 'r+', async (handle) => {
        if (isNew) await writeAll(handle, fileHead(this.createdAt), 0);
        if (dictionary) await writeAll(handle, dictionary.bytes, at);
        await writeAll(handle, placed.bytes, start);
      });
      if (dictionary) this.#dictionaries.set(dictionary.place);
      this.#chunks.set(chunk.number, placed.chunk);
      this.#end = start + placed.bytes.length;
      return true;
    } catch (error) {
      // The file was deleted; the next write creates it again.
      if (isMissingFile(error)) this.#forgetAll();
      throw error;
    }
  }

  /** Returns the place of a dictionary, and the bytes to write at `at`: none if the file contains the dictionary. */
  #placeDictionary(
    dictionary: Buffer,
    block: number,
    at: number,
  ): { readonly bytes: Buffer; readonly place: DictionaryPlace } {
    const place = this.#dictionaries.of(block);
    return place?.check === crc32(dictionary)
      ? { bytes: Buffer.alloc(0), place }
      : encodeDictionary(dictionary, block, at);
  }

  /**
   * Reads rows.
   * @param rows row numbers in ascending order
   * @param meter receives the sizes of pages before they are read, and the rows; an error that it throws ends the read
   * @param onDamage called with the numbers of chunks to `forget`: one chunk of which a page cannot be read, or all
   * chunks whose dictionary is damaged
   * @returns the values that are not NULL, by row; rows that cannot be read are missing
   */
  async read(
    rows: readonly number[],
    columns: readonly PageColumn[],
    meter: ReadMeter,
    onDamage: (chunks: readonly number[]) => void,
    signal: AbortSignal | undefined,
  ): Promise<Map<number, Row>> {
    const found = new Map<number, Row>();
    const wanted = new Map(columns.map((column) => [column.number, column]));
    const yielder = new Yielder(signal);
    const runs = this.#runsOf(rows);
    /** The reason for which the read ends: the meter refuses it, or the search was cancelled. */
    let end: { readonly reason: unknown } | undefined;
    for (let from = 0; from < runs.length; from += chunksAtOnce) {
      // No read may be running when the reason is thrown, because the caller then releases what the meter has
      // counted.
      await Promise.all(
        runs.slice(from, from + chunksAtOnce).map(async (run) => {
          const reservation = new Reservation(meter);
          try {
            await this.#readRun(run, reservation, yielder, (row, page) => {
              if (end) throw end.reason;
              const values = decodeRow(page, row % rowsPerPageOf(run.chunk), wanted);
              reservation.take(values);
              found.set(row, values);
            });
          } catch (error) {
            if (end || signal?.aborted || reservation.isRefused || !(error instanceof Error)) {
              end ??= { reason: signal?.aborted ? signal.reason : error };
              return;
            }
            // A failed read is no damage if the file was closed because its index is removed or the server stops. It is
            // no damage either if the chunk was written again meanwhile.
            if (this.#isClosed || this.#chunks.get(run.number) !== run.chunk) return;
            onDamage(error instanceof DamagedDictionaryError ? this.#chunks.compressedWith(error.place) : [run.number]);
          } finally {
            reservation.release();
          }
        }),
      );
      if (end) throw end.reason;
    }
    return found;
  }

  /** Groups rows whose pages are read together. */
  #runsOf(rows: readonly number[]): Run[] {
    const runs: Run[] = [];
    for (const row of rows) {
      if (!this.has(row)) continue;
      const number = Math.floor(row / rowsPerChunk);
      const last = runs.at(-1);
      const chunk = this.#chunks.get(number);
      if (!chunk) continue;
      const start = chunk.starts[pageIn(chunk, row)] ?? 0;
      if (last?.number === number && start - last.from <= mostAtOnce) last.rows.push(row);
      else runs.push({ number, chunk, from: start, rows: [row] });
    }
    return runs;
  }

  /**
   * Calls `take` with each row of a run and its decompressed page. Besides the pages that the cache had at the
   * beginning, only one page at a time is held.
   */
  async #readRun(
    { number: chunkNumber, chunk, rows }: Run,
    reservation: Reservation,
    yielder: Yielder,
    take: (row: number, page: Buffer) => void,
  ): Promise<void> {
    const known = new Map<number, Buffer>();
    // A chunk may be replaced by one with pages of another size, so the number of rows per page is a part of the key.
    const keyOf = (page: number): string => `${this.#number} ${rowsPerPageOf(chunk)} ${chunkNumber} ${page}`;
    let first = Infinity;
    let last = -1;
    for (const row of rows) {
      const number = pageIn(chunk, row);
      const page = known.get(number) ?? this.#cache.get(keyOf(number));
      if (page) known.set(number, page);
      else first = Math.min(first, number);
      if (!page) last = number;
    }
    const from = chunk.starts[first] ?? 0;
    const bytes = last < 0 ? undefined : await this.#bytesOf(from, chunk.starts[last + 1] ?? from, reservation);
    const dictionary = bytes && chunk.dictionary && (await this.#readDictionary(chunk.dictionary, reservation));
    reservation.reserve(dictionary?.length ?? 0);
    // The bytes belong to another chunk if the file was emptied and written again while they were read.
    if (this.#chunks.get(chunkNumber) !== chunk) return;
    let current = -1;
    let page: Buffer | undefined;
    let pageBytes = 0;
    for (const row of rows) {
      if (yielder.isOver) await yielder.pause();
      const number = pageIn(chunk, row);
      if (number !== current) {
        reservation.release(pageBytes);
        current = number;
        pageBytes = 0;
        page = known.get(number);
        if (!page && bytes) {
          const packed = bytes.subarray((chunk.starts[number] ?? 0) - from, (chunk.starts[number + 1] ?? 0) - from);
          pageBytes = unpackedLength(packed);
          reservation.reserve(pageBytes);
          page = unpackPage(packed, dictionary);
          this.#cache.add(keyOf(number), page);
        }
      }
      if (page) take(row, page);
    }
  }

  /** Reads bytes of the file; undefined: the file is closed. @throws DamagedPageError when the file ends before `to` */
  async #bytesOf(from: number, to: number, reservation: Reservation): Promise<Buffer | undefined> {
    if (this.#isClosed) return undefined;
    reservation.reserve(to - from);
    const bytes = Buffer.allocUnsafe(to - from);
    const { bytesRead } = await this.#file.use('r+', (handle) => handle.read(bytes, 0, bytes.length, from));
    if (bytesRead !== bytes.length) throw new DamagedPageError('A chunk is cut off.');
    return bytes;
  }

  async close(): Promise<void> {
    this.#isReadOnly = true;
    await this.#writes.idle();
    this.#isClosed = true;
    this.#chunks.clear();
    this.#dictionaries.clear();
    await this.#file.close();
  }
}

interface Run {
  readonly number: number;
  readonly chunk: Chunk;
  readonly from: number;
  readonly rows: number[];
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

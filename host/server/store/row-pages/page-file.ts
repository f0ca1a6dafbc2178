/**
 * The file with the pages of rows of one index. It is a log of chunks in any order; each chunk contains the pages of
 * 1024 consecutive rows, the chunk of the last rows of a sealed index fewer. A chunk is written after its rows are
 * committed, so the file never contains other rows than the index. Rows without a page are read from the database.
 *
 * Layout: `magic`, version (u16), creation time of the index (double); then the chunks: head (magic, number of the
 * chunk, number of rows, length of the id, checksum of the directory), length of each page (u32, 0: the page is too
 * large and not kept), id of the last message, pages. A page is its checksum (u32), its length without compression
 * (u32) and its compressed bytes.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Yielder } from '../../foundation/yielding.js';
import { RecentCache } from '../recent-cache.js';
import type { Row } from '../types.js';
import { ReopenedFile, type OpenHandles } from './open-handles.js';
import { DamagedPageError, decodeRow, mostPageBytes, rowsPerPage, type PageColumn } from './page.js';
import { compress, decompress } from './zstd.js';

const magic = 'LCROWS';
/**
 * Version of the format, which must be increased when older programs would misread pages. Files of other versions are
 * emptied.
 */
const version = 1;
const fileHeadBytes = 16;
const chunkMagic = 0x4b4e4843;
const chunkHeadBytes = 20;
export const rowsPerChunk = 1024;
const pagesPerChunk = rowsPerChunk / rowsPerPage;
const directoryBytes = pagesPerChunk * 4;
const pageHeadBytes = 8;
const mostIdBytes = 256;
/** Largest size of a compressed page in bytes; the compression of random bytes adds a little. */
const mostCompressed = mostPageBytes + 1024 * 1024;
const mostBodyBytes = pagesPerChunk * mostCompressed;
/** Number of chunks that are read at the same time. */
const chunksAtOnce = 8;
/** Largest distance in bytes from the first to the last page that are read together. */
const mostAtOnce = 256 * 1024;

/** Cache of decompressed pages, shared by all files. */
export type PageCache = RecentCache<Buffer>;
export const pageCache = (mostBytes: number): PageCache => new RecentCache(mostBytes, ({ length }) => length + 100);

/** Place of a chunk in the file. */
interface Chunk {
  readonly rows: number;
  /** Offsets of the pages in the file, and the end of the last one. */
  readonly starts: Float64Array;
  readonly lastId: string;
}

/** Pages of consecutive rows to be written. */
export interface NewChunk {
  /** Number of the chunk: its first row divided by `rowsPerChunk`. */
  readonly number: number;
  readonly rows: number;
  readonly lastId: string;
  /** Compressed pages; undefined: the page is too large. */
  readonly pages: readonly (Buffer | undefined)[];
}

/** Compresses an encoded page, and adds its checksum. */
export function packPage(page: Buffer): Buffer {
  const compressed = compress(page);
  const packed = Buffer.allocUnsafe(pageHeadBytes + compressed.length);
  compressed.copy(packed, pageHeadBytes);
  packed.writeUInt32LE(page.length, 4);
  packed.writeUInt32LE(crc32(packed.subarray(4)), 0);
  return packed;
}

/** Decompresses a page. @throws Error when its bytes are damaged */
export function unpackPage(packed: Buffer): Buffer {
  if (packed.length <= pageHeadBytes || packed.readUInt32LE(0) !== crc32(packed.subarray(4)))
    throw new DamagedPageError('The checksum of a page does not match.');
  const length = packed.readUInt32LE(4);
  if (length > mostPageBytes * 2) throw new DamagedPageError('A page is too large.');
  const page = decompress(packed.subarray(pageHeadBytes), length + 1);
  if (page.length !== length) throw new DamagedPageError('A decompressed page has a wrong length.');
  return page;
}

// Cast: errors of the file system have a code; any other error has none, and is no missing file.
const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

let lastNumber = 0;

export class PageFile {
  readonly #number = (lastNumber += 1);
  readonly #cache: PageCache;
  readonly #file: ReopenedFile;
  #isReadOnly = true;
  #isClosed = false;
  #chunks = new Map<number, Chunk>();
  #end = 0;
  /** The last write; each write waits for the one before. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    path: string,
    readonly createdAt: number,
    cache: PageCache,
    handles: OpenHandles,
  ) {
    this.#file = new ReopenedFile(path, handles);
    this.#cache = cache;
  }

  /** Estimated number of bytes that the directory of the file occupies in memory. */
  get heldBytes(): number {
    return this.#chunks.size * (directoryBytes * 2 + 100);
  }

  has(row: number): boolean {
    const chunk = this.#chunks.get(Math.floor(row / rowsPerChunk));
    return chunk !== undefined && row % rowsPerChunk < chunk.rows && sizeOf(chunk, row) > 0;
  }

  /** Returns the number of rows in a chunk; 0: the file does not contain the chunk. */
  rowsOf(chunk: number): number {
    return this.#chunks.get(chunk)?.rows ?? 0;
  }

  get chunks(): number {
    return this.#chunks.size;
  }

  /** Forgets a chunk, so that its rows are read from the database until it is written again. */
  forget(chunk: number): void {
    this.#chunks.delete(chunk);
  }

  /**
   * Opens the file and reads the heads of its chunks. The file is cut off at the first damaged head, and emptied when
   * it does not belong to the index; a missing file is no error.
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
    const chunks = new Map<number, Chunk>();
    let end = fileHeadBytes;
    let last = -1;
    const { size } = await handle.stat();
    for (;;) {
      signal.throwIfAborted();
      const next = await readChunk(handle, end, size);
      if (!next) break;
      // The file has more rows than the index, for example after a restore of an older copy, so its pages may be wrong.
      if (next.number * rowsPerChunk + next.chunk.rows > rows) return this.#empty(handle);
      chunks.set(next.number, next.chunk);
      end = next.end;
      last = Math.max(last, next.number);
    }
    const chunk = chunks.get(last);
    if (chunk && (await idOf(last * rowsPerChunk + chunk.rows - 1)) !== chunk.lastId) return this.#empty(handle);
    // Searches use the pages of this file from now on.
    this.#chunks = chunks;
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
    this.#end = 0;
  }

  /** Empties the file. */
  async #empty(handle: FileHandle): Promise<void> {
    this.#forgetAll();
    await handle.truncate(0);
  }

  /** Writes a chunk. @returns false: nothing was written, because the file is not open, or the chunk is too large */
  append(chunk: NewChunk): Promise<boolean> {
    const written = this.#writing.then(() => this.#append(chunk));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  async #append({ number, rows, lastId, pages }: NewChunk): Promise<boolean> {
    if (this.#isReadOnly) return false;
    const id = Buffer.from(lastId);
    const body = pages.reduce((sum, page) => sum + (page?.length ?? 0), 0);
    if (id.length > mostIdBytes || body > mostBodyBytes) return false;
    const head = Buffer.alloc(chunkHeadBytes + directoryBytes);
    head.writeUInt32LE(chunkMagic, 0);
    head.writeUInt32LE(number, 4);
    head.writeUInt16LE(rows, 8);
    head.writeUInt16LE(id.length, 10);
    head.writeUInt32LE(body, 12);
    for (const [at, page] of pages.entries()) head.writeUInt32LE(page?.length ?? 0, chunkHeadBytes + at * 4);
    head.writeUInt32LE(checkOf(head, id), 16);
    const bytes = Buffer.concat([head, id, ...pages.filter((page) => page !== undefined)]);
    const isNew = this.#end === 0;
    const at = isNew ? fileHeadBytes : this.#end;
    try {
      await this.#file.use(isNew ? 'w+' : 'r+', async (handle) => {
        if (isNew) await writeAll(handle, fileHead(this.createdAt), 0);
        await writeAll(handle, bytes, at);
      });
    } catch (error) {
      // The file was deleted; the next write creates it again.
      if (isMissingFile(error)) this.#forgetAll();
      throw error;
    }
    this.#chunks.set(number, chunkOf(head, id, at));
    this.#end = at + bytes.length;
    return true;
  }

  /**
   * Reads rows.
   * @param rows row numbers in ascending order
   * @param onDamage called with the number of a chunk of which a page cannot be read
   * @returns the values that are not NULL, by row; rows that cannot be read are missing
   */
  async read(
    rows: readonly number[],
    columns: readonly PageColumn[],
    onDamage: (chunk: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<Map<number, Row>> {
    const found = new Map<number, Row>();
    const wanted = new Map(columns.map((column) => [column.number, column]));
    const yielder = new Yielder(signal);
    const runs = this.#runsOf(rows);
    for (let from = 0; from < runs.length; from += chunksAtOnce)
      await Promise.all(
        runs.slice(from, from + chunksAtOnce).map(async (run) => {
          try {
            const pages = await this.#pagesOf(run, yielder);
            for (const row of run.rows) {
              if (yielder.isOver) await yielder.pause();
              const page = pages.get(Math.floor(row / rowsPerPage));
              if (page) found.set(row, decodeRow(page, row % rowsPerPage, wanted));
            }
          } catch (error) {
            signal?.throwIfAborted();
            // The file was closed because its index is removed or the server stops, so a failed read is no damage.
            if (!this.#isClosed) onDamage(run.number);
            if (!(error instanceof Error)) throw error;
          }
        }),
      );
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
      const start = chunk.starts[pageIn(row)] ?? 0;
      if (last?.number === number && start - last.from <= mostAtOnce) last.rows.push(row);
      else runs.push({ number, chunk, from: start, rows: [row] });
    }
    return runs;
  }

  /** Returns the decompressed pages of a run by their numbers. */
  async #pagesOf({ chunk, rows }: Run, yielder: Yielder): Promise<ReadonlyMap<number, Buffer>> {
    const pages = new Map<number, Buffer>();
    const missing = new Set<number>();
    for (const row of rows) {
      const number = Math.floor(row / rowsPerPage);
      if (pages.has(number) || missing.has(number)) continue;
      const known = this.#cache.get(`${this.#number} ${number}`);
      if (known) pages.set(number, known);
      else missing.add(number);
    }
    if (missing.size === 0 || this.#isClosed) return pages;
    const first = Math.min(...missing) % pagesPerChunk;
    const last = Math.max(...missing) % pagesPerChunk;
    const from = chunk.starts[first] ?? 0;
    const bytes = Buffer.allocUnsafe((chunk.starts[last + 1] ?? from) - from);
    const { bytesRead } = await this.#file.use('r+', (handle) => handle.read(bytes, 0, bytes.length, from));
    if (bytesRead !== bytes.length) throw new DamagedPageError('A chunk is cut off.');
    for (const number of missing) {
      if (yielder.isOver) await yielder.pause();
      const at = number % pagesPerChunk;
      const page = unpackPage(bytes.subarray((chunk.starts[at] ?? 0) - from, (chunk.starts[at + 1] ?? 0) - from));
      this.#cache.add(`${this.#number} ${number}`, page);
      pages.set(number, page);
    }
    return pages;
  }

  async close(): Promise<void> {
    this.#isReadOnly = true;
    await this.#writing;
    this.#isClosed = true;
    this.#chunks.clear();
    await this.#file.close();
  }
}

interface Run {
  readonly number: number;
  readonly chunk: Chunk;
  readonly from: number;
  readonly rows: number[];
}

const pageIn = (row: number): number => Math.floor((row % rowsPerChunk) / rowsPerPage);

function sizeOf({ starts }: Chunk, row: number): number {
  const page = pageIn(row);
  return (starts[page + 1] ?? 0) - (starts[page] ?? 0);
}

function fileHead(createdAt: number): Buffer {
  const head = Buffer.alloc(fileHeadBytes);
  head.write(magic, 'latin1');
  head.writeUInt16LE(version, 6);
  head.writeDoubleLE(createdAt, 8);
  return head;
}

const checkOf = (head: Buffer, id: Buffer): number =>
  crc32(id, crc32(head.subarray(chunkHeadBytes), crc32(head.subarray(0, 16))));

function chunkOf(head: Buffer, id: Buffer, at: number): Chunk {
  const starts = new Float64Array(pagesPerChunk + 1);
  starts[0] = at + head.length + id.length;
  for (let page = 0; page < pagesPerChunk; page += 1)
    starts[page + 1] = (starts[page] ?? 0) + head.readUInt32LE(chunkHeadBytes + page * 4);
  return { rows: head.readUInt16LE(8), starts, lastId: id.toString() };
}

/** Reads the directory of a chunk. @returns undefined: there is no complete chunk at this offset */
async function readChunk(
  handle: FileHandle,
  at: number,
  size: number,
): Promise<{ readonly number: number; readonly chunk: Chunk; readonly end: number } | undefined> {
  const bytes = Buffer.alloc(chunkHeadBytes + directoryBytes + mostIdBytes);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
  const head = bytes.subarray(0, chunkHeadBytes + directoryBytes);
  if (bytesRead < head.length || head.readUInt32LE(0) !== chunkMagic) return undefined;
  const idBytes = head.readUInt16LE(10);
  const id = bytes.subarray(head.length, head.length + idBytes);
  if (idBytes > mostIdBytes || head.length + idBytes > bytesRead) return undefined;
  if (head.readUInt32LE(16) !== checkOf(head, id)) return undefined;
  const chunk = chunkOf(head, id, at);
  const end = at + head.length + idBytes + head.readUInt32LE(12);
  if (chunk.rows === 0 || chunk.rows > rowsPerChunk || chunk.starts[pagesPerChunk] !== end || end > size)
    return undefined;
  return { number: head.readUInt32LE(4), chunk, end };
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
}

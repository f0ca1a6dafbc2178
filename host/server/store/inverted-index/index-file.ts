/** The file of the inverted index of one index: its blocks, and the rows that they cover. */
import { open, type FileHandle } from 'node:fs/promises';
import { Block } from './block.js';
import { bodyBytes, decodeHead, headBytes, headLengthOf, storedBytes } from './format.js';
import { FoundRows } from './found-rows.js';
import { KnownRows } from './known-rows.js';
import { DamagedBlockError, FileSource, inMemory } from './source.js';
import type { InvertedIndexCaches } from './index-caches.js';
import { errorOf } from '../../foundation/caught.js';

/** Snapshot of an inverted index for a search. Rows that no block contains must be scanned. */
export interface WordView {
  /** Blocks of consecutive rows, from the first row on. */
  readonly blocks: readonly Block[];
  /** Number of the row after the last block. */
  readonly covered: number;
  /** Cache of messages by row. */
  readonly rows: KnownRows;
  /** Must be called when a block turns out to be damaged: this block and the later blocks are rebuilt. */
  readonly damaged: (block: Block) => void;
  /**
   * Must be called when a walk through the dictionary of a block was aborted, because it took too long or its prefix
   * has too many keys.
   */
  readonly walkEnded: () => void;
}

interface WrittenBlock {
  readonly block: Block;
  /** Offset of the block in the file. */
  readonly at: number;
  readonly end: number;
}

export class InvertedIndexFile {
  readonly name: string;
  readonly path: string;
  readonly createdAt: number;
  readonly #caches: InvertedIndexCaches;
  readonly #rows: KnownRows;
  #handle: FileHandle | undefined;
  #written: WrittenBlock[] = [];
  #open: Block | undefined;
  /**
   * Unfinished block that an earlier run of the server has written at the end of the file. It is overwritten when
   * further rows arrive.
   */
  #left: WrittenBlock | undefined;
  #view: WordView | undefined;
  readonly #onDamage: (file: InvertedIndexFile) => void;
  /** Number of aborted dictionary walks. */
  endedWalks = 0;

  constructor(
    { name, path, createdAt }: { name: string; path: string; createdAt: number },
    caches: InvertedIndexCaches,
    onDamage: (file: InvertedIndexFile) => void,
  ) {
    this.name = name;
    this.path = path;
    this.createdAt = createdAt;
    this.#caches = caches;
    this.#rows = new KnownRows(caches.rows);
    this.#onDamage = onDamage;
  }

  /** Number of rows in written blocks, from the first row on. */
  get writtenRows(): number {
    return this.#written.at(-1)?.block.end ?? 0;
  }

  /**
   * Approximate memory in bytes of the heads and of the unfinished block; cached parts of blocks are counted elsewhere.
   */
  get heldBytes(): number {
    const heads = this.#written.reduce((sum, { block }) => sum + block.head.checks.byteLength * 2, 0);
    return heads + (this.#open ? bodyBytes(this.#open.head) : 0);
  }

  /** Number of indexed rows, including the rows of the unfinished block that an earlier run has written. */
  get keptRows(): number {
    return this.#left?.block.end ?? this.writtenRows;
  }

  get writtenBytes(): number {
    return this.#written.at(-1)?.end ?? 0;
  }

  view(): WordView | undefined {
    const blocks = this.#written.map(({ block }) => block);
    if (this.#open) blocks.push(this.#open);
    const last = blocks.at(-1);
    if (!last) return undefined;
    return (this.#view ??= Object.freeze({
      blocks,
      covered: last.end,
      rows: this.#rows,
      damaged: (block: Block) => {
        if (this.#cut(block)) this.#onDamage(this);
      },
      walkEnded: () => {
        this.endedWalks += 1;
      },
    }));
  }

  #cut(block: Block): boolean {
    const at = this.#written.findIndex((written) => written.block === block);
    if (at < 0) return false;
    this.#written = this.#written.slice(0, at);
    this.#open = undefined;
    this.#left = undefined;
    this.#view = undefined;
    return true;
  }

  /**
   * Reads the blocks of the file up to the first incomplete block. A file that belongs to other messages yields no
   * blocks.
   * @param rows number of rows in the index
   * @param idOf returns the id of a message by its row
   * @param fullRows number of rows of a complete block; undefined: the index is sealed
   */
  async read(
    rows: number,
    idOf: (row: number) => Promise<string | undefined>,
    fullRows: number | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      this.#handle = await open(this.path, 'r');
    } catch (error) {
      if (errorOf(error).code === 'ENOENT') return;
      throw error;
    }
    const found: WrittenBlock[] = [];
    for (;;) {
      signal?.throwIfAborted();
      const written = await this.#readBlock(found.at(-1));
      if (!written || written.block.end > rows) break;
      found.push(written);
    }
    const last = found.at(-1);
    if (!last) return;
    const { knownRow, knownId } = last.block.head;
    // The file belongs to other messages, for example if only the index was restored from a backup.
    if (knownRow >= 0 && (await idOf(knownRow)) !== knownId) return;
    // Only the last block has to be verified, because a power failure tears only the end of the file.
    if (last.block.rows < (fullRows ?? 0)) {
      found.pop();
      this.#open = await last.block.held().catch(() => undefined);
      this.#left = this.#open && last;
    } else await last.block.check().catch(() => found.pop());
    this.#written = found;
    this.#view = undefined;
  }

  /**
   * Reads the head of the next block; undefined: no complete block follows.
   * @param before preceding block
   */
  async #readBlock(before: WrittenBlock | undefined): Promise<WrittenBlock | undefined> {
    const handle = this.#handle;
    if (!handle) return undefined;
    const at = before?.end ?? 0;
    const { size } = await handle.stat();
    const bytes = async (length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const length = headLengthOf(await bytes(16));
    if (length === undefined || at + length > size) return undefined;
    const head = decodeHead(await bytes(length));
    const end = at + length + (head ? storedBytes(head) : 0);
    if (!head || end > size || head.createdAt !== this.createdAt || head.first !== (before?.block.end ?? 0))
      return undefined;
    const { units, found } = this.#caches;
    const source = new FileSource(handle, at + length, head, units);
    return { block: new Block(head, source, new FoundRows(found, head.rows)), at, end };
  }

  /** Forgets the unfinished block of an earlier run, which is overwritten. */
  writeOver(): void {
    this.#left = undefined;
  }

  /** Makes the unfinished block final, because no further rows will arrive. */
  seal(): void {
    if (!this.#left) return;
    this.#written.push(this.#left);
    this.#left = undefined;
    this.#open = undefined;
    this.#view = undefined;
  }

  /**
   * Adds a block that the builder thread has written.
   * @param at offset of the block in the file
   * @returns false when the block is obsolete
   * @throws DamagedBlockError when the block cannot be read
   */
  async add(at: number): Promise<boolean> {
    if (at !== this.writtenBytes) return false;
    this.#handle ??= await open(this.path, 'r');
    const written = await this.#readBlock(this.#written.at(-1));
    if (at !== this.writtenBytes) return false;
    if (!written) throw new DamagedBlockError('The written bytes of the word index cannot be read back');
    this.#written.push(written);
    this.#open = undefined;
    this.#view = undefined;
    return true;
  }

  /**
   * Makes an unfinished block searchable.
   * @param bytes the plain block
   */
  show(bytes: Buffer): void {
    const head = decodeHead(bytes);
    if (head?.first !== this.writtenRows) return;
    // The unfinished block of an earlier run covers more rows until all of them are indexed again.
    if (this.#open && head.rows < this.#open.rows) return;
    this.#open = new Block(head, inMemory(bytes.subarray(headBytes(bodyBytes(head)))));
    this.#view = undefined;
  }

  /** Closes the file; the index cannot be read afterwards. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#written = [];
    this.#open = undefined;
    this.#left = undefined;
    this.#view = undefined;
    await handle?.close();
  }
}

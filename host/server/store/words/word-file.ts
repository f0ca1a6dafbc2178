/** The word index of one index file: which blocks there are, and which rows they cover. */
import { open, type FileHandle } from 'node:fs/promises';
import { Block } from './block.js';
import { bodyBytes, bodyLengthOf, decodeHead, headBytes } from './format.js';
import { DamagedBlockError, FileSource, inMemory, type UnitCache } from './source.js';

/** What a search knows of the words of an index. The rows that no block has are to be scanned. */
export interface WordView {
  /** Of consecutive rows, from the first one on. */
  readonly blocks: readonly Block[];
  /** Number of the row behind those of the blocks. */
  readonly covered: number;
  /** A block is not what was written: it and those behind it are made anew. */
  readonly damaged: (block: Block) => void;
}

interface WrittenBlock {
  readonly block: Block;
  /** Its place in the file, and where the next one begins. */
  readonly at: number;
  readonly end: number;
}

export class WordFile {
  readonly name: string;
  readonly path: string;
  readonly createdAt: number;
  readonly #cache: UnitCache;
  #handle: FileHandle | undefined;
  #written: WrittenBlock[] = [];
  #open: Block | undefined;
  #view: WordView | undefined;
  readonly #onDamage: (file: WordFile) => void;

  constructor(
    { name, path, createdAt }: { name: string; path: string; createdAt: number },
    cache: UnitCache,
    onDamage: (file: WordFile) => void,
  ) {
    this.name = name;
    this.path = path;
    this.createdAt = createdAt;
    this.#cache = cache;
    this.#onDamage = onDamage;
  }

  /** Rows that blocks in the file have, from the first one on. */
  get writtenRows(): number {
    return this.#written.at(-1)?.block.end ?? 0;
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
      damaged: (block: Block) => {
        if (this.#cut(block)) this.#onDamage(this);
      },
    }));
  }

  #cut(block: Block): boolean {
    const at = this.#written.findIndex((written) => written.block === block);
    if (at < 0) return false;
    this.#written = this.#written.slice(0, at);
    this.#open = undefined;
    this.#view = undefined;
    return true;
  }

  /**
   * Walks through the file up to the first block that is not whole.
   * @param rows that the index has
   * @param idOf the id of a message by its row
   */
  async read(rows: number, idOf: (row: number) => Promise<string | undefined>): Promise<void> {
    try {
      this.#handle = await open(this.path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    for (;;) {
      const written = await this.#readBlock(this.writtenBytes);
      if (!written || written.block.end > rows) break;
      this.#written.push(written);
    }
    const last = this.#written.at(-1);
    if (!last) return;
    const { knownRow, knownId } = last.block.head;
    // Of other messages, as when the index alone was restored from a backup.
    if (knownRow >= 0 && (await idOf(knownRow)) !== knownId) this.#written = [];
    // What a crash of the machine tears is the end.
    else await last.block.check().catch(() => this.#written.pop());
  }

  async #readBlock(at: number): Promise<WrittenBlock | undefined> {
    const handle = this.#handle;
    if (!handle) return undefined;
    const { size } = await handle.stat();
    const bytes = async (length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const body = bodyLengthOf(await bytes(16));
    if (body === undefined) return undefined;
    const length = headBytes(body);
    const end = at + length + body;
    if (end > size) return undefined;
    const head = decodeHead(await bytes(length));
    if (!head || head.createdAt !== this.createdAt || head.first !== this.writtenRows) return undefined;
    return { block: new Block(head, new FileSource(handle, at + length, head, this.#cache)), at, end };
  }

  /** A block was written. @returns false when it is of no use any more. @throws when it is not there */
  async add(at: number): Promise<boolean> {
    if (at !== this.writtenBytes) return false;
    this.#handle ??= await open(this.path, 'r');
    const written = await this.#readBlock(at);
    if (at !== this.writtenBytes) return false;
    if (!written) throw new DamagedBlockError('What was written is no block');
    this.#written.push(written);
    this.#open = undefined;
    this.#view = undefined;
    return true;
  }

  /** The block that is not full yet. */
  show(bytes: Buffer): void {
    const head = decodeHead(bytes);
    if (head?.first !== this.writtenRows) return;
    this.#open = new Block(head, inMemory(bytes.subarray(headBytes(bodyBytes(head)))));
    this.#view = undefined;
  }

  /** Nothing of it can be read any more. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#written = [];
    this.#open = undefined;
    this.#view = undefined;
    await handle?.close();
  }
}

/**
 * Reads blocks of an inverted index. All bytes from a file are verified by checksums, and recently read units (parts
 * of the body, each with a checksum of its own) are cached.
 */
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { Yielder } from '../../foundation/yielding.js';
import { bodyBytes, type BlockHead } from './format.js';
import { unpackUnit } from './packed-block.js';
import { RecentCache } from '../recent-cache.js';

/** Thrown when a block of an inverted index is damaged, for example when the checksum of a part does not match. */
export class DamagedBlockError extends Error {
  override readonly name = 'DamagedBlockError';

  /** @param head head of the block, if it is known */
  constructor(
    message: string,
    readonly head?: BlockHead,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

interface ReadOptions {
  /** False for reads of whole blocks, which would evict everything else from the cache. */
  readonly keep?: boolean;
}

export interface BlockSource {
  /**
   * Reads a range of bytes of a block.
   * @throws DamagedBlockError when the bytes are damaged
   */
  read(from: number, to: number, options?: ReadOptions): Promise<Buffer> | Buffer;
}

export const inMemory = (body: Buffer): BlockSource => ({ read: (from, to) => body.subarray(from, to) });

/** Cache of the most recently read units, shared by all files. */
export type UnitCache = RecentCache<Buffer>;

export const unitCache = (mostBytes: number): UnitCache => new RecentCache(mostBytes, ({ length }) => length);

let lastNumber = 0;

/** Reads the body of a block from a file. */
export class FileSource implements BlockSource {
  readonly #number = (lastNumber += 1);
  readonly #file: FileHandle;
  /** Offset of the body in the file. */
  readonly #start: number;
  readonly #head: BlockHead;
  readonly #cache: UnitCache;

  constructor(file: FileHandle, start: number, head: BlockHead, cache: UnitCache) {
    this.#file = file;
    this.#start = start;
    this.#head = head;
    this.#cache = cache;
  }

  read(from: number, to: number, { keep = true }: ReadOptions = {}): Promise<Buffer> | Buffer {
    const { unitBytes } = this.#head;
    const first = Math.floor(from / unitBytes);
    const last = Math.max(first, Math.ceil(to / unitBytes) - 1);
    const base = first * unitBytes;
    const wanted = (units: Buffer): Buffer => units.subarray(from - base, to - base);
    const cached = this.#cached(first, last);
    return cached ? wanted(cached) : this.#fetch(first, last, keep).then(wanted);
  }

  /** Returns the bytes of consecutive units from the cache; undefined: one of the units is not cached. */
  #cached(first: number, last: number): Buffer | undefined {
    if (first === last) return this.#cache.get(`${this.#number}:${first}`);
    const units: Buffer[] = [];
    for (let at = first; at <= last; at += 1) {
      const unit = this.#cache.get(`${this.#number}:${at}`);
      if (!unit) return undefined;
      units.push(unit);
    }
    return Buffer.concat(units);
  }

  /**
   * Reads units from the file and verifies their checksums.
   * @throws DamagedBlockError when the bytes are damaged
   */
  async #fetch(first: number, last: number, keep: boolean): Promise<Buffer> {
    const { checks, ends, unitBytes } = this.#head;
    const from = ends[first - 1] ?? 0;
    const stored = Buffer.allocUnsafeSlow(Math.max((ends[last] ?? from) - from, 0));
    const { bytesRead } = await this.#file
      .read(stored, 0, stored.length, this.#start + from)
      .catch((error: unknown) => {
        throw new DamagedBlockError('A block of the word index cannot be read', this.#head, { cause: error });
      });
    if (bytesRead !== stored.length) throw new DamagedBlockError('A block of the word index is cut off', this.#head);
    const yielder = new Yielder();
    const length = Math.min((last + 1) * unitBytes, bodyBytes(this.#head)) - first * unitBytes;
    const isPacked = stored.length < length;
    const bytes = isPacked ? Buffer.allocUnsafeSlow(length) : stored;
    for (let unit = first; unit <= last; unit += 1) {
      if (yielder.isOver) await yielder.pause();
      const at = (unit - first) * unitBytes;
      const part = stored.subarray((ends[unit - 1] ?? 0) - from, (ends[unit] ?? 0) - from);
      if (crc32(part) !== checks[unit]) throw new DamagedBlockError('A block of the word index is damaged', this.#head);
      if (isPacked) this.#unpack(part, bytes.subarray(at, at + unitBytes));
      // The unit is copied, because a small slice would keep the whole buffer in memory.
      if (keep)
        this.#cache.add(
          `${this.#number}:${unit}`,
          first === last ? bytes : Buffer.from(bytes.subarray(at, at + unitBytes)),
        );
    }
    return bytes;
  }

  #unpack(stored: Buffer, unit: Buffer): void {
    try {
      unpackUnit(stored, unit.length).copy(unit);
    } catch (error) {
      throw new DamagedBlockError('A block of the word index is damaged', this.#head, { cause: error });
    }
  }
}

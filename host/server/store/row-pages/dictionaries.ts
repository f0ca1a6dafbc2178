/**
 * Keeps in memory where the dictionaries of a file of pages are. A dictionary consists of encoded pages of one chunk.
 * The pages of all chunks of a block are compressed with it, because the first kilobytes of a page compress badly
 * without similar bytes before them. Each block has its own dictionary, because messages change over time.
 */
import { crc32 } from 'node:zlib';
import type { RecentCache } from '../recent-cache.js';
import type { ReopenedFile } from './open-handles.js';
import { unpackPage } from './packed-page.js';
import { DamagedPageError } from './page.js';
import type { Reservation } from './reservation.js';

const chunksPerBlock = 256;

/** Place of a dictionary in the file. */
export interface DictionaryPlace {
  readonly block: number;
  /** Offset of the packed dictionary in the file, and its size, in bytes. */
  readonly at: number;
  readonly bytes: number;
  /** CRC-32 of the unpacked dictionary. */
  readonly check: number;
}

/** Returns the number of the block to which a chunk belongs. */
export const blockOf = (chunk: number): number => Math.floor(chunk / chunksPerBlock);

export class Dictionaries {
  readonly #byBlock = new Map<number, DictionaryPlace>();

  /** Returns the dictionary with which new chunks of a block are compressed; undefined: the block has none. */
  of(block: number): DictionaryPlace | undefined {
    return this.#byBlock.get(block);
  }

  set(place: DictionaryPlace): void {
    this.#byBlock.set(place.block, place);
  }

  forget(place: DictionaryPlace): void {
    if (this.#byBlock.get(place.block) === place) this.#byBlock.delete(place.block);
  }

  clear(): void {
    this.#byBlock.clear();
  }
}

/** Thrown when a dictionary is not what was written, so that no chunk which is compressed with it can be read. */
export class DamagedDictionaryError extends DamagedPageError {
  override name = 'DamagedDictionaryError';

  constructor(
    message: string,
    readonly place: DictionaryPlace,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * Reads a dictionary from the cache or the file.
 * @param fileNumber number of the file, which is a part of the key in the cache
 * @param reservation counts the packed bytes before they are read; undefined: they are not counted
 * @throws DamagedDictionaryError; the error of the system when the file cannot be read; the error of the meter when it
 * refuses the bytes
 */
export async function readDictionary(
  place: DictionaryPlace,
  file: ReopenedFile,
  fileNumber: number,
  cache: RecentCache<Buffer>,
  reservation: Reservation | undefined,
): Promise<Buffer> {
  // The checksum is a part of the key, because the file may be emptied, and then contain another dictionary at the
  // same offset.
  const key = `${fileNumber} dictionary ${place.at} ${place.check}`;
  const known = cache.get(key);
  if (known) return known;
  reservation?.reserve(place.bytes);
  const packed = Buffer.allocUnsafe(place.bytes);
  const { bytesRead } = await file.use('r+', (handle) => handle.read(packed, 0, place.bytes, place.at));
  if (bytesRead !== place.bytes) throw new DamagedDictionaryError('A dictionary is cut off.', place);
  const dictionary = unpacked(packed, place);
  if (crc32(dictionary) !== place.check) throw new DamagedDictionaryError('A dictionary has a wrong checksum.', place);
  cache.add(key, dictionary);
  return dictionary;
}

function unpacked(packed: Buffer, place: DictionaryPlace): Buffer {
  try {
    return unpackPage(packed);
  } catch (cause) {
    throw new DamagedDictionaryError('A dictionary cannot be decompressed.', place, { cause });
  }
}

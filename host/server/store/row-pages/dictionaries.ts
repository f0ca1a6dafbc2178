/**
 * Keeps in memory where the dictionaries of a file of pages are. A dictionary consists of encoded pages of one chunk.
 * The pages of all chunks of a block are compressed with it, because the first kilobytes of a page compress badly
 * without similar bytes before them. Each block has its own dictionary, because messages change over time.
 */
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

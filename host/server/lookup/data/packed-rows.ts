/**
 * Stores rows of texts by key in a few typed arrays: a worker thread can transfer them without copying, and they need
 * little more memory than their file. Keys are found in a hash table with open addressing.
 */

export interface PackedData {
  /** Bytes in UTF-8 of all keys and cells, one after another. */
  readonly text: Uint8Array;
  /** Offsets in `text` of each key and cell: `columns + 1` numbers per row, and the end of the last cell. */
  readonly starts: Uint32Array;
  /** Hash table: each slot contains the number of a row plus 1; 0: the slot is free. */
  readonly slots: Uint32Array;
  readonly columns: number;
  readonly rows: number;
  readonly seed: number;
}

/** Computes an FNV-1a hash with a secret start value, so that keys cannot be chosen to collide. */
function hashOf(text: Uint8Array, from: number, to: number, seed: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (text[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isSame(a: Uint8Array, fromA: number, toA: number, b: Uint8Array, fromB: number): boolean {
  for (let at = fromA; at < toA; at += 1) if (a[at] !== b[fromB + at - fromA]) return false;
  return true;
}

export class PackedBuilder {
  readonly #columns: number;
  readonly #seed: number;
  #text = Buffer.allocUnsafeSlow(64 * 1024);
  #used = 0;
  #starts = new Uint32Array(1024);
  #slots = new Uint32Array(2048);
  #rows = 0;

  /** @param seed secret start value of the hash function */
  constructor(columns: number, seed: number) {
    this.#columns = columns;
    this.#seed = seed >>> 0 || 1;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds a row. @returns number of the row that already has the key; -1: the row was added */
  add(key: string, cells: readonly string[]): number {
    const row = this.#rows;
    const begin = this.#used;
    const stride = this.#columns + 1;
    if ((row + 1) * stride + 1 > this.#starts.length) this.#starts = grown(this.#starts);
    const at = row * stride;
    this.#starts[at] = begin;
    this.#write(key);
    const end = this.#used;
    const hash = hashOf(this.#text, begin, end, this.#seed);
    const known = this.#find(hash, begin, end);
    if (known >= 0) {
      this.#used = begin;
      return known;
    }
    for (let column = 0; column < this.#columns; column += 1) {
      this.#starts[at + 1 + column] = this.#used;
      this.#write(cells[column] ?? '');
    }
    this.#rows += 1;
    this.#starts[this.#rows * stride] = this.#used;
    if (this.#rows * 2 > this.#slots.length) this.#rehash();
    else place(this.#slots, hash, row);
    return -1;
  }

  finish(): PackedData {
    const { rows, ...packed } = {
      text: new Uint8Array(this.#text.subarray(0, this.#used)),
      starts: this.#starts.slice(0, this.#rows * (this.#columns + 1) + 1),
      slots: this.#slots,
      columns: this.#columns,
      rows: this.#rows,
      seed: this.#seed,
    };
    return { ...packed, rows };
  }

  #write(text: string): void {
    const most = text.length * 3;
    if (this.#used + most > this.#text.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.#text.length * 2, this.#used + most));
      this.#text.copy(larger, 0, 0, this.#used);
      this.#text = larger;
    }
    this.#used += this.#text.write(text, this.#used, 'utf8');
  }

  #find(hash: number, begin: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      const [from, to] = this.#keyOf(row);
      if (to - from === end - begin && isSame(this.#text, begin, end, this.#text, from)) return row;
    }
  }

  #keyOf(row: number): readonly [number, number] {
    const at = row * (this.#columns + 1);
    return [this.#starts[at] ?? 0, this.#starts[at + 1] ?? 0];
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 4);
    for (let row = 0; row < this.#rows; row += 1) {
      const [from, to] = this.#keyOf(row);
      place(slots, hashOf(this.#text, from, to, this.#seed), row);
    }
    this.#slots = slots;
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}

function place(slots: Uint32Array, hash: number, row: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = row + 1;
}

/** Largest length in characters of a key that `find` looks up; longer keys are never found. */
const longestKey = 16_384;
const scratch = Buffer.allocUnsafeSlow(longestKey * 3);

export class PackedRows {
  readonly #text: Buffer;

  constructor(private readonly data: PackedData) {
    const { buffer, byteOffset, length } = data.text;
    this.#text = Buffer.from(buffer, byteOffset, length);
  }

  get rows(): number {
    return this.data.rows;
  }

  /** Returns the number of the row with a key; -1: no row has the key. */
  find(key: string): number {
    if (key.length > longestKey) return -1;
    const { slots, starts, columns, seed } = this.data;
    const length = scratch.write(key, 0, 'utf8');
    const hash = hashOf(scratch, 0, length, seed);
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const row = (slots[slot] ?? 0) - 1;
      if (row < 0) return -1;
      const at = row * (columns + 1);
      const from = starts[at] ?? 0;
      if ((starts[at + 1] ?? 0) - from === length && isSame(scratch, 0, length, this.#text, from)) return row;
    }
  }

  key(row: number): string {
    const at = row * (this.data.columns + 1);
    return this.#text.toString('utf8', this.data.starts[at], this.data.starts[at + 1]);
  }

  cell(row: number, column: number): string {
    const at = row * (this.data.columns + 1) + 1 + column;
    return this.#text.toString('utf8', this.data.starts[at], this.data.starts[at + 1]);
  }
}

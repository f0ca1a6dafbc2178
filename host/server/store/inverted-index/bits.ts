/** Bit sets over the rows of a block, in 32-bit words. */
export type Bits = Uint32Array;

/** Number of rows in one element of `Bits`. */
export const rowsPerWord = 32;

export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

export function emptyBits(rows: number): Bits {
  return new Uint32Array(wordsFor(rows));
}

/** Clears the bits behind the last row, which must never be set, because every set bit counts as a row. */
function trim(bits: Bits, rows: number): Bits {
  const rest = rows & 31;
  if (rest > 0) bits[bits.length - 1] = (bits.at(-1) ?? 0) & ((1 << rest) - 1);
  return bits;
}

export const fullBits = (rows: number): Bits => trim(emptyBits(rows).fill(0xffffffff), rows);

/** Returns the complement as a new set. */
export function inverse(bits: Bits, rows: number): Bits {
  const result = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) result[at] = ~(bits[at] ?? 0);
  return trim(result, rows);
}

/** Adds the rows of another set to `target`. */
export function unite(target: Bits, other: Bits): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) | (other[at] ?? 0);
}

/** Removes the rows that are not in the other set from `target`. */
export function intersect(target: Bits, other: Bits): void {
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) & (other[at] ?? 0);
}

/** Returns the rows of the first set that are not in the second, as a new set. */
export function difference(bits: Bits, other: Bits): Bits {
  const result = new Uint32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) result[at] = (bits[at] ?? 0) & ~(other[at] ?? 0);
  return result;
}

export function setBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

export function clearBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) & ~(1 << (row & 31));
}

export const hasBit = (bits: Bits, row: number): boolean => ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;

export function isEmpty(bits: Bits): boolean {
  for (let at = 0; at < bits.length; at += 1) if (bits[at] !== 0) return false;
  return true;
}

function count32(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Counts the set bits in a range of the elements of a set. */
export function countBits(bits: Bits, from = 0, to = bits.length): number {
  let count = 0;
  for (let at = from; at < to; at += 1) count += count32(bits[at] ?? 0);
  return count;
}

/** Yields the rows whose bits are set in a range of the elements, ascending. */
export function* rowsOfBits(bits: Bits, from = 0, to = bits.length): Generator<number> {
  for (let at = from; at < to; at += 1)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1) yield (at << 5) + 31 - Math.clz32(word & -word);
}

/**
 * Returns the numbers of the rows whose bits are set, as a list.
 * @param count number of set bits
 */
export function listOfBits(bits: Bits, count = countBits(bits)): Uint32Array {
  const rows = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < bits.length; at += 1)
    for (let word = bits[at] ?? 0; word !== 0; word &= word - 1)
      rows[found++] = (at << 5) + 31 - Math.clz32(word & -word);
  return rows;
}

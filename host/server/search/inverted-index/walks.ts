/**
 * Tests the UTF-8 bytes of values during a walk through the dictionary of the inverted index, with the same results as
 * the comparisons of the database.
 */
import type { WildcardNode } from '../../../../api/language/index.js';

/** Tests a value, which is the first `length` bytes of a buffer; the buffer is reused for the next value. */
export type ValueTest = (bytes: Uint8Array, length: number) => boolean;

const one = 256;
const any = 257;

/** Tells whether a byte is a UTF-8 continuation byte. */
const isInside = (byte: number): boolean => (byte & 0xc0) === 0x80;

/**
 * Compiles a test for a wildcard. The time of the test grows at most with the product of the lengths of value and
 * pattern.
 */
export function wildcardTest(parts: WildcardNode['parts']): ValueTest {
  const pattern = parts.flatMap((part) =>
    part === 'any' ? [any] : part === 'one' ? [one] : [...Buffer.from(part.text)],
  );
  return (bytes, length) => {
    let [at, next] = [0, 0];
    // `star` is the position of the last `*`; `reach` is the position in the value up to which it matched.
    let [star, reach] = [-1, 0];
    for (;;) {
      const wanted = pattern[next];
      if (wanted === any) {
        star = next;
        reach = at;
        next += 1;
        continue;
      }
      if (wanted === undefined && at === length) return true;
      const byte = at < length ? (bytes[at] ?? 0) : -1;
      if (byte >= 0 && (wanted === byte || (wanted === one && !isInside(byte)))) {
        at += 1;
        if (wanted === one) while (at < length && isInside(bytes[at] ?? 0)) at += 1;
        next += 1;
        continue;
      }
      if (star < 0 || reach >= length) return false;
      reach += 1;
      at = reach;
      next = star + 1;
    }
  };
}

/**
 * Compiles a test whether a value differs from a text by at most a number of inserted, deleted, replaced or swapped
 * bytes.
 */
export function fuzzyTest(text: string, edits: number): ValueTest {
  const wanted = Buffer.from(text);
  const distance = new DamerauLevenshtein(wanted, edits);
  return (bytes, length) => Math.abs(length - wanted.length) <= edits && distance.isWithin(bytes, length);
}

/**
 * Compiles a test for words. A word passes if it passes `fuzzyTest`, and if its number of characters differs from the
 * number of characters of the text by at most `edits`.
 */
export function fuzzyWordTest(text: string, edits: number): ValueTest {
  const characters = [...text].length;
  const test = fuzzyTest(text, edits);
  return (bytes, length) => {
    if (!test(bytes, length)) return false;
    let own = 0;
    for (let at = 0; at < length; at += 1) if (!isInside(bytes[at] ?? 0)) own += 1;
    return own >= Math.max(characters - edits, 1) && own <= characters + edits;
  };
}

/**
 * Compares texts by the unrestricted Damerau–Levenshtein distance, in which other bytes may be inserted between swapped
 * bytes. Only cells within `edits` of the diagonal are computed, because all other cells exceed the limit.
 */
class DamerauLevenshtein {
  readonly #text: Uint8Array;
  readonly #edits: number;
  readonly #cells: Uint16Array;
  /** For each byte, the last row in which it occurred. */
  readonly #lastRow = new Uint16Array(256);

  constructor(text: Uint8Array, edits: number) {
    this.#text = text;
    this.#edits = edits;
    this.#cells = new Uint16Array((text.length + edits + 1) * (text.length + 1));
  }

  /**
   * Tells whether a value is at most `edits` edits away from the text.
   * @param length number of bytes of the value; it must differ from the length of the text by at most `edits`
   */
  isWithin(bytes: Uint8Array, length: number): boolean {
    const text = this.#text;
    const cells = this.#cells;
    const edits = this.#edits;
    const width = text.length + 1;
    for (let row = 0; row < length; row += 1) this.#lastRow[bytes[row] ?? 0] = 0;
    for (const byte of text) this.#lastRow[byte] = 0;
    for (let column = 0; column <= Math.min(text.length, edits + 1); column += 1) cells[column] = column;
    for (let row = 1; row <= length; row += 1) {
      // If all entries of a row exceed the limit, so do all entries of later rows. This holds also for a swap, which
      // starts from an earlier row: it costs at least as much as deleting the bytes of the rows that it skips.
      if (this.#fill(row, bytes[row - 1] ?? 0) > edits) return false;
      this.#lastRow[bytes[row - 1] ?? 0] = row;
    }
    return (cells[length * width + text.length] ?? 0) <= edits;
  }

  /** Computes a row of the distances. @returns the smallest entry of the row */
  #fill(row: number, byte: number): number {
    const text = this.#text;
    const cells = this.#cells;
    const edits = this.#edits;
    const width = text.length + 1;
    const here = row * width;
    const first = Math.max(1, row - edits);
    const last = Math.min(text.length, row + edits);
    let least = first === 1 ? row : edits + 1;
    cells[here + first - 1] = least;
    // Cells outside of the band hold a number above the limit.
    if (last < text.length) cells[here + last + 1] = edits + 1;
    let otherColumn = 0;
    for (let column = first; column <= last; column += 1) {
      const wanted = text[column - 1] ?? 0;
      const above = here - width + column;
      let edited = Math.min(
        (cells[above - 1] ?? 0) + (byte === wanted ? 0 : 1),
        (cells[here + column - 1] ?? 0) + 1,
        (cells[above] ?? 0) + 1,
      );
      const otherRow = this.#lastRow[wanted] ?? 0;
      if (otherRow > 0 && otherColumn > 0 && Math.abs(otherRow - otherColumn) <= edits) {
        const before = cells[(otherRow - 1) * width + otherColumn - 1] ?? 0;
        edited = Math.min(edited, before + (row - otherRow) + (column - otherColumn) - 1);
      }
      cells[here + column] = edited;
      least = Math.min(least, edited);
      if (byte === wanted) otherColumn = column;
    }
    return least;
  }
}

/**
 * Sorts the keys of a block by value and field. Numbers that combine several bytes are compared instead of single
 * bytes.
 */

/** Arrays over the keys: offset and length of the bytes, and field. */
export interface UnsortedKeys {
  readonly keys: number;
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly lengths: Uint8Array;
  readonly fields: Uint16Array;
}

/**
 * Number of key bytes that one number combines: 6 bytes and one of `lengthClasses` values fit in the 53 bits of an
 * exact number.
 */
const bytesPerHead = 6;
const lengthClasses = 8;
/** Ranges up to this length are sorted by insertion. */
const shortRange = 12;

/**
 * Returns key numbers in the order of value and field. Values are compared six bytes at a time. Keys with the same six
 * bytes are sorted by the next six, so that a long common prefix is read only once.
 */
export function sortedKeys({ keys, bytes, offsets, lengths, fields }: UnsortedKeys): Uint32Array {
  const sorted = new Uint32Array(keys);
  for (let key = 0; key < keys; key += 1) sorted[key] = key;
  const heads = new Float64Array(keys);

  // The number of remaining bytes (at most 7) is compared after the bytes. So a shorter key precedes a longer key whose
  // further bytes are zeros.
  const headOf = (key: number, depth: number): number => {
    const left = (lengths[key] ?? 0) - depth;
    const start = (offsets[key] ?? 0) + depth;
    let head = 0;
    for (let at = 0; at < bytesPerHead; at += 1) head = head * 256 + (at < left ? (bytes[start + at] ?? 0) : 0);
    return head * lengthClasses + Math.min(Math.max(left, 0), bytesPerHead + 1);
  };
  const byHead = (a: number, b: number): number => (heads[a] ?? 0) - (heads[b] ?? 0);
  const byField = (a: number, b: number): number => (fields[a] ?? 0) - (fields[b] ?? 0);

  const sort = (from: number, to: number, compare: (a: number, b: number) => number): void => {
    if (to - from > shortRange) {
      sorted.subarray(from, to).sort(compare);
      return;
    }
    for (let at = from + 1; at < to; at += 1) {
      const key = sorted[at] ?? 0;
      let place = at;
      for (; place > from && compare(sorted[place - 1] ?? 0, key) > 0; place -= 1)
        sorted[place] = sorted[place - 1] ?? 0;
      sorted[place] = key;
    }
  };

  const waiting: (readonly [from: number, to: number, depth: number])[] = [[0, keys, 0]];
  for (let range = waiting.pop(); range; range = waiting.pop()) {
    const [from, to, depth] = range;
    for (let at = from; at < to; at += 1) heads[sorted[at] ?? 0] = headOf(sorted[at] ?? 0, depth);
    sort(from, to, byHead);
    for (let start = from, end = from + 1; start < to; start = end, end += 1) {
      const head = heads[sorted[start] ?? 0] ?? 0;
      while (end < to && heads[sorted[end] ?? 0] === head) end += 1;
      if (end - start === 1) continue;
      if (head % lengthClasses > bytesPerHead) waiting.push([start, end, depth + bytesPerHead]);
      else sort(start, end, byField);
    }
  }
  return sorted;
}

/** Where lines end among the bytes of a text, by its charset. */
export interface LineEnds {
  /** Bytes that a line ends with, and of which no part stands for anything. */
  readonly unit: 1 | 2;
  /**
   * Where the line that begins at `start` ends; -1: not in these bytes.
   * @param offset of the bytes in their file
   */
  readonly next: (bytes: Buffer, start: number, offset: number) => number;
  /** Where the last whole line of these bytes ends; -1: there is none. */
  readonly last: (bytes: Buffer, offset: number) => number;
}

const newline = 0x0a;

export const byteLineEnds: LineEnds = {
  unit: 1,
  next: (bytes, start) => bytes.indexOf(newline, start),
  last: (bytes) => bytes.lastIndexOf(newline),
};

/**
 * Those of UTF-16: many letters have the byte of a newline as one of their two, as U+4E0A and U+0A05.
 * @param low which of the two bytes is the newline
 */
function pairLineEnds(low: 0 | 1): LineEnds {
  const isEnd = (bytes: Buffer, start: number, offset: number): boolean =>
    (offset + start) % 2 === 0 && bytes[start + 1 - low] === 0;
  return {
    unit: 2,
    next: (bytes, start, offset) => {
      for (let at = bytes.indexOf(newline, start + low); at >= 0; at = bytes.indexOf(newline, at + 1))
        if (isEnd(bytes, at - low, offset)) return at - low;
      return -1;
    },
    last: (bytes, offset) => {
      for (let at = bytes.lastIndexOf(newline); at >= low; at = at === 0 ? -1 : bytes.lastIndexOf(newline, at - 1))
        if (isEnd(bytes, at - low, offset)) return at - low;
      return -1;
    },
  };
}

const pairs: ReadonlyMap<string, LineEnds> = new Map([
  ['utf-16le', pairLineEnds(0)],
  ['utf-16be', pairLineEnds(1)],
]);

/** @param encoding as the WHATWG encoding standard names it */
export const lineEndsOf = (encoding: string): LineEnds => pairs.get(encoding) ?? byteLineEnds;

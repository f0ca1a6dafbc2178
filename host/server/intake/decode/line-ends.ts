/** Finds line ends in the bytes of a text by its charset. */
export interface LineEnds {
  /** Number of bytes of a code unit of the charset; line ends are aligned to code units. */
  readonly unit: 1 | 2;
  /**
   * Returns the position of the newline that ends the line beginning at `start`; -1: the bytes contain no such newline.
   * @param offset offset of the bytes in their file
   */
  readonly next: (bytes: Buffer, start: number, offset: number) => number;
  /** Returns the position of the last newline in the bytes; -1: they contain no newline. */
  readonly last: (bytes: Buffer, offset: number) => number;
}

const newline = 0x0a;

export const byteLineEnds: LineEnds = {
  unit: 1,
  next: (bytes, start) => bytes.indexOf(newline, start),
  last: (bytes) => bytes.lastIndexOf(newline),
};

/**
 * Creates the search for line ends in UTF-16, where many characters contain the byte 0x0A, such as U+4E0A and U+0A05.
 * @param low index of the less significant byte in a unit
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

/**
 * Returns the search for line ends in texts of a charset.
 * @param encoding name of the charset in lower case, as `TextDecoder.encoding` gives it
 */
export const lineEndsOf = (encoding: string): LineEnds => pairs.get(encoding) ?? byteLineEnds;

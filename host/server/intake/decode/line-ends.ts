/** Finds ends of lines among the bytes of a text, by its charset. */
export interface LineEnds {
  /** Bytes that a line ends with, and of which no part stands for anything. */
  readonly unit: 1 | 2;
  /**
   * Returns the end of the line that begins at `start`; -1: it is not in these bytes.
   * @param offset of the bytes in their file
   */
  readonly next: (bytes: Buffer, start: number, offset: number) => number;
  /** Returns the end of the last whole line of these bytes; -1: there is none. */
  readonly last: (bytes: Buffer, offset: number) => number;
}

const newline = 0x0a;

export const byteLineEnds: LineEnds = {
  unit: 1,
  next: (bytes, start) => bytes.indexOf(newline, start),
  last: (bytes) => bytes.lastIndexOf(newline),
};

/**
 * Line ends of UTF-16: many letters contain the byte of a newline, as U+4E0A and U+0A05 do.
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

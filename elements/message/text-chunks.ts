/** Splits a very long text into pieces that a list can render one by one; the pieces concatenate to the text. */

/** Default number of UTF-16 units of a piece. */
const chunkLength = 4000;

/** Cuts each piece after the last line break in its second half, else at `length`, but not inside a surrogate pair. */
export function textChunks(text: string, length = chunkLength): string[] {
  const chunks: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + length);
    if (end < text.length) {
      const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
      if (lineEnd > start + length / 2) end = lineEnd;
      const code = text.charCodeAt(end - 1);
      if (code >= 0xd800 && code <= 0xdbff) end += 1;
    }
    chunks.push(text.slice(start, end));
    start = end;
  }
  return chunks;
}

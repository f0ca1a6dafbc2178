/** A very long text in pieces that a list can show one by one; joined they give the text again. */

const chunkLength = 4000;

/** Cut after a line break where one is near, never inside a surrogate pair. */
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

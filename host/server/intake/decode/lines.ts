/** Yields the lines of a body without their line ends (LF or CR LF), including empty lines. */
export function* linesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(0x0a, start);
    const end = found < 0 ? body.length : found;
    yield body.subarray(start, end > start && body[end - 1] === 0x0d ? end - 1 : end);
    start = end + 1;
  }
}

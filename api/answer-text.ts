/**
 * Reads the text of an answer chunk by chunk, so that an endless or huge answer is never completely in memory.
 * @param beyond reaction to an answer longer than `maxBytes`: `refuse` throws, `truncate` returns its first `maxBytes`
 * @throws RangeError when the answer is longer than `maxBytes` and `beyond` is `refuse`; the network's error when the
 * answer ends early
 */
export async function readText(response: Response, maxBytes: number, beyond: 'refuse' | 'truncate'): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  const reader = response.body?.getReader();
  if (!reader) return '';
  if (announced > maxBytes && beyond === 'refuse') {
    await reader.cancel();
    throw new RangeError(`${announced} bytes announced, at most ${maxBytes} are read`);
  }
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes <= maxBytes) {
      text += decoder.decode(value, { stream: true });
      continue;
    }
    await reader.cancel();
    if (beyond === 'truncate') return text + decoder.decode(value.subarray(0, value.byteLength - (bytes - maxBytes)));
    throw new RangeError(`more than ${maxBytes} bytes`);
  }
}

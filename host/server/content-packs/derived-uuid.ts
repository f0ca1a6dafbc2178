/** Derives identifiers from texts. */
import { createHash } from 'node:crypto';

/** Returns the same version 4 UUID (RFC 9562) for equal texts, so that the same content is recognised again. */
export function derivedUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Joins buffers of megabytes without blocking the event loop. Writing to new memory is slow, because the system
 * provides each of its pages only when it is first written to.
 */
import { sharedTurn } from './yielding.js';

const stepBytes = 256 * 1024;

/** Returns one buffer with the bytes of all parts. @param length number of bytes of all parts together */
export async function joined(parts: readonly Buffer[], length: number): Promise<Buffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  if (length <= stepBytes) return Buffer.concat(parts, length);
  const whole = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts) {
    for (let from = 0; from < part.length; from += stepBytes) {
      at += part.copy(whole, at, from, from + stepBytes);
      if (sharedTurn.isOver) await sharedTurn.room();
    }
  }
  return whole;
}

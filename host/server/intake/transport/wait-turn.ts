/** Delays a request of an HTTP sender while the store is behind. */
import type { Readable } from 'node:stream';
import type { Receiver } from './receiver.js';
import { behind } from './refusal.js';

/**
 * Waits, for a limited time, until the store accepts a request. The caller must not have read the body, so that a
 * waiting request occupies no memory, and nothing is stored of a sender that gives up.
 * @param arriving requests that the transport destroys when the input stops; contains the request meanwhile
 * @param bytes size of the body, possibly estimated
 * @throws Refusal when the store is full or too far behind, or the sender has disconnected
 */
export async function waitTurn<T extends Readable>(
  receiver: Receiver,
  request: T,
  arriving: Set<T>,
  bytes: number,
): Promise<void> {
  if (receiver.pressure === 'open') return;
  const gone = new AbortController();
  const leave = () => gone.abort();
  request.once('close', leave);
  arriving.add(request);
  try {
    if (receiver.pressure !== 'full' && (await receiver.pacing.turn(bytes, gone.signal))) return;
    receiver.counters.dropped += 1;
    throw behind();
  } finally {
    arriving.delete(request);
    request.off('close', leave);
  }
}

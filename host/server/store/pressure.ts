/** Decides how far senders are slowed while messages wait in the journal to become searchable. */
import { fullPendingBytes } from './journal-state.js';
import type { StoreLimits } from './store-limits.js';
import type { Pressure } from './types.js';

/** Number of accepted bytes that are not yet on disk from which on senders are slowed. */
export const slowPendingBytes = 16 * 1024 * 1024;

export interface PressureState {
  /** False: the journal cannot be written. */
  readonly isWritable: boolean;
  /** True: an administrator has paused loading. */
  readonly isHeld: boolean;
  /** True: loading fails at present. */
  readonly isFailing: boolean;
  /** Accepted bytes that are not yet on disk. */
  readonly pendingBytes: number;
  /** Bytes in the journal that are not yet searchable. */
  readonly waitingBytes: number;
  /** Milliseconds since the oldest waiting message was received; 0: no message waits. */
  readonly lagMs: number;
}

type Limits = Pick<StoreLimits, 'slowBytes' | 'lateBytes' | 'fullBytes' | 'slowLagMs' | 'lateLagMs' | 'lagFromBytes'>;

/**
 * Returns the backpressure.
 * @param before present backpressure: once senders are slowed, the thresholds for `slow` are half as high
 */
export function pressureOf(state: PressureState, limits: Limits, before: Pressure): Pressure {
  const { isWritable, isHeld, isFailing, pendingBytes, waitingBytes } = state;
  if (!isWritable || waitingBytes >= limits.fullBytes || pendingBytes >= fullPendingBytes) return 'full';
  const isLoading = !isHeld && !isFailing;
  const lagMs = isLoading && waitingBytes >= limits.lagFromBytes ? state.lagMs : 0;
  if (isLoading && (waitingBytes >= limits.lateBytes || lagMs >= limits.lateLagMs)) return 'late';
  const ease = before === 'open' ? 1 : 0.5;
  // While loading is paused, the backlog does not shrink, so slowing the senders would not help.
  const isBehind = !isHeld && (waitingBytes >= limits.slowBytes * ease || lagMs >= limits.slowLagMs * ease);
  return isBehind || pendingBytes >= slowPendingBytes * ease ? 'slow' : 'open';
}

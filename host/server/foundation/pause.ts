import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after the given number of milliseconds, or when the signal is aborted. It never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

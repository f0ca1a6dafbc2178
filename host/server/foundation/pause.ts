import { setTimeout as wait } from 'node:timers/promises';

/** Waits so many ms, or until the signal ends it. Never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

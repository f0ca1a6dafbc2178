import { useEffect } from 'react';

/** Keeps the screen on while it is seen, where the browser can; asked for again whenever the page is shown again. */
export function useWakeLock(): void {
  useEffect(() => {
    let ended = false;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.hidden || (lock && !lock.released)) return;
      try {
        const taken = await navigator.wakeLock.request('screen');
        if (ended) await taken.release();
        else lock = taken;
      } catch {
        // Where the browser refuses the lock (not allowed, low battery), the screen may turn off as its owner set it.
      }
    };
    const shown = () => void ask();
    if ('wakeLock' in navigator) {
      shown();
      document.addEventListener('visibilitychange', shown);
    }
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', shown);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}

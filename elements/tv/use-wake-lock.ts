import { useEffect } from 'react';

/**
 * Keeps the screen on while the page is visible, in browsers with wake locks. The browser releases the lock when the
 * page is hidden, so the lock is requested again whenever the page becomes visible.
 */
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
        // The browser refused the lock, for example because of low battery, so the screen may turn off.
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

import { useEffect, useState } from 'react';

/** Returns true once `delayMs` milliseconds have passed since the component was mounted. */
export function useDelayed(delayMs: number): boolean {
  const [passed, setPassed] = useState(delayMs <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return passed;
}

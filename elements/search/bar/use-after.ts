import { useEffect, useState } from 'react';

/**
 * Returns true once `on` has been true for the given time, and false as soon as `on` is false. This avoids flicker for
 * short operations.
 */
export function useAfter(on: boolean, milliseconds: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setDue(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [on, milliseconds]);
  return on && due;
}

import { useEffect, useState } from 'react';

/** True once `on` has been true for so long; false at once when it is not. Keeps short work from flickering. */
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

import { useEffect, useState } from 'react';

/** True once `on` has been true for the given time; false as soon as it is not. Avoids flicker for short operations. */
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

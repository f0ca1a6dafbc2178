import { useCallback, type Ref, type RefObject } from 'react';

/** Combines an own ref and a ref from outside into one callback ref. */
export function useMergedRef<T>(own: RefObject<T | null>, given: Ref<T> | undefined): (value: T | null) => void {
  return useCallback(
    (value: T | null) => {
      own.current = value;
      if (typeof given === 'function') given(value);
      else if (given) given.current = value;
    },
    [own, given],
  );
}

import { useCallback, type Ref, type RefObject } from 'react';

/** One ref callback for a ref of one's own and one given from outside. */
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

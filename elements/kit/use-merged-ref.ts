import { useCallback, type Ref, type RefObject } from 'react';

/** Returns one callback ref that sets both a component's own ref and the ref that its caller has given. */
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

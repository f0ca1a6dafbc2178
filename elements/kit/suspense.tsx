import { Suspense as ReactSuspense, useLayoutEffect, useReducer, useState, type ReactNode } from 'react';
import { onPartLoaded, partsLoaded } from './lazy-part.js';

export interface SuspenseProps {
  /** Shown while a part inside is being loaded. */
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * React's Suspense, without its pause: for 300 ms after something to wait with was shown, React holds back what has been
 * loaded, so that nothing flickers. Here a part is shown as soon as it is there.
 */
export function Suspense({ fallback, children }: SuspenseProps): ReactNode {
  // An update of this component is no retry in React's eyes, so it is not held back.
  const [, showNow] = useReducer((turn: number) => turn + 1, 0);
  return <ReactSuspense fallback={<Waiting onLoaded={showNow}>{fallback}</Waiting>}>{children}</ReactSuspense>;
}

function Waiting({ onLoaded, children }: { readonly onLoaded: () => void; readonly children: ReactNode }): ReactNode {
  const [before] = useState(partsLoaded);
  useLayoutEffect(() => {
    if (partsLoaded() !== before) onLoaded();
    return onPartLoaded(onLoaded);
  }, [before, onLoaded]);
  return children;
}

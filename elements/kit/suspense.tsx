import { Suspense as ReactSuspense, useLayoutEffect, useReducer, useState, type ReactNode } from 'react';
import { onPartLoaded, partsLoaded } from './lazy-part.js';

export interface SuspenseProps {
  /** Shown while a part inside is loading. */
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * React's Suspense without its throttling: for 300 ms after showing a fallback, React delays loaded content to avoid
 * flicker. This component shows a part as soon as it has loaded.
 */
export function Suspense({ fallback, children }: SuspenseProps): ReactNode {
  // React does not treat an update of this component as a retry, so it does not delay it.
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

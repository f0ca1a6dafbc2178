import { Suspense as ReactSuspense, useLayoutEffect, useReducer, useState, type ReactNode } from 'react';
import { onPartLoaded, partsLoaded } from './lazy-part.js';

export interface SuspenseProps {
  /** Shown while a lazy component among the children is loading. */
  readonly fallback?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * Renders React's `Suspense` without its throttling. For 300 ms after a fallback was shown, React delays loaded content
 * to avoid flicker; this component shows a lazy component (`lazyPart`) as soon as it has loaded.
 */
export function Suspense({ fallback, children }: SuspenseProps): ReactNode {
  // React does not treat an update of this component's state as a retry, so it renders the update without delay.
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

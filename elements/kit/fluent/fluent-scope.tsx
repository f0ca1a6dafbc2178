import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { createTabster, disposeTabster, getTabster } from 'tabster';
import { useEnvironment } from '../../element/environment.js';
import { FluentLook } from './fluent-look.js';
import { watchShadowRoot } from './shadow-observer.js';

/** Delay in ms: Tabster removes its aria-hidden marks from the page 250 ms after a dialog has closed. */
const settleMs = 1_000;

/**
 * Wraps every Fluent component that moves the focus: provides theme and keyboard library, after preparing the shadow
 * root for them.
 */
export function FluentScope({ children }: { readonly children: ReactNode }): ReactNode {
  const { root } = useEnvironment();
  // Done during rendering, so that a running Tabster sees the component being added to the document. Repeated calls
  // have no effect.
  useMemo(() => watchShadowRoot(root), [root]);
  // Tabster stops with its last user and then leaves `aria-hidden` on content behind a dialog, so it is kept alive
  // until it has cleaned up.
  useLayoutEffect(() => {
    if (!getTabster(window)) return undefined;
    const kept = createTabster(window);
    return () => {
      setTimeout(() => {
        disposeTabster(kept);
        // Removes Tabster's only remaining trace, an attribute of the page's body.
        if (!getTabster(window)) document.body.removeAttribute('data-tabster');
      }, settleMs);
    };
  }, []);
  return <FluentLook>{children}</FluentLook>;
}

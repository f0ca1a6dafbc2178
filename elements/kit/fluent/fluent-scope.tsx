import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { createTabster, disposeTabster, getTabster } from 'tabster';
import { useEnvironment } from '../../element/environment.js';
import { FluentLook } from './fluent-look.js';
import { watchShadowRoot } from './shadow-observer.js';

/** ms; Tabster removes its aria-hidden marks from the page 250 ms after a dialog has closed. */
const settleMs = 1_000;

/** Around every Fluent part that moves the focus: its theme and keyboard library need something of the shadow root first. */
export function FluentScope({ children }: { readonly children: ReactNode }): ReactNode {
  const { root } = useEnvironment();
  // While rendering, so that a Tabster that runs already sees the part being added to the document. Doing it twice does nothing.
  useMemo(() => watchShadowRoot(root), [root]);
  // Tabster ends with its last user and then leaves `aria-hidden` on whatever was behind a dialog: it is kept until it has cleaned up.
  useLayoutEffect(() => {
    if (!getTabster(window)) return undefined;
    const kept = createTabster(window);
    return () => {
      setTimeout(() => {
        disposeTabster(kept);
        // Removes the only remaining trace, an attribute of the page's body.
        if (!getTabster(window)) document.body.removeAttribute('data-tabster');
      }, settleMs);
    };
  }, []);
  return <FluentLook>{children}</FluentLook>;
}

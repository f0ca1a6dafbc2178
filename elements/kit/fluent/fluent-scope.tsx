import { useLayoutEffect, useMemo, type ReactNode } from 'react';
import { createTabster, disposeTabster, getTabster } from 'tabster';
import { useEnvironment } from '../../element/environment.js';
import { FluentLook } from './fluent-look.js';
import { watchShadowRoot } from './shadow-observer.js';

/**
 * Milliseconds that Tabster is kept alive after a Fluent component was removed; it removes its `aria-hidden` marks 250
 * ms after a dialog has closed.
 */
const settleMs = 1_000;

/**
 * Wraps every Fluent component that moves the focus: adds Fluent's theme, lets the keyboard library Tabster see into
 * the shadow root, and keeps Tabster alive until it has cleaned up.
 */
export function FluentScope({ children }: { readonly children: ReactNode }): ReactNode {
  const { root } = useEnvironment();
  // Called during rendering, so that a running Tabster sees the component being added to the document. Repeated calls
  // for one root have no effect.
  useMemo(() => watchShadowRoot(root), [root]);
  // Tabster stops with its last user and would then leave `aria-hidden` on the content behind a dialog, so it is kept
  // alive until it has cleaned up.
  useLayoutEffect(() => {
    if (!getTabster(window)) return undefined;
    const kept = createTabster(window);
    return () => {
      setTimeout(() => {
        disposeTabster(kept);
        // A stopped Tabster leaves only one trace, an attribute of the page's body.
        if (!getTabster(window)) document.body.removeAttribute('data-tabster');
      }, settleMs);
    };
  }, []);
  return <FluentLook>{children}</FluentLook>;
}

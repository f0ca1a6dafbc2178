/**
 * Keeps a page mounted but hidden, with its open dialogs and pop-overs, while the sign-in form covers the page. When
 * the page is shown again, all typed values are still there, and the control that had the focus gets it back. No other
 * module hides the container of the dialogs and pop-overs. Dialogs and pop-overs call `useIsAway`; while it returns
 * true they neither hold the focus nor close.
 */
import { PortalMountNodeProvider } from '@fluentui/react-shared-contexts';
import { createContext, useContext, useEffect, useInsertionEffect, useRef, type ReactNode } from 'react';
import { deepActiveElement } from './document-proxy.js';
import { useEnvironment } from './environment.js';
import { isFocusLost } from './focus-keeper.js';

const AwayContext = createContext(false);

/** Returns whether the surrounding page is hidden behind the sign-in form. */
export function useIsAway(): boolean {
  return useContext(AwayContext);
}

export interface KeptPageProps {
  readonly away: boolean;
  readonly children: ReactNode;
}

export function KeptPage({ away, children }: KeptPageProps): ReactNode {
  const environment = useEnvironment();
  const { float, root } = environment;
  const page = useRef<HTMLDivElement>(null);
  // Insertion effects run before the sign-in form takes the focus, and before the browser takes it from a hidden
  // control.
  useInsertionEffect(() => {
    // A control of the sign-in form or of the host page is not remembered in place of a control of this page.
    const isOwn = [page.current, float].some((one) => one?.contains(root.activeElement));
    if (away && isOwn) environment.leftControl = deepActiveElement(document);
    float.hidden = away;
    return () => {
      float.hidden = false;
    };
  }, [environment, float, root, away]);
  useEffect(() => {
    if (away) return undefined;
    // The timer lets dialogs restore the focus first.
    const timer = setTimeout(() => {
      const control = environment.leftControl;
      environment.leftControl = null;
      if (control instanceof HTMLElement && isFocusLost(document)) control.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [environment, away]);
  return (
    <div ref={page} hidden={away} style={away ? undefined : { display: 'contents' }}>
      <AwayContext value={away}>{children}</AwayContext>
    </div>
  );
}

/**
 * Wraps content that covers a hidden page. The menus and tooltips of this content have their own container, which stays
 * visible while the floats of the page are hidden.
 */
export function Cover({ children }: { readonly children: ReactNode }): ReactNode {
  const { cover } = useEnvironment();
  return <PortalMountNodeProvider value={cover}>{children}</PortalMountNodeProvider>;
}

/**
 * Keeps a page mounted but hidden, with its open dialogs and pop-overs, while the sign-in form covers the page. When
 * the page is shown again, all typed values are still there. No other module hides the container of the dialogs and
 * pop-overs. Dialogs and pop-overs call `useIsAway`; while it returns true they neither hold the focus nor close.
 */
import { PortalMountNodeProvider } from '@fluentui/react-shared-contexts';
import { createContext, useContext, useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from './environment.js';

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
  const { float } = useEnvironment();
  useInsertionEffect(() => {
    float.hidden = away;
    return () => {
      float.hidden = false;
    };
  }, [float, away]);
  return (
    <div hidden={away} style={away ? undefined : { display: 'contents' }}>
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

/**
 * Keeps a page mounted but hidden, with all its open dialogs and pop-overs, while the sign-in form after a lost session
 * covers it. When it is shown again, all typed values are still there. Only this module hides floats. Dialogs and
 * pop-overs call `useIsAway`: while it is true they hold no focus and do not close.
 */
import { PortalMountNodeProvider } from '@fluentui/react-shared-contexts';
import { createContext, useContext, useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from './environment.js';

const AwayContext = createContext(false);

/** Tells whether the surrounding page is hidden. */
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
 * Wraps content that covers a kept page: its menus and tooltips have their own container, which stays visible when the
 * page's floats are hidden.
 */
export function Cover({ children }: { readonly children: ReactNode }): ReactNode {
  const { cover } = useEnvironment();
  return <PortalMountNodeProvider value={cover}>{children}</PortalMountNodeProvider>;
}

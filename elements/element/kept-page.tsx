/**
 * Keeps a page mounted, out of sight, with every dialog and pop-over that is open over it, while something else covers it: the sign-in
 * form after a lost session. When it comes back it has every value that was typed.
 *
 * This is the only place that hides floats. Dialogs and pop-overs ask `useIsAway`: while it is true they hold no focus and do not close.
 */
import { PortalMountNodeProvider } from '@fluentui/react-shared-contexts';
import { createContext, useContext, useInsertionEffect, type ReactNode } from 'react';
import { useEnvironment } from './environment.js';

const AwayContext = createContext(false);

/** Tells whether the page around is out of sight. */
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

/** Around what covers a kept page: its own menus and tooltips have a place that is not hidden with those of the page. */
export function Cover({ children }: { readonly children: ReactNode }): ReactNode {
  const { cover } = useEnvironment();
  return <PortalMountNodeProvider value={cover}>{children}</PortalMountNodeProvider>;
}

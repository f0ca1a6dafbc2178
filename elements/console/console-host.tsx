/**
 * Provides the host element for all console content: links to console routes point to addresses of this console and are
 * followed without loading the page again.
 */
import { useMemo, type ReactNode } from 'react';
import { emitWithin, HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
import type { Router } from './router.js';

export interface ConsoleHostProps {
  readonly router: Router;
  readonly children: ReactNode;
}

export function ConsoleHost({ router, children }: ConsoleHostProps): ReactNode {
  const host = useHostElement();
  const inner = useMemo<HostElementFace>(
    () => ({
      ...host,
      // Links use the origin of this page and not that of the server, so that a copied link or a new tab leads to this
      // console.
      consoleUrl: `${window.location.origin}${router.href('')}`,
      // The element `log-console` has none of the properties that its pages report.
      reflect: () => {},
      emit: emitWithin(host, (route) => {
        router.navigate(route);
        return true;
      }),
    }),
    [host, router],
  );
  return <HostContext value={inner}>{children}</HostContext>;
}

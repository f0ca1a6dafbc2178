/** The host of what the console shows: links to its routes lead to this page, below the base path, and are followed in place. */
import { useMemo, type ReactNode } from 'react';
import { HostContext, useHostElement, type HostElementFace } from '../element/host-context.js';
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
      // The console is here, not where its server lives: an address copied or opened in a new tab leads to the page around as well.
      consoleUrl: `${window.location.origin}${router.href('')}`,
      reflect: () => {},
      emit: (name, detail, options) => {
        const proceed = host.emit(name, detail, options);
        if (name !== 'log-navigate' || !proceed) return proceed;
        router.navigate((detail as { route: string }).route);
        return false;
      },
    }),
    [host, router],
  );
  return <HostContext value={inner}>{children}</HostContext>;
}

/** The host of what the console shows: links to its routes are followed in place, not in a new tab. */
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

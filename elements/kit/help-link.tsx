import type { ReactNode } from 'react';
import { useHostElement } from '../element/host-context.js';
import { consoleAddress } from '../element/server-address.js';
import { OutsideLink } from './link.js';

/** Opens the documentation in a new tab. The server brings it, wherever the console is shown. */
export function HelpLink({ children }: { readonly children: ReactNode }): ReactNode {
  const host = useHostElement();
  return (
    <OutsideLink
      href={new URL(`${consoleAddress(undefined, host.server)}/host/page/help.html`, window.location.href).href}
    >
      {children}
    </OutsideLink>
  );
}

import type { ReactNode } from 'react';
import { hrefOf, useHostElement } from '../element/host-context.js';
import { OutsideLink } from './link.js';

/** To the documentation, which the console brings: in a tab of its own. */
export function HelpLink({ children }: { readonly children: ReactNode }): ReactNode {
  const host = useHostElement();
  return (
    <OutsideLink href={new URL(hrefOf(host, '/host/page/help.html'), window.location.href).href}>
      {children}
    </OutsideLink>
  );
}
